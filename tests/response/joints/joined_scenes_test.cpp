// Machines of joints: doors, bridges, chains, hitches, ragdolls.

#include "response/dynamics/dynamics_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace sat3d;
using test::DynamicsScene;

/// How far joints have opened. Meters.
float openingOf(const DynamicsScene& scene, const std::vector<JointId>& joints) {
    float opening = 0.0f;
    for (const JointId id : joints) {
        opening = std::max(opening, scene.dynamics.jointState(scene.world, id)->distance);
    }
    return opening;
}

JointId add(DynamicsScene& scene, const Joint& joint) {
    return scene.dynamics.addJoint(scene.world, joint).value();
}

TEST(JoinedScenes, ADoorTurnsByTheLawOfAngularMomentum) {
    for (const float mass : {1.0f, 5.0f, 50.0f}) {
        DynamicsScene scene = DynamicsScene::inSpace();
        const ObjectId leaf = scene.add(Box{.halfExtents = {0.5f, 1.0f, 0.025f}}, {{0.5f, 0, 0}}, {}, 20.0f);
        scene.add(Sphere{.radius = 0.1f}, {{0.9f, 0, -1}}, {.velocity = {0, 0, 6}}, mass);
        const std::vector<JointId> joints = {
            add(scene, Joint::hinge(scene.world, kWorldFrame, leaf, {0, 0, 0}, {0, 1, 0}))};
        float opening = 0.0f;
        for (int i = 0; i < 20; ++i) {
            scene.dynamics.step(scene.world, test::kStep);
            opening = std::max(opening, openingOf(scene, joints));
        }
        const float inertia = 20.0f * (1.0f + 0.0025f) / 12.0f + 20.0f * 0.25f;
        const float law = mass * 6.0f * 0.9f / (inertia + mass * 0.81f);
        EXPECT_NEAR(-scene.dynamics.find(leaf)->angularVelocity.y, law, 0.01f * law) << mass;
        EXPECT_LT(opening, 1e-4f) << mass;
    }
}

TEST(JoinedScenes, ABridgeOf50PlanksHoldsAndComesToRestSlow) {
    DynamicsScene scene;
    scene.world.remove(scene.floor);
    std::vector<JointId> joints;
    std::vector<ObjectId> planks;
    for (int i = 0; i < 50; ++i) {
        const float x = 0.5f * static_cast<float>(i);
        planks.push_back(scene.add(Box{.halfExtents = {0.25f, 0.05f, 0.5f}}, {{x + 0.25f, 0, 0}},
                                   {.linearDamping = 0.5f, .angularDamping = 0.5f}, 20.0f));
        joints.push_back(add(scene, Joint::hinge(scene.world, i > 0 ? planks[planks.size() - 2] : kWorldFrame,
                                                 planks.back(), {x, 0, 0}, {0, 0, 1})));
    }
    joints.push_back(
        add(scene, Joint::hinge(scene.world, kWorldFrame, planks.back(), {25, 0, 0}, {0, 0, 1})));
    float opening = 0.0f;
    for (int i = 0; i < 1800; ++i) {
        scene.dynamics.step(scene.world, test::kStep);
        opening = std::max(opening, openingOf(scene, joints));
    }
    EXPECT_LT(opening, 0.012f);  // of 25 m, at 4 t of tension
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    EXPECT_LT(openingOf(scene, joints), 0.008f);
}

TEST(JoinedScenes, AChainCarriesAHundredTimesItsLinks) {
    for (const bool swings : {false, true}) {
        DynamicsScene scene(test::awake());
        scene.world.remove(scene.floor);
        const glm::vec3 along = swings ? glm::vec3(1, 0, 0) : glm::vec3(0, -1, 0);
        const glm::quat turn =
            swings ? glm::quat(1, glm::vec3(0)) : glm::angleAxis(-1.5707963f, glm::vec3(0, 0, 1));
        std::vector<JointId> joints;
        ObjectId last = kWorldFrame;
        for (int i = 0; i <= 10; ++i) {
            const auto place = static_cast<float>(i);
            const ObjectId link =
                i < 10 ? scene.add(Capsule{{-0.4f, 0, 0}, {0.4f, 0, 0}, 0.1f}, {(place + 0.5f) * along, turn},
                                   {}, 1.0f)
                       : scene.add(Sphere{.radius = 0.6f}, {(place + 0.6f) * along}, {}, 100.0f);
            joints.push_back(add(scene, Joint::ball(scene.world, last, link, place * along, {1, 0, 0})));
            last = link;
        }
        float opening = 0.0f;
        for (int i = 0; i < 600; ++i) {
            scene.dynamics.step(scene.world, test::kStep);
            opening = std::max(opening, openingOf(scene, joints));
        }
        EXPECT_LT(opening, swings ? 0.03f : 0.01f);
    }
}

