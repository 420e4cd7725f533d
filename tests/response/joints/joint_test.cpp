// Joints as values: handles, errors, what they wake, snapshots.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace sat3d;
using test::cube;
using test::DynamicsScene;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A ball that hangs on a rope of 1 m, at rest.
struct Hanging : DynamicsScene {
    ObjectId ball;
    JointId joint;

    explicit Hanging(const DynamicsOptions& options = {}) : DynamicsScene(options) {
        ball = add(Sphere{.radius = 0.2f}, {{0.0f, 4.0f, 0.0f}}, {}, 10.0f);
        joint = *dynamics.addJoint(world, Joint::rod(world, kWorldFrame, ball, {0, 5, 0}, {0, 4, 0}));
    }
};

TEST(Joint, HandlesKnowTheirGeneration) {
    DynamicsScene scene;
    const ObjectId a = scene.add(cube(1), {{0, 2, 0}}), b = scene.add(cube(1), {{2, 2, 0}});
    const Joint fixed = Joint::fixed(scene.world, a, b, {1, 2, 0});
    const JointId first = *scene.dynamics.addJoint(scene.world, fixed),
                  second = *scene.dynamics.addJoint(scene.world, fixed);
    EXPECT_EQ(scene.dynamics.joints().size(), 2u);
    EXPECT_TRUE(scene.dynamics.removeJoint(first));
    EXPECT_FALSE(scene.dynamics.removeJoint(first));
    EXPECT_EQ(scene.dynamics.findJoint(first), nullptr);
    EXPECT_FALSE(scene.dynamics.jointState(scene.world, first));
    EXPECT_EQ(scene.dynamics.setJoint(scene.world, first, fixed)->code, WorldError::Code::StaleId);
    const JointId third = *scene.dynamics.addJoint(scene.world, fixed);
    EXPECT_EQ(third.index, first.index);
    EXPECT_NE(third, first);
    EXPECT_EQ(scene.dynamics.findJoint(first), nullptr);
    EXPECT_EQ(std::vector(scene.dynamics.joints().begin(), scene.dynamics.joints().end()),
              (std::vector{third, second}));
}

TEST(Joint, RefusesWhatMakesNoSense) {
    DynamicsScene scene;
    const ObjectId a = scene.add(cube(1), {{0, 2, 0}}), b = scene.add(cube(1), {{2, 2, 0}});
    const ObjectId gone = scene.add(cube(1), {{9, 2, 0}});
    scene.world.remove(gone);
    const Joint sound = Joint::fixed(scene.world, a, b, {1, 2, 0});
    const auto expectError = [&](WorldError::Code code, const std::function<void(Joint&)>& spoil) {
        Joint joint = sound;
        spoil(joint);
        const auto result = scene.dynamics.addJoint(scene.world, joint);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, code) << result.error().message;
        EXPECT_NE(result.error().message.find("the joint of"), std::string::npos) << result.error().message;
        EXPECT_TRUE(scene.dynamics.joints().empty());
    };
    const auto expectBad = [&](const std::function<void(Joint&)>& spoil) {
        expectError(WorldError::Code::BadJoint, spoil);
    };
    expectError(WorldError::Code::StaleId, [&](Joint& joint) { joint.a = gone; });
    expectError(WorldError::Code::StaleId, [&](Joint& joint) { joint.b = gone; });
    expectError(WorldError::Code::StaleId, [&](Joint& joint) { joint.b = kWorldFrame; });
    expectBad([&](Joint& joint) { joint.a = b; });
    expectBad([&](Joint& joint) { joint.a = kWorldFrame, joint.b = scene.floor; });  // moves nothing
    expectBad([](Joint& joint) { joint.frameInA.position.x = kNan; });
    expectBad([](Joint& joint) { joint.frameInB.rotation.w = 2.0f; });
    expectBad([](Joint& joint) { joint.offsets[1] = JointAxis::range(1.0f, 0.5f); });
    expectBad([](Joint& joint) { joint.offsets[2].upper = kNan; });
    expectBad([](Joint& joint) { joint.offsets[0].drive = JointDrive::motor(1.0f); });  // locked
    expectBad([](Joint& joint) { joint.turns.twist = JointAxis::range(-4.0f, 4.0f); });
    expectBad([](Joint& joint) { joint.turns.twist = JointAxis::range(0.0f, 7.0f); });
    expectBad([](Joint& joint) { joint.turns.swing = JointAxis::range(0.0f, 4.0f); });
    expectBad([](Joint& joint) { joint.turns.swing = JointAxis::range(0.5f, 1.0f); });
    expectBad([](Joint& joint) { joint.turns.twist = JointAxis::driven(JointDrive::spring(-1.0f, 1.0f)); });
    expectBad([](Joint& joint) { joint.turns.twist = JointAxis::driven(JointDrive::motor(kNan)); });
    expectBad([](Joint& joint) { joint.distance = JointAxis::range(1.0f, 1.0f); });  // offsets are locked
    expectBad([](Joint& joint) {
        joint.offsets.fill(JointAxis::free());
        joint.distance = JointAxis::range(0.0f, 0.0f);
    });
    expectBad([](Joint& joint) { joint.breakForce = 0.0f; });
    expectBad([](Joint& joint) { joint.breakTorque = kNan; });
    EXPECT_FALSE(scene.dynamics.addJoint(scene.world, Joint::hinge(scene.world, a, b, {0, 0, 0}, {0, 0, 0})));
    EXPECT_TRUE(scene.dynamics.addJoint(scene.world, sound));
}

