// Bodies with locked axes, and limits of speed.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

template <class T>
class LockedAxesIn : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;
    using Locks = BasicLockedAxes<typename Space<T>::Dimension>;

    static Locks noTurn() {
        if constexpr (Spatial<T>) {
            return {.turnX = true, .turnY = true, .turnZ = true};
        } else {
            return {.turn = true};
        }
    }
    static Locks onlyAlongX() {
        Locks locks = noTurn();
        locks.moveY = true;
        if constexpr (Spatial<T>) {
            locks.moveZ = true;
        }
        return locks;
    }
    static Scene weighty() {
        typename Scene::Options options;
        options.sleepSpeed = 0.0f;
        return Scene(options);
    }
    /// A box in any position of which some axes are locked.
    static ObjectId addLocked(Scene& scene, test::Random& random) {
        Body body;
        const auto draw = [&](bool& lock) { lock = random.chance(0.5); };
        draw(body.locked.moveX), draw(body.locked.moveY);
        if constexpr (Spatial<T>) {
            draw(body.locked.moveZ), draw(body.locked.turnX), draw(body.locked.turnY),
                draw(body.locked.turnZ);
        } else {
            draw(body.locked.turn);
        }
        const double x = random.uniform(-1.0, 1.0), y = random.uniform(-1.0, 1.0);
        auto pose = Law::pose({x, y}, random.uniform(-3.0, 3.0));
        if constexpr (Spatial<T>) {
            pose.rotation = glm::qua<T>(random.rotation());
        }
        return scene.add(Law::box(0.5f, 0.3f, 0.4f), pose, body, 5.0f);
    }
    static typename Space<T>::Position placeNear(const Scene& scene, ObjectId id, test::Random& random) {
        const glm::dvec3 way = random.inBox(0.7);
        if constexpr (Spatial<T>) {
            return scene.world.find(id)->pose.position + typename Space<T>::Position(way);
        } else {
            return scene.world.find(id)->pose.position + typename Space<T>::Position(glm::dvec2(way));
        }
    }
    /// A heap on a floor in which every third body does not turn, and every third one only moves along x.
    static Scene heap() {
        typename Scene::Options options;
        options.sleepSpeed = 0.0f;
        Scene scene(options);
        scene.addStatic(Law::box(20.0f, 1.0f, 20.0f), Law::pose({0.0, -1.0}));
        for (int i = 0; i < 15; ++i) {
            Body body;
            body.locked = i % 3 == 0 ? Locks{} : i % 3 == 1 ? noTurn() : onlyAlongX();
            body.velocity = Law::vector({i % 2 == 0 ? 1.0f : -1.0f, 0.0f});
            scene.add(i % 4 == 0 ? Law::ball(0.4f) : Law::box(0.5f, 0.375f),
                      Law::pose({0.7 * (i % 5) - 1.5, 0.5 + 1.1 * (i / 5)}, 0.3 * i), body, 2.0f);
        }
        return scene;
    }
};
TYPED_TEST_SUITE(LockedAxesIn, test::LawSpaces);

// To the bit: not by a correction afterwards.
TYPED_TEST(LockedAxesIn, NothingMovesABodyAlongThem) {
    LawScene<TypeParam> scene = this->heap();
    scene.step();  // normalizes rotations
    const LawScene<TypeParam> before = scene;
    double moved = 0.0;
    for (int step = 0; step < 120; ++step) {
        scene.step();
    }
    for (int i = 0; i < 15; ++i) {
        const ObjectId id = scene.world.ids()[std::size_t(i) + 1];
        const auto &was = before.world.find(id)->pose, &is = scene.world.find(id)->pose;
        if (i % 3 != 0) {
            EXPECT_EQ(is.rotation, was.rotation) << i;
            EXPECT_EQ(scene.spin(id), 0.0) << i;
        }
        if (i % 3 == 2) {
            EXPECT_EQ(is.position.y, was.position.y) << i;
            EXPECT_EQ(scene.velocity(id).y, 0.0) << i;
            moved = std::max(moved, std::abs(double(is.position.x - was.position.x)));
        }
    }
    EXPECT_GT(moved, 0.1) << "others move it along x";
}