TEST(JoinedScenes, AHitchStaysClosedInACrash) {
    for (const float speed : {5.0f, 20.0f}) {
        for (const float trailerMass : {500.0f, 2000.0f, 8000.0f}) {
            DynamicsScene scene;
            const Box box{.halfExtents = {2.0f, 0.75f, 1.0f}};
            ASSERT_TRUE(scene.world.add({.shape = Box{.halfExtents = {0.5f, 5, 5}},
                                         .pose = {{20, 0, 0}},
                                         .kind = ObjectKind::Static}));
            const Body body{.velocity = {speed, 0, 0}, .material = {.friction = 0.0f}};
            const ObjectId truck = scene.add(box, {{0, 0.75f, 0}}, body, 4000.0f);
            const ObjectId trailer = scene.add(box, {{-5, 0.75f, 0}}, body, trailerMass);
            const std::vector<JointId> joints = {
                add(scene, Joint::ball(scene.world, truck, trailer, {-2.5f, 0.5f, 0}, {1, 0, 0}))};
            float opening = 0.0f;
            for (int i = 0; i < 300; ++i) {
                scene.dynamics.step(scene.world, test::kStep);
                opening = std::max(opening, openingOf(scene, joints));
            }
            EXPECT_GT(scene.position(truck).x, 17.0f) << "has reached the wall";
            EXPECT_LT(opening, 1e-3f) << speed << " m/s, " << trailerMass << " kg";
        }
    }
}

TEST(JoinedScenes, AWreckingBallBreaksAWallAndHangsOn) {
    DynamicsScene scene(test::awake());
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < 5; ++i) {
            scene.add(test::cube(0.5f),
                      {{0, 0.25f + 0.5f * static_cast<float>(row), -1.0f + 0.5f * static_cast<float>(i)}}, {},
                      50.0f);
        }
    }
    const ObjectId ball = scene.add(Sphere{.radius = 0.5f}, {{-5, 6, 0}}, {}, 1000.0f);
    Joint rope = Joint::rod(scene.world, kWorldFrame, ball, {0, 6, 0}, {-5, 6, 0});
    rope.distance.lower = 0.0f;
    const JointId id = add(scene, rope);
    float longest = 0.0f, farthest = 0.0f;
    for (int i = 0; i < 180; ++i) {
        scene.dynamics.step(scene.world, test::kStep);
        longest = std::max(longest, scene.dynamics.jointState(scene.world, id)->distance);
        farthest = std::max(farthest, scene.position(ball).x);
    }
    EXPECT_GT(farthest, 1.0f) << "goes on through the wall";
    EXPECT_LT(longest, 5.002f);
}

TEST(JoinedScenes, AConeHoldsInEveryDirectionSlow) {
    for (int i = 0; i < 12; ++i) {
        DynamicsScene scene(test::awake());
        scene.world.remove(scene.floor);
        const float angle = 0.5236f * static_cast<float>(i);
        const ObjectId bar = scene.add(Box{.halfExtents = {0.5f, 0.05f, 0.05f}}, {{0.5f, 0, 0}}, {}, 10.0f);
        Joint joint = Joint::ball(scene.world, kWorldFrame, bar, {0, 0, 0}, {1, 0, 0});
        joint.turns.swing = JointAxis::range(0.0f, 0.7f);
        joint.turns.twist = JointAxis::range(-0.2f, 0.3f);
        const JointId id = add(scene, joint);
        const glm::vec3 spin(6.0f, 3.0f * std::cos(angle), 3.0f * std::sin(angle));
        scene.dynamics.setVelocity(bar, glm::cross(spin, glm::vec3(0.5f, 0, 0)), spin);
        constexpr float kTenthOfADegree = 0.1f * 0.017453293f;
        for (int step = 0; step < 300; ++step) {
            scene.dynamics.step(scene.world, test::kStep);
            const JointState state = *scene.dynamics.jointState(scene.world, id);
            ASSERT_LT(state.swing, 0.7f + kTenthOfADegree) << i << " " << step;
            ASSERT_LT(state.twist, 0.3f + kTenthOfADegree) << i << " " << step;
            ASSERT_GT(state.twist, -0.2f - kTenthOfADegree) << i << " " << step;
        }
    }
}

