// What is slow sleeps, and wakes only if something changes for it.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::cube;
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

/// What pushes overlaps out moves bodies, but is in no velocity.
TEST(Sleep, DeepOverlapsArePushedOutBefore) {
    for (const float size : {2.0f, 5.0f, 20.0f}) {
        for (const float mass : {1.0f, 100.0f}) {
            for (const bool isBall : {false, true}) {
                Scene scene({.gravity = glm::vec3(0.0f)});
                scene.world.remove(scene.floor);
                const Shape shape = isBall ? Shape(Sphere{.radius = 0.5f * size}) : Shape(cube(size));
                const ObjectId a = scene.add(shape, {{0.0f, 0.0f, 0.0f}}, {}, 1.0f),
                               b = scene.add(shape, {{0.4f * size, 0.0f, 0.0f}}, {}, mass);
                scene.run(0.3f * size + 1.0f);
                if (isBall) {  // cubes turn a little, and fly apart
                    EXPECT_TRUE(scene.dynamics.isAsleep(a) && scene.dynamics.isAsleep(b))
                        << size << " " << mass;
                }
                EXPECT_GT(scene.position(b).x - scene.position(a).x, 0.999f * size) << size << " " << mass;
            }
        }
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

/// What a force carries does not fall when something wakes it within a step.
TEST(Sleep, ForcesCarryWhatIsWokenWithinAStep) {
    Scene scene;
    const ObjectId platform =
        scene.add(Box{.halfExtents = {2.0f, 0.2f, 2.0f}}, {{0.0f, 5.0f, 0.0f}}, {}, 1000.0f);
    const auto run = [&](int steps) {
        float fastest = 0.0f;
        for (int i = 0; i < steps; ++i) {
            scene.dynamics.applyForce(platform, {0.0f, 9810.0f, 0.0f});
            scene.run(kStep);
            fastest = std::max(fastest, glm::length(scene.velocity(platform)));
        }
        return fastest;
    };
    run(60);
    ASSERT_TRUE(scene.dynamics.isAsleep(platform));
    scene.add(Sphere{.radius = 0.1f}, {{0.0f, 5.8f, 0.0f}}, {.velocity = {0.0f, -3.0f, 0.0f}}, 0.01f);
    EXPECT_LT(run(30), 1e-3f);
    EXPECT_FALSE(scene.dynamics.isAsleep(platform)) << "the ball has woken it";
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

/// A field of hills of 32 x 32 m, with z up.
HeightField hills() {
    constexpr std::uint32_t kCount = 65;
    std::vector<float> heights(kCount * kCount);
    for (std::uint32_t row = 0; row < kCount; ++row) {
        for (std::uint32_t column = 0; column < kCount; ++column) {
            heights[row * kCount + column] = 0.5f * std::sin(0.15f * static_cast<float>(column)) *
                                             std::cos(0.11f * static_cast<float>(row));
        }
    }
    return *HeightField::fromHeights(heights, kCount, kCount, glm::vec2(0.5f));
}

/// Crates, balls and sticks lie on a field that changes in one place.
TEST(Sleep, ACraterWakesOnlyWhatItTouches) {
    Scene scene({.gravity = {0.0f, 0.0f, -9.81f}});
    scene.world.remove(scene.floor);
    HeightField field = hills();
    const ObjectId ground = *scene.world.add({.shape = field, .kind = ObjectKind::Static});
    std::vector<ObjectId> bodies;
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 8; ++k) {
            const glm::vec3 at(2.0f + 4.0f * static_cast<float>(i), 2.0f + 4.0f * static_cast<float>(k),
                               1.2f);
            const Shape shape = (i + k) % 3 == 0 ? Shape(cube(0.6f))
                                : (i + k) % 3 == 1
                                    ? Shape(Sphere{.radius = 0.3f})
                                    : Shape(Capsule{{-0.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, 0.2f});
            bodies.push_back(scene.add(shape, {at}, {.material = {.rollingResistance = 0.5f}}, 20.0f));
        }
    }
    scene.run(8.0f);
    ASSERT_EQ(scene.dynamics.awakeCount(), 0u);
    const HeightRange range{.column = 16, .row = 16, .columns = 9, .rows = 9};
    for (const float change : {-0.4f, 0.3f}) {
        std::vector<float> heights(std::size_t{range.columns} * range.rows);
        for (std::size_t i = 0; i < heights.size(); ++i) {
            const std::size_t row = range.row + i / range.columns, column = range.column + i % range.columns;
            heights[i] = change + field.heights()[row * field.columns() + column];
        }
        field = *field.withHeights(range, heights);
        std::vector<ObjectId> near;
        for (const ObjectId id : bodies) {
            const glm::vec3 inCells = scene.position(id) / 0.5f;
            if (std::abs(inCells.x - 20.0f) < 3.5f && std::abs(inCells.y - 20.0f) < 3.5f) {
                near.push_back(id);
            }
        }
        ASSERT_FALSE(near.empty());
        ASSERT_FALSE(scene.world.setShape(ground, field));
        scene.run(kStep);
        for (const ObjectId id : near) {
            EXPECT_FALSE(scene.dynamics.isAsleep(id)) << change;
        }
        EXPECT_LT(scene.dynamics.awakeCount(), 9u) << change;
        scene.run(8.0f);
        EXPECT_EQ(scene.dynamics.awakeCount(), 0u) << change;
    }
}

/// Static objects that the game moves or changes wake what they carried, and what they now touch.
TEST(Sleep, StaticObjectsWakeWhatTheyCarryOtherwise) {
    const auto isAwakeAfter = [](const auto& edit) {
        Scene scene;
        const ObjectId table = *scene.world.add({.shape = Box{.halfExtents = {2.0f, 0.5f, 2.0f}},
                                                 .pose = {{0.0f, 0.5f, 0.0f}},
                                                 .kind = ObjectKind::Static});
        const ObjectId crate = scene.add(cube(1.0f), {{0.5f, 1.5f, 0.0f}});
        scene.run(2.0f);
        EXPECT_TRUE(scene.dynamics.isAsleep(crate));
        edit(scene, table);
        scene.run(kStep);
        return !scene.dynamics.isAsleep(crate);
    };
    const auto movedBy = [](const glm::vec3& by) {
        return [by](Scene& scene, ObjectId id) {
            EXPECT_FALSE(scene.world.setPose(id, {scene.position(id) + by}));
        };
    };
    const auto resizedTo = [](const glm::vec3& halfExtents) {
        return [halfExtents](Scene& scene, ObjectId id) {
            EXPECT_FALSE(scene.world.setShape(id, Box{.halfExtents = halfExtents}));
        };
    };
    EXPECT_FALSE(isAwakeAfter(movedBy({0.5f, 0.0f, 0.25f})));  // the top is the same
    EXPECT_TRUE(isAwakeAfter(movedBy({0.0f, -0.01f, 0.0f})));
    EXPECT_TRUE(isAwakeAfter(movedBy({0.0f, 0.01f, 0.0f})));
    EXPECT_TRUE(isAwakeAfter(movedBy({3.0f, 0.0f, 0.0f})));  // carries it no longer
    EXPECT_TRUE(isAwakeAfter(movedBy({100.0f, 0.0f, 0.0f})));
    EXPECT_FALSE(isAwakeAfter(resizedTo({3.0f, 0.5f, 2.0f})));
    EXPECT_TRUE(isAwakeAfter(resizedTo({0.9f, 0.5f, 2.0f})));  // only at half of its points
    EXPECT_TRUE(isAwakeAfter([](Scene& scene, ObjectId id) { scene.world.remove(id); }));
    EXPECT_TRUE(isAwakeAfter([](Scene& scene, ObjectId id) { scene.world.setKind(id, ObjectKind::Sensor); }));
    EXPECT_TRUE(isAwakeAfter([](Scene& scene, ObjectId id) {
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, id, {.surfaceVelocity = {1.0f, 0.0f, 0.0f}}));
    }));
}

}  // namespace