TEST(Joint, FramesLieWhereTheyWereAskedFor) {
    DynamicsScene scene;
    const glm::quat turned = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
    const ObjectId a = scene.add(cube(1), {{0, 2, 0}, turned}), b = scene.add(cube(1), {{2, 2, 0}});
    for (const glm::vec3 axis :
         {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 0, -2), glm::vec3(1, 1, 1)}) {
        const Joint joint = Joint::hinge(scene.world, a, b, {1, 2, 3}, axis);
        for (const auto& [id, local] : {std::pair(a, joint.frameInA), std::pair(b, joint.frameInB)}) {
            const Pose frame = scene.world.find(id)->pose * local;
            EXPECT_LT(glm::length(frame.position - glm::vec3(1, 2, 3)), 1e-5f);
            EXPECT_LT(glm::length(frame.rotation * glm::vec3(1, 0, 0) - glm::normalize(axis)), 1e-5f);
        }
    }
}

TEST(Joint, StateTellsAnglesAndSpeeds) {
    DynamicsScene scene = DynamicsScene::inSpace();
    const ObjectId b = scene.add(cube(1), {{1, 0, 0}});
    Joint ball = Joint::ball(scene.world, kWorldFrame, b, {0, 0, 0}, {1, 0, 0});
    const JointId id = *scene.dynamics.addJoint(scene.world, ball);
    const glm::quat twist = glm::angleAxis(0.5f, glm::vec3(1, 0, 0)),
                    swing = glm::angleAxis(0.8f, glm::vec3(0, 0.6f, 0.8f));
    ASSERT_FALSE(scene.world.setPose(b, {swing * glm::vec3(1, 0, 0), swing * twist}));
    const glm::vec3 spin = swing * glm::vec3(2, 0, 0);
    scene.dynamics.setVelocity(b, glm::cross(spin, swing * glm::vec3(1, 0, 0)), spin);
    const JointState state = *scene.dynamics.jointState(scene.world, id);
    EXPECT_NEAR(state.twist, 0.5f, 1e-5f);
    EXPECT_NEAR(state.swing, 0.8f, 1e-5f);
    EXPECT_NEAR(state.twistSpeed, 2.0f, 1e-4f);
    EXPECT_NEAR(state.swingSpeed, 0.0f, 1e-4f);
    EXPECT_NEAR(state.distance, 0.0f, 1e-5f);
}

TEST(Joint, TheJoinedTouchEachOtherOnlyIfTheyShall) {
    for (const bool collides : {false, true}) {
        DynamicsScene scene = DynamicsScene::inSpace();
        const ObjectId a = scene.add(cube(1), {{0, 0, 0}}), b = scene.add(cube(1), {{0.9f, 0, 0}});
        Joint joint = Joint::slider(scene.world, a, b, {0, 0, 0}, {1, 0, 0});
        joint.collides = collides;
        ASSERT_TRUE(scene.dynamics.addJoint(scene.world, joint));
        scene.run(1.0f);
        EXPECT_EQ(scene.position(b).x - scene.position(a).x > 0.98f, collides);
    }
}

