// What is slow sleeps, and wakes only if something changes for it.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace sat3d;
using test::kStep;
using Scene = test::DynamicsScene;

/// The farthest point of a ball is on its surface, not at the corner of its box.
TEST(Sleep, RollingBallsSleepBelowTheLimit) {
    for (const float speed : {0.0185f, 0.0249f}) {
        Scene scene;
        const ObjectId ball =
            scene.add(Sphere{.radius = 0.5f}, {{0.0f, 0.5f, 0.0f}},
                      {.velocity = {speed, 0.0f, 0.0f}, .angularVelocity = {0.0f, 0.0f, -speed / 0.5f}});
        scene.run(2.0f);
        EXPECT_TRUE(scene.dynamics.isAsleep(ball)) << speed;
    }
}

/// A truck on springs, which the game computes as forces.
TEST(Sleep, ParkedTrucksSleepOnTheirSuspension) {
    Scene scene;
    const ObjectId truck =
        scene.add(Box{.halfExtents = {2.0f, 0.4f, 1.0f}}, {{0.0f, 1.45f, 0.0f}}, {}, 4000.0f);
    const auto suspension = [&] {
        constexpr float kStiffness = 4000.0f * 9.81f / 4.0f / 0.1f, kDamping = 9000.0f;
        const Pose& pose = scene.world.find(truck)->pose;
        const Body& body = *scene.dynamics.find(truck);
        glm::vec3 force(0.0f), torque(0.0f);
        for (const glm::vec3 wheel : {glm::vec3(1.8f, -0.4f, 0.9f),
                                      {1.8f, -0.4f, -0.9f},
                                      {-1.8f, -0.4f, 0.9f},
                                      {-1.8f, -0.4f, -0.9f}}) {
            const glm::vec3 arm = pose.rotation * wheel, at = pose.position + arm;
            const glm::vec3 velocity = body.velocity + glm::cross(body.angularVelocity, arm);
            const glm::vec3 push(0.0f, std::max(0.0f, kStiffness * (1.1f - at.y) - kDamping * velocity.y),
                                 0.0f);
            force += push;
            torque += glm::cross(arm, push);
        }
        return scene.dynamics.applyForce(truck, force, torque);
    };
    for (int i = 0; i < 600; ++i) {
        ASSERT_TRUE(suspension());
        scene.run(kStep);
    }
    EXPECT_TRUE(scene.dynamics.isAsleep(truck));
    const float height = scene.position(truck).y;
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(suspension());
        scene.run(kStep);
        EXPECT_TRUE(scene.dynamics.isAsleep(truck)) << "the same force";
    }
    EXPECT_EQ(scene.position(truck).y, height);
    ASSERT_TRUE(suspension());
    ASSERT_TRUE(scene.dynamics.applyForce(truck, {2000.0f, 0.0f, 0.0f}));
    scene.run(kStep);
    EXPECT_FALSE(scene.dynamics.isAsleep(truck)) << "the engine starts";
    for (int i = 0; i < 600; ++i) {
        ASSERT_TRUE(suspension());
        scene.run(kStep);
    }
    scene.run(0.5f);
    EXPECT_LT(scene.position(truck).y, height - 0.2f) << "without its springs it falls";
}

// A push runs through a row of crates that have fallen asleep one by one, each alone, nearly in touch.
// However many of them it reaches, they have their masses.
TEST(Sleep, APushThroughSleepersKeepsTheMomentum) {
    Scene scene({.solver = {.restitutionThreshold = 0.1f}, .material = {.friction = 0.0f}});
    const Body slippery{.material = {.friction = 0.0f, .restitution = 1.0f}};
    std::vector<ObjectId> row;
    constexpr int kCrates = 8;
    constexpr float kGap = 5e-5f;
    for (int i = 0; i < kCrates; ++i) {
        row.push_back(
            scene.add(test::cube(1.0f), {{static_cast<float>(i) * (1.0f + kGap), 0.5f, 0.0f}}, slippery));
        scene.run(1.5f);
        ASSERT_EQ(scene.dynamics.awakeCount(), 0u) << i;
    }
    constexpr float kSpeed = 12.0f;
    Body fast = slippery;
    fast.velocity = {kSpeed, 0.0f, 0.0f};
    fast.gravityFactor = 0.0f;
    const ObjectId ram = scene.add(test::cube(1.0f), {{-1.1f, 0.5f, 0.0f}}, fast);
    row.push_back(ram);
    for (int step = 0; step < 10; ++step) {
        scene.run(kStep);
        float speeds = 0.0f;
        for (const ObjectId id : row) {
            speeds += scene.velocity(id).x;
        }
        ASSERT_NEAR(speeds, kSpeed, 1e-3f * kSpeed) << step;
    }
    EXPECT_EQ(scene.dynamics.awakeCount(), row.size());
    EXPECT_GT(scene.velocity(row[kCrates - 1]).x, 0.9f * kSpeed) << "the last one flies off";
}

}  // namespace