// An impact along a normal n stops the bodies along it by the impulse v.n / (1 / mA + nx^2 / mB), if B only
// moves along x.
TYPED_TEST(LockedAxesIn, CountAsAnInfiniteMass) {
    using L = LawSpace<TypeParam>;
    for (const double angle : {0.0, 0.4, 0.8, 1.2}) {
        LawScene<TypeParam> scene;
        BasicBody<typename Space<TypeParam>::Dimension> body{.material = {.friction = 0.0f}};
        const glm::dvec2 normal(std::cos(angle), std::sin(angle));
        body.locked = this->onlyAlongX();
        const ObjectId rail = scene.add(L::ball(0.5f), L::pose({}), body, 3.0f);
        body.locked = {};
        body.velocity = L::vector(glm::vec2(4.0 * normal));
        const ObjectId ball = scene.add(L::ball(0.5f), L::pose(-1.05 * normal), body, 2.0f);
        for (int step = 0; step < 10; ++step) {
            scene.step();
        }
        const double impulse = 4.0 / (1.0 / 2.0 + normal.x * normal.x / 3.0);
        EXPECT_NEAR(scene.velocity(rail).x, impulse * normal.x / 3.0, 5e-3) << angle;
        EXPECT_EQ(scene.velocity(rail).y, 0.0);
        const glm::dvec2 rest = 4.0 * normal - impulse / 2.0 * normal;
        EXPECT_NEAR(scene.velocity(ball).x, rest.x, 5e-3) << angle;
        EXPECT_NEAR(scene.velocity(ball).y, rest.y, 5e-3) << angle;
        // Momentum along the free axis is kept.
        EXPECT_NEAR(2.0 * scene.velocity(ball).x + 3.0 * scene.velocity(rail).x, 8.0 * normal.x, 1e-5);
    }
}

TYPED_TEST(LockedAxesIn, HoldAgainstTheGame) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    BasicBody<typename Space<TypeParam>::Dimension> body{.velocity = L::vector({1.0f, 2.0f}),
                                                         .angularVelocity = L::spin(3.0f)};
    body.locked = this->onlyAlongX();
    const ObjectId id = scene.add(L::box(0.5f, 0.25f), L::pose({}, 0.5), body, 2.0f);
    EXPECT_EQ(scene.velocity(id), glm::dvec3(1.0, 0.0, 0.0));
    EXPECT_EQ(scene.spin(id), 0.0);
    const auto point = L::pose({0.25, 0.5}).position;
    ASSERT_TRUE(scene.dynamics.applyImpulse(scene.world, id, L::vector({2.0f, 6.0f}), point));
    EXPECT_NEAR(scene.velocity(id).x, 2.0, 1e-6);
    ASSERT_TRUE(scene.dynamics.applyForce(scene.world, id, L::vector({120.0f, 60.0f}), point));
    scene.step();
    EXPECT_NEAR(scene.velocity(id).x, 3.0, 1e-5);
    EXPECT_EQ(scene.velocity(id).y, 0.0);
    EXPECT_EQ(scene.spin(id), 0.0);
}

TYPED_TEST(LockedAxesIn, JointsRespectThem) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene;
    BasicBody<typename Space<TypeParam>::Dimension> body;
    body.locked = this->onlyAlongX();
    const ObjectId slide = scene.add(L::box(0.5f, 0.25f), L::pose({}), body, 2.0f);
    const ObjectId bob =
        scene.add(L::ball(0.25f), L::pose({0.0, -2.0}), {.velocity = L::vector({3.0f, 0.0f})}, 2.0f);
    const auto rod = BasicJoint<TypeParam>::rod(scene.world, slide, bob, L::pose({}).position,
                                                L::pose({0.0, -2.0}).position);
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, rod));
    for (int step = 0; step < 240; ++step) {
        scene.step();
        ASSERT_EQ(scene.position(slide).y, 0.0);
        ASSERT_EQ(scene.spin(slide), 0.0);
        ASSERT_NEAR(glm::distance(scene.position(slide), scene.position(bob)), 2.0, 0.01) << step;
        // Nothing pushes along x, so momentum along it is kept.
        ASSERT_NEAR(2.0 * scene.velocity(slide).x + 2.0 * scene.velocity(bob).x, 6.0, 1e-4) << step;
    }
}