TEST(Joint, GoesWithItsObjects) {
    for (const bool isFirst : {true, false}) {
        DynamicsScene scene;
        const ObjectId a = scene.add(cube(1), {{0, 5, 0}}), b = scene.add(cube(1), {{2, 5, 0}});
        const JointId id = *scene.dynamics.addJoint(scene.world, Joint::fixed(scene.world, a, b, {1, 5, 0}));
        scene.run(0.1f);
        scene.world.remove(isFirst ? a : b);
        scene.run(0.1f);
        EXPECT_EQ(scene.dynamics.findJoint(id), nullptr);
        EXPECT_TRUE(scene.dynamics.joints().empty());
    }
    DynamicsScene scene;  // an object that no step has seen
    const ObjectId a = *scene.world.add({.shape = cube(1)}), b = scene.add(cube(1), {{2, 5, 0}});
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, Joint::fixed(scene.world, a, b, {1, 5, 0})));
    scene.world.remove(a);
    scene.run(0.1f);
    EXPECT_TRUE(scene.dynamics.joints().empty());
}

TEST(Joint, BreaksWhereItCarriesTooMuch) {
    for (const float strength : {99.0f, 97.0f}) {  // newtons; the ball weighs 98.1
        Hanging scene(test::awake());
        Joint joint = *scene.dynamics.findJoint(scene.joint);
        joint.breakForce = strength;
        ASSERT_FALSE(scene.dynamics.setJoint(scene.world, scene.joint, joint));
        int broken = 0;
        for (int i = 0; i < 60; ++i) {
            scene.dynamics.step(scene.world, test::kStep);
            for (const Dynamics::BrokenJoint& one : scene.dynamics.brokenJoints()) {
                ++broken;
                EXPECT_EQ(one.id, scene.joint);
                EXPECT_GT(glm::length(one.force), strength);
                EXPECT_EQ(one.joint.b, scene.ball);
            }
        }
        EXPECT_EQ(broken, strength > 98.0f ? 0 : 1);
        EXPECT_EQ(scene.dynamics.findJoint(scene.joint) == nullptr, broken == 1);
        EXPECT_EQ(scene.position(scene.ball).y < 3.0f, broken == 1);
    }
}

TEST(Joint, WhatHangsSleepsAndWakes) {
    const auto asleep = [] {
        Hanging scene;
        scene.run(3.0f);
        EXPECT_TRUE(scene.dynamics.isAsleep(scene.ball));
        return scene;
    };
    {
        Hanging scene = asleep();
        EXPECT_TRUE(scene.dynamics.removeJoint(scene.joint));
        scene.run(0.5f);
        EXPECT_LT(scene.position(scene.ball).y, 3.5f);
    }
    {
        Hanging scene = asleep();
        Joint joint = *scene.dynamics.findJoint(scene.joint);
        joint.distance = JointAxis::range(0.5f, 0.5f);
        EXPECT_FALSE(scene.dynamics.setJoint(scene.world, scene.joint, joint));
        scene.run(1.0f);  // at 0.9 m/s
        EXPECT_NEAR(scene.position(scene.ball).y, 4.5f, 0.01f);
    }
}

TEST(Joint, JoinedBodiesSleepAndWakeTogether) {
    DynamicsScene scene;
    const ObjectId a = scene.add(cube(1), {{0, 0.5f, 0}}), b = scene.add(cube(1), {{3, 0.5f, 0}});
    ASSERT_TRUE(
        scene.dynamics.addJoint(scene.world, Joint::rod(scene.world, a, b, {0, 0.5f, 0}, {3, 0.5f, 0})));
    scene.run(2.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(a) && scene.dynamics.isAsleep(b));
    EXPECT_TRUE(scene.dynamics.wake(a));
    EXPECT_FALSE(scene.dynamics.isAsleep(b));
    scene.run(2.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(a) && scene.dynamics.isAsleep(b));
    scene.dynamics.setVelocity(a, {-3, 0, 0}, {0, 0, 0});
    scene.run(0.5f);
    EXPECT_LT(scene.position(b).x, 2.9f);
}