/// A ragdoll of 11 parts in the air, without friction in its joints.
struct Ragdoll : DynamicsScene {
    std::vector<JointId> joints;

    explicit Ragdoll(const glm::vec3& velocity) : velocity_(velocity) {
        const ObjectId pelvis = bone({-0.1f, 0, 0}, {0.1f, 0, 0}, 0.12f, 10),
                       torso = bone({0, 0.25f, 0}, {0, 0.5f, 0}, 0.15f, 20),
                       head = bone({0, 0.8f, 0}, {0, 0.85f, 0}, 0.1f, 5);
        ball(pelvis, torso, {0, 0.14f, 0}, {0, 1, 0}, 0.5f);
        ball(torso, head, {0, 0.68f, 0}, {0, 1, 0}, 0.6f);
        for (const float side : {-1.0f, 1.0f}) {
            const float x = 0.12f * side;
            const ObjectId thigh = bone({x, -0.15f, 0}, {x, -0.45f, 0}, 0.07f, 7),
                           shin = bone({x, -0.6f, 0}, {x, -0.9f, 0}, 0.06f, 4);
            const ObjectId arm = bone({side * 0.25f, 0.5f, 0}, {side * 0.5f, 0.5f, 0}, 0.05f, 2.5f),
                           hand = bone({side * 0.6f, 0.5f, 0}, {side * 0.85f, 0.5f, 0}, 0.04f, 1.5f);
            ball(pelvis, thigh, {x, -0.1f, 0}, {0, -1, 0}, 1.0f);
            hinge(thigh, shin, {x, -0.52f, 0}, {1, 0, 0}, 0.0f, 2.3f);
            ball(torso, arm, {side * 0.2f, 0.5f, 0}, {side, 0, 0}, 1.3f);
            hinge(arm, hand, {side * 0.55f, 0.5f, 0}, {0, 1, 0}, -2.3f, 0.0f);
        }
    }

private:
    ObjectId bone(glm::vec3 from, glm::vec3 to, float radius, float mass) {
        const glm::vec3 middle = 0.5f * (from + to);
        return DynamicsScene::add(Capsule{from - middle, to - middle, radius}, {kStart + middle},
                                  {.velocity = velocity_, .angularDamping = 0.2f}, mass);
    }
    void ball(ObjectId a, ObjectId b, glm::vec3 point, glm::vec3 axis, float cone) {
        Joint joint = Joint::ball(world, a, b, kStart + point, axis);
        joint.turns.swing = JointAxis::range(0.0f, cone);
        joint.turns.twist = JointAxis::range(-0.4f, 0.4f);
        joints.push_back(dynamics.addJoint(world, joint).value());
    }
    void hinge(ObjectId a, ObjectId b, glm::vec3 point, glm::vec3 axis, float lower, float upper) {
        Joint joint = Joint::hinge(world, a, b, kStart + point, axis);
        joint.turns.twist = JointAxis::range(lower, upper);
        joints.push_back(dynamics.addJoint(world, joint).value());
    }

    static constexpr glm::vec3 kStart{0.0f, 1.5f, 0.0f};
    glm::vec3 velocity_;
};

/// A hand that hangs free may swing on for a minute.
TEST(JoinedScenes, RagdollsFallAndSleep) {
    test::Random random(1);
    const int trials = test::trialCount(30);
    int asleep = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Ragdoll scene(glm::vec3(random.inBox(2.0)));
        EXPECT_EQ(scene.dynamics.size(), 11u);
        float opening = 0.0f;
        for (int i = 0; i < 1200 && (i == 0 || scene.dynamics.awakeCount() > 0); ++i) {
            scene.dynamics.step(scene.world, test::kStep);
            opening = std::max(opening, openingOf(scene, scene.joints));
        }
        EXPECT_LT(opening, 0.015f) << trial;
        if (scene.dynamics.awakeCount() == 0) {
            ++asleep;
            EXPECT_LT(openingOf(scene, scene.joints), 1e-3f) << trial;
        }
    }
    EXPECT_GE(asleep, trials - std::max(trials / 10, 1));
}

}  // namespace