// Locks agree with what a joint to the world asks of a body at rest, whatever they are.
TYPED_TEST(LockedAxesIn, JointsHoldWhereTheyAgree) {
    using L = LawSpace<TypeParam>;
    using Joint = BasicJoint<TypeParam>;
    test::forEachTrial(91, test::trialCount(300), [&](test::Random& random, int trial) {
        auto scene = this->weighty();
        const ObjectId id = this->addLocked(scene, random);
        const auto at = this->placeNear(scene, id, random);
        const auto joint = trial % 2 == 0
                               ? Joint::fixed(scene.world, kWorldFrame, id, at)
                               : Joint::slider(scene.world, kWorldFrame, id, at, L::vector({0.6f, 0.8f}));
        (void)scene.dynamics.addJoint(scene.world, joint).value();
        const glm::dvec2 before = scene.position(id);
        for (int step = 0; step < 60; ++step) {
            scene.step();
            ASSERT_LT(glm::length(scene.velocity(id)), 9.81 * (step + 1) / 60.0 + 1e-3) << step;
            if (trial % 2 == 0) {
                ASSERT_LT(glm::distance(scene.position(id), before), 1e-4) << step;
            }
        }
    });
}

// A hook of 1 kg with a heavy load: locks that ask for nothing else than the joints change no bit.
TYPED_TEST(LockedAxesIn, HoldAsMuchAsOthers) {
    using L = LawSpace<TypeParam>;
    using Joint = BasicJoint<TypeParam>;
    for (const float load : {10.0f, 1000.0f, 10000.0f}) {
        const auto fallOf = [&](bool isLocked) {
            auto scene = this->weighty();
            typename TestFixture::Body body;
            if constexpr (Spatial<TypeParam>) {
                body.locked.moveZ = body.locked.turnX = body.locked.turnY = isLocked;
            } else {
                body.locked.moveX = isLocked;
            }
            const ObjectId hook = scene.add(L::box(0.1f, 0.1f), L::pose({}), body, 1.0f),
                           weight = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, -1.0}), {}, load);
            const auto join = [&](ObjectId a, ObjectId b, double y) {
                const auto at = L::pose({0.0, y}).position;
                (void)scene.dynamics.addJoint(scene.world, Joint::fixed(scene.world, a, b, at)).value();
            };
            join(kWorldFrame, hook, 0.1), join(hook, weight, -0.1);
            for (int step = 0; step < 120; ++step) {
                scene.step();
            }
            return scene.position(weight).y;
        };
        const double free = fallOf(false);
        EXPECT_GT(free, -1.5);
        EXPECT_EQ(fallOf(true), free) << load << " kg";
    }
}

// A fast body that a moving and turning platform stops then moves with the platform, along free axes only.
TYPED_TEST(LockedAxesIn, HoldWhatAMovingObstacleStops) {
    using L = LawSpace<TypeParam>;
    test::forEachTrial(5, 200, [&](test::Random& random, int trial) {
        LawScene<TypeParam> scene;
        const double x = random.uniform(-2.0, 2.0), y = random.uniform(-1.0, 1.0);
        const typename TestFixture::Body paddle{
            .velocity = L::vector(glm::vec2(glm::dvec2(x, y))),
            .angularVelocity = L::spin(static_cast<float>(random.uniform(2.0, 8.0)))};
        scene.add(L::box(4.0f, 0.1f, 4.0f), L::pose({}), paddle, 0.0f);
        typename TestFixture::Body body;
        body.locked = trial % 2 == 0 ? this->noTurn() : this->onlyAlongX();
        const double vx = random.uniform(-30.0, 30.0), vy = random.uniform(-60.0, -10.0);
        body.velocity = L::vector(glm::vec2(vx, vy));
        const double at = random.uniform(-2.0, 2.0), height = random.uniform(0.3, 2.0);
        const ObjectId id = scene.add(L::box(0.2f, 0.15f, 0.2f), L::pose({at, height}), body, 1.0f);
        const auto before = scene.world.find(id)->pose;
        for (int step = 0; step < 20; ++step) {
            scene.step();
            ASSERT_EQ(scene.world.find(id)->pose.rotation, before.rotation) << step;
            ASSERT_EQ(scene.spin(id), 0.0) << step;
            if (trial % 2 != 0) {
                ASSERT_EQ(scene.world.find(id)->pose.position.y, before.position.y) << step;
            }
        }
    });
}