TEST(Joint, WhatTheGameMovesWakesWhatHangsOnIt) {
    DynamicsScene scene;
    const ObjectId crane = *scene.world.add({.shape = cube(0.2f), .pose = {{0, 5, 0}}});
    const ObjectId ball = scene.add(Sphere{.radius = 0.2f}, {{0, 4, 0}}, {}, 10.0f);
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, Joint::fixed(scene.world, crane, ball, {0, 4, 0})));
    scene.run(2.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(ball));
    ASSERT_FALSE(scene.world.setPose(crane, {{0.5f, 5, 0}}));
    scene.run(1.0f);  // at 0.9 m/s
    EXPECT_NEAR(scene.position(ball).x, 0.5f, 0.01f);

    // A body of infinite mass that begins to move.
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, crane, {}));
    scene.run(2.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(ball));
    scene.dynamics.setVelocity(crane, {1, 0, 0}, {0, 0, 0});
    scene.run(0.5f);
    EXPECT_NEAR(scene.position(ball).x, 1.0f, 0.02f);
}

/// A chain, a motor and a joint that breaks, among falling cubes.
DynamicsScene busyScene() {
    DynamicsScene scene;
    ObjectId last = kWorldFrame;
    for (int i = 0; i < 40; ++i) {
        const auto x = static_cast<float>(i);
        const ObjectId link = scene.add(cube(0.5f), {{x + 0.5f, 4, 0}}, {}, 10.0f);
        Joint joint = i % 3 == 0 ? Joint::ball(scene.world, last, link, {x, 4, 0}, {1, 0, 0})
                                 : Joint::hinge(scene.world, last, link, {x, 4, 0}, {0, 0, 1});
        joint.turns.twist = JointAxis::range(-1.0f, 1.0f);
        joint.turns.twist.drive = JointDrive::spring(1.0f, 0.5f, 0.0f, 50.0f);
        joint.breakForce = i == 20 ? 3000.0f : JointAxis::kInfinity;
        EXPECT_TRUE(scene.dynamics.addJoint(scene.world, joint));
        last = link;
        scene.add(cube(0.6f), {{x + 0.5f, 6 + 0.2f * x, 0.1f}}, {}, 5.0f);
    }
    return scene;
}

TEST(Joint, SnapshotsGoOnWithTheSameBits) {
    DynamicsScene scene = busyScene();
    scene.run(1.0f);
    const auto worldBytes = scene.world.snapshot();
    const auto bytes = scene.dynamics.snapshot();
    DynamicsScene other = busyScene();
    ASSERT_FALSE(other.world.restore(worldBytes));
    ASSERT_FALSE(other.dynamics.restore(other.world, bytes));
    EXPECT_EQ(scene.dynamics.hash(), other.dynamics.hash());
    DynamicsScene copy = scene;
    for (int i = 0; i < 60; ++i) {
        for (DynamicsScene* one : {&scene, &other, &copy}) {
            one->dynamics.step(one->world, test::kStep);
        }
        ASSERT_EQ(scene.dynamics.hash(), other.dynamics.hash()) << i;
        ASSERT_EQ(scene.dynamics.hash(), copy.dynamics.hash()) << i;
        ASSERT_EQ(scene.world.hash(), other.world.hash()) << i;
    }
    // A joint is part of the state.
    const std::uint64_t before = scene.dynamics.hash();
    const JointId id = scene.dynamics.joints().front();
    Joint joint = *scene.dynamics.findJoint(id);
    joint.turns.twist.drive.speed = 1.0f;
    ASSERT_FALSE(scene.dynamics.setJoint(scene.world, id, joint));
    EXPECT_NE(scene.dynamics.hash(), before);
}

TEST(Joint, DamagedSnapshotsAreRefused) {
    DynamicsScene scene = busyScene();
    const auto bytes = scene.dynamics.snapshot();
    for (std::size_t size = 0; size < bytes.size(); size += 97) {
        DynamicsScene other = busyScene();
        const std::uint64_t before = other.dynamics.hash();
        EXPECT_TRUE(other.dynamics.restore(other.world, std::span(bytes).first(size)));
        EXPECT_EQ(other.dynamics.hash(), before);
    }
}

TEST(Joint, ThreadsChangeNoBit) {
    DynamicsScene alone = busyScene(), together = busyScene();
    const auto loop = [](std::size_t count, auto&& task) {
        std::vector<std::thread> threads;
        for (std::size_t first = 0; first < 4; ++first) {
            threads.emplace_back([&, first] {
                for (std::size_t i = first; i < count; i += 4) {
                    task(i);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    };
    for (int i = 0; i < 60; ++i) {
        alone.dynamics.step(alone.world, test::kStep);
        together.dynamics.step(together.world, test::kStep, loop);
        ASSERT_EQ(alone.dynamics.hash(), together.dynamics.hash()) << i;
    }
}

}  // namespace