// A contact whose normal is locked carries nothing: it has no friction, and a normal that rounding has tilted
// throws nobody along the free axis.
TYPED_TEST(LockedAxesIn, LetABodyGlideThatStoodOnTheGround) {
    using L = LawSpace<TypeParam>;
    for (const bool turns : {false, true}) {
        for (const double slope : {0.0, 1e-4, 0.005, 0.05}) {
            LawScene<TypeParam> scene = this->weighty();
            scene.addStatic(L::box(50.0f, 1.0f, 50.0f), L::pose({std::sin(slope), -std::cos(slope)}, -slope));
            const ObjectId id = scene.add(L::box(0.5f, 0.5f), L::pose({0.0, 0.5}, -slope),
                                          {.material = {.friction = 1.0f},
                                           .locked = turns ? this->noTurn() : decltype(this->noTurn()){}},
                                          10.0f);
            for (int step = 0; step < 120; ++step) {
                scene.step();
            }
            auto body = *scene.dynamics.find(id);
            body.locked = this->onlyAlongX();
            body.velocity = L::vector({3.0f, 0.0f});
            EXPECT_FALSE(scene.dynamics.setBody(scene.world, id, body));
            for (int step = 0; step < 120; ++step) {
                scene.step();
            }
            EXPECT_GT(scene.velocity(id).x, 2.5) << slope << turns;
            EXPECT_LT(scene.velocity(id).x, 3.5) << slope << turns;
        }
    }
}

TYPED_TEST(LockedAxesIn, SpeedsHaveLimits) {
    using L = LawSpace<TypeParam>;
    typename LawScene<TypeParam>::Options options;
    LawScene<TypeParam> scene(options);
    BasicBody<typename Space<TypeParam>::Dimension> body{.velocity = L::vector({3.0f, 0.0f}),
                                                         .angularVelocity = L::spin(30.0f)};
    body.maxSpeed = 5.0f, body.maxAngularSpeed = 10.0f;
    const ObjectId id = scene.add(L::ball(0.5f), L::pose({}), body, 2.0f);
    for (int step = 0; step < 120; ++step) {
        scene.step();
        EXPECT_LE(glm::length(scene.velocity(id)), 5.0 + 1e-5);
        EXPECT_LE(std::abs(scene.spin(id)), 10.0 + 1e-5);
    }
    EXPECT_NEAR(glm::length(scene.velocity(id)), 5.0, 1e-5);
    EXPECT_NEAR(scene.spin(id), 10.0, 1e-5);
    body.maxSpeed = 0.0f;
    EXPECT_TRUE(scene.dynamics.setBody(scene.world, id, body));
    body.maxSpeed = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(scene.dynamics.setBody(scene.world, id, body));
}

TYPED_TEST(LockedAxesIn, AreAPartOfTheState) {
    LawScene<TypeParam> scene = this->heap();
    LawScene<TypeParam> other = scene;
    other.dynamics = BasicDynamics<TypeParam>(scene.dynamics.options());
    ASSERT_FALSE(other.dynamics.restore(other.world, scene.dynamics.snapshot()));
    LawScene<TypeParam> threaded = scene;
    for (int step = 0; step < 60; ++step) {
        scene.step();
        other.step();
        threaded.dynamics.step(threaded.world, 1.0f / 60.0f, test::OnThreads{3});
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << step;
        ASSERT_EQ(threaded.dynamics.hash(), scene.dynamics.hash()) << step;
    }
    const ObjectId id = scene.world.ids()[1];
    auto body = *scene.dynamics.find(id);
    const auto before = scene.dynamics.hash();
    body.maxSpeed = 100.0f;
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, id, body));
    const auto limited = scene.dynamics.hash();
    body.locked.moveX = true;
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, id, body));
    EXPECT_NE(limited, before);
    EXPECT_NE(scene.dynamics.hash(), limited);
}

// A game of two dimensions in three: a heap of boxes, hit from the side, stays in its plane to the bit.
TEST(LockedAxesInSpace, AHeapStaysInAPlane) {
    test::Random random(77);
    test::DynamicsScene scene(test::awake());
    for (int i = 0; i < 12; ++i) {
        const LockedAxes locked{.moveZ = true, .turnX = true, .turnY = true};
        scene.add(Box{.halfExtents = {0.5f, 0.3f, 0.4f}},
                  {{static_cast<float>(random.inBox(1.0).x), 0.5f + 0.7f * static_cast<float>(i), 0.0f},
                   glm::angleAxis(static_cast<float>(random.inBox(3.0).x), glm::vec3(0, 0, 1))},
                  {.locked = locked});
    }
    scene.add(Sphere{.radius = 0.5f}, {{0.3f, 2.0f, 6.0f}}, {.velocity = {0.0f, 0.0f, -20.0f}});
    scene.run(2.0f);
    float turned = 0.0f;
    for (const ObjectId id : scene.world.ids()) {
        const Body* const body = scene.dynamics.find(id);
        if (body != nullptr && body->locked.moveZ) {
            EXPECT_EQ(scene.position(id).z, 0.0f);
            EXPECT_EQ(scene.world.find(id)->pose.rotation.x, 0.0f);
            EXPECT_EQ(scene.world.find(id)->pose.rotation.y, 0.0f);
            turned = std::max(turned, std::abs(scene.world.find(id)->pose.rotation.z));
        }
    }
    EXPECT_GT(turned, 0.1f);
}

// A ball that must not turn about x and y rolls with the resistance of its free axis.
TEST(LockedAxesInSpace, RollingResistanceSlowsABallInAPlane) {
    test::DynamicsScene scene(test::awake());
    const ObjectId ball = scene.add(Sphere{.radius = 0.5f}, {{0.0f, 0.5f, 0.0f}},
                                    {.velocity = {5.0f, 0.0f, 0.0f},
                                     .angularVelocity = {0.0f, 0.0f, -10.0f},
                                     .material = {.rollingResistance = 0.1f},
                                     .locked = {.moveZ = true, .turnX = true, .turnY = true}});
    scene.run(1.0f);
    EXPECT_NEAR(5.0f - scene.velocity(ball).x, 0.1f * 9.81f / 1.4f, 2e-3f);
}

// Two of three axes are free: the inertia about them is that of the body, coupled as its lock demands.
TEST(LockedAxesInSpace, ATurnedInertiaIsThatOfTheFreeAxes) {
    test::DynamicsScene scene = test::DynamicsScene::inSpace();
    const Pose pose{{}, glm::angleAxis(0.7f, glm::normalize(glm::vec3(1.0f, 2.0f, 3.0f)))};
    const ObjectId id = scene.add(Box{.halfExtents = {0.5f, 1.0f, 1.5f}}, pose, {.locked = {.turnX = true}});
    const glm::mat3 rotation = glm::mat3_cast(pose.rotation);
    const glm::mat3 inertia = rotation * scene.dynamics.find(id)->mass.inertia * glm::transpose(rotation);
    ASSERT_TRUE(scene.dynamics.applyForce(id, {}, {100.0f, 200.0f, -300.0f}));
    scene.run(test::kStep);
    const glm::vec3 momentum = inertia * scene.dynamics.find(id)->angularVelocity / test::kStep;
    EXPECT_EQ(scene.dynamics.find(id)->angularVelocity.x, 0.0f);
    EXPECT_NEAR(momentum.y, 200.0f, 0.1f);
    EXPECT_NEAR(momentum.z, -300.0f, 0.1f);
}

/// A rod that turns about one axis of the world lands. Its inertia about that axis stays what it is, and is
/// far more than what the same rod has against a torque that may also spin it about itself.
TEST(LockedAxesInSpace, ARodThatLandsGainsNoEnergy) {
    test::forEachTrial(51, test::trialCount(200), [](test::Random& random, int trial) {
        const bool isLattice = trial % 4 == 0;
        test::DynamicsScene scene({.gravity = glm::vec3(0.0f), .sleepSpeed = 0.0f});
        const std::uint32_t free = random.below(3);
        const auto speed = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
        Body body{.velocity = {0.0f, speed(1.0) - 2.0f, 0.0f},
                  .material = {.friction = 0.0f, .restitution = trial % 2 == 0 ? 0.0f : 0.5f}};
        body.locked.turnX = free != 0, body.locked.turnY = free != 1, body.locked.turnZ = free != 2;
        body.angularVelocity[static_cast<int>(free)] = speed(15.0);
        const glm::quat rotation =
            isLattice ? glm::angleAxis(0.78539816f, glm::vec3(free == 0, free == 1, free == 2))
                      : glm::quat(random.rotation());
        (void)scene.add(Box{.halfExtents = {0.1f, 1.0f, 0.1f}}, {{0.0f, 1.3f, 0.0f}, rotation}, body);
        const double before = test::energyOf(scene);
        for (int step = 0; step < 60; ++step) {
            scene.run(test::kStep);
            EXPECT_LT(test::energyOf(scene), 1.01 * before) << "step " << step;
        }
    });
}

}  // namespace
