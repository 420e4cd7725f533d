#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

TEST(Dynamics, SlopeHoldsOrSlidesByCoulomb) {
    for (const float degrees : {10.0f, 30.0f, 45.0f}) {
        const float angle = glm::radians(degrees), slope = std::tan(angle);
        for (const float factor : {1.01f, 0.99f, 0.8f}) {
            DynamicsOptions options = awake();
            options.gravity = 9.81f * glm::vec3(std::sin(angle), -std::cos(angle), 0.0f);
            options.material.friction = slope * factor;
            Scene scene(options);
            const Box flat{.halfExtents = {1.0f, 0.5f, 1.0f}};  // a cube would tip over
            const ObjectId id =
                scene.add(flat, {{0.0f, 0.5f, 0.0f}}, {.material = {.friction = slope * factor}});
            scene.run(2.0f);
            const float start = scene.position(id).x, before = scene.velocity(id).x;
            scene.run(2.0f);
            const float moved = scene.position(id).x - start,
                        acceleration = (scene.velocity(id).x - before) / 2.0f;
            const float expected = 9.81f * (std::sin(angle) - slope * factor * std::cos(angle));
            if (factor > 1.0f) {
                EXPECT_LT(std::abs(moved), 1e-5f);
            } else {
                EXPECT_NEAR(acceleration, expected, 0.01f * expected);
            }
        }
    }
}

// A crate that spins on the ground is slowed by the friction of its four corners.
TEST(Dynamics, FrictionSlowsASpin) {
    for (const bool onBody : {false, true}) {
        Scene scene(awake());
        const ObjectId ground =
            onBody ? scene.add(Box{.halfExtents = {5.0f, 1.0f, 5.0f}}, {{0.0f, 1.0f, 0.0f}}, {}, 1e6f)
                   : scene.floor;
        const float top = onBody ? 2.0f : 0.0f;
        const ObjectId id = scene.add(cube(1.0f), {{0.0f, top + 0.5f, 0.0f}});
        scene.run(1.0f);
        scene.dynamics.setVelocity(id, {}, {0.0f, 5.0f, 0.0f});
        scene.run(0.1f);
        const float radius = std::sqrt(0.5f), inertia = 1.0f / 6.0f;  // for a mass of 1
        const float expected = 5.0f - 0.1f * 0.6f * 9.81f * radius / inertia;
        EXPECT_NEAR(scene.dynamics.find(id)->angularVelocity.y, expected, 0.03f) << onBody;
        EXPECT_NE(ground, id);
    }
}

TEST(Dynamics, ACrateThatHangsOverAnEdgeComesToRest) {
    for (const float yaw : {0.0f, 0.3f, 0.6f}) {
        for (const float overhang : {0.1f, 0.3f, 0.4f}) {
            Scene scene;
            scene.world.remove(scene.floor);
            const glm::quat tilt = glm::angleAxis(0.3f, glm::vec3(0.0f, 0.0f, 1.0f));
            (void)scene.world.add({.shape = Box{.halfExtents = {3.0f, 0.5f, 3.0f}},
                                   .pose = {{}, tilt},
                                   .kind = ObjectKind::Static});
            const glm::vec3 place = tilt * glm::vec3(0.0f, 1.0f, 2.5f + overhang);
            const ObjectId id =
                scene.add(cube(1.0f), {place, tilt * glm::angleAxis(yaw, glm::vec3(0.0f, 1.0f, 0.0f))});
            scene.run(5.0f);
            EXPECT_TRUE(scene.dynamics.isAsleep(id)) << yaw << " " << overhang;
            EXPECT_LT(glm::distance(scene.position(id), place), 1e-3f) << yaw << " " << overhang;
        }
    }
}

TEST(Dynamics, ACapsuleRollsStraight) {
    for (const float speed : {1.0f, 3.0f, 6.0f}) {
        Scene scene(awake());
        const ObjectId id = scene.add(Capsule{{0.0f, 0.0f, -0.5f}, {0.0f, 0.0f, 0.5f}, 0.3f}, {{0, 0.3f, 0}},
                                      {.velocity = {speed, 0, 0}, .angularVelocity = {0, 0, -speed / 0.3f}});
        scene.run(3.0f);
        EXPECT_NEAR(scene.position(id).x, 3.0f * speed, 2e-3f * speed);
        EXPECT_LT(std::abs(scene.position(id).z), 1e-3f);
    }
}

TEST(Dynamics, RestingCratesSleepAndWake) {
    Scene scene;
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 175; ++i) {
        boxes.push_back(scene.add(
            cube(1.0f), {{1.5f * static_cast<float>(i % 25), 0.5f + static_cast<float>(i / 25), 0.0f}}));
    }
    scene.run(2.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    scene.add(cube(1.0f), {{0.0f, 8.0f, 0.0f}});
    scene.run(0.5f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 8u);  // its column
    scene.run(3.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    // What carries them goes: they fall.
    scene.world.remove(boxes[0]);
    scene.run(0.5f);
    EXPECT_GT(scene.dynamics.awakeCount(), 0u);
    EXPECT_LT(scene.position(boxes[25]).y, 1.0f);
}

// A step tests pairs in tasks, and takes boxes of bodies that moved. Without tasks it has tested no pair.
TEST(Dynamics, SleepingCratesTakeNoWorkSlow) {
    for (const int count : {175, 1400}) {
        Scene scene;
        for (int i = 0; i < count; ++i) {
            scene.add(cube(1.0f), {{1.5f * static_cast<float>(i % 25), 0.5f + static_cast<float>(i / 25 % 7),
                                    1.5f * static_cast<float>(i / 175)}});
        }
        std::size_t tasks = 0;
        const auto countTasks = [&](std::size_t taskCount, ParallelTask task) {
            tasks += taskCount;
            kInOneThread(taskCount, task);
        };
        scene.dynamics.step(scene.world, kStep, countTasks);
        EXPECT_GE(tasks, static_cast<std::size_t>(count) / 32) << "awake";
        scene.run(2.0f);
        tasks = 0;
        const std::uint64_t hash = scene.world.hash();
        for (int i = 0; i < 60; ++i) {
            scene.dynamics.step(scene.world, kStep, countTasks);
        }
        EXPECT_EQ(tasks, 0u);
        EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
        EXPECT_TRUE(scene.dynamics.contacts().empty());
        EXPECT_EQ(scene.world.hash(), hash) << "nothing has moved";
    }
}

TEST(Dynamics, SeamsOfTilesAreNotFelt) {
    for (const bool asCompound : {false, true}) {
        for (const bool isBall : {false, true}) {
            World world;
            DynamicsOptions options = awake();
            options.material.friction = isBall ? 0.6f : 0.0f;
            Dynamics dynamics(options);
            std::vector<CompoundChild> tiles;
            for (int i = 0; i < 40; ++i) {
                const Box tile{.halfExtents = {0.5f, 0.25f, 2.0f}};
                const Pose pose{{static_cast<float>(i), -0.25f, 0.0f}};
                if (asCompound) {
                    tiles.push_back({tile, pose});
                } else {
                    (void)world.add({.shape = tile, .pose = pose, .kind = ObjectKind::Static});
                }
            }
            if (asCompound) {
                (void)world.add({.shape = *Compound::fromChildren(tiles), .kind = ObjectKind::Static});
            }
            const Shape shape = isBall ? Shape(Sphere{.radius = 0.5f}) : Shape(cube(1.0f));
            const ObjectId id = *world.add({.shape = shape, .pose = {{1.0f, 0.5f, 0.0f}}});
            Body body{.mass = *massOfShape(shape, 1000.0f), .material = {.friction = isBall ? 0.6f : 0.0f}};
            body.velocity.x = 5.0f;
            body.angularVelocity.z = isBall ? -10.0f : 0.0f;
            EXPECT_FALSE(dynamics.setBody(world, id, body));
            float lowest = 1.0f, highest = 0.0f, first = 0.0f;
            for (int i = 0; i < 300; ++i) {
                dynamics.step(world, kStep);
                const float y = world.find(id)->pose.position.y;
                if (i >= 60) {
                    lowest = std::min(lowest, y), highest = std::max(highest, y);
                }
                first = i == 60 ? dynamics.find(id)->velocity.x : first;
            }
            EXPECT_NEAR(dynamics.find(id)->velocity.x, 5.0f, 1e-3f);
            EXPECT_LT(highest - lowest, 0.1e-3f);
        }
    }
}

/// A hull with a tip stands with an edge beside the ridge of a roof, and with the tip in the slope beyond.
/// The slope lies below the plane of the edge's contact, as the side of a tile does, but it carries the tip.
TEST(Dynamics, DeepContactsBelowThePlaneOfOthersAreNoSeams) {
    constexpr float kBesideRidge = 0.02f;
    for (const float slope : {0.025f, 0.05f}) {
        for (const float deep : {0.01f, 0.03f}) {
            const std::vector<glm::vec3> corners{{-4, 0, -4}, {0, 0, -4},          {-4, 0, 4},
                                                 {0, 0, 4},   {4, -4 * slope, -4}, {4, -4 * slope, 4}};
            const std::vector<std::uint32_t> triangles{0, 2, 1, 1, 2, 3, 1, 3, 4, 4, 3, 5};
            const TriangleMesh roof =
                TriangleMesh::fromTriangles(corners, triangles, {Sides::Front, {}}).value();
            const std::vector<glm::vec3> points{
                {-kBesideRidge, 0, -0.5f}, {-kBesideRidge, 0, 0.5f}, {1, -slope - deep, 0},
                {-1, 0.3f, -0.5f},         {-1, 0.3f, 0.5f},         {1, 0.5f, -0.5f},
                {1, 0.5f, 0.5f},           {-1, 0.6f, -0.5f},        {-1, 0.6f, 0.5f}};
            const ConvexHull hull = ConvexHull::fromPoints(points).value();
            Scene scene(awake());
            scene.world.remove(scene.floor);
            ASSERT_TRUE(scene.world.add({.shape = roof, .kind = ObjectKind::Static}));
            const ObjectId id = scene.add(hull, {}, {.material = {.friction = 1.0f}});
            const auto depth = [&] {
                const auto hit = penetration(hull, scene.world.find(id)->pose, roof, Pose{});
                return hit ? hit->depth : 0.0f;
            };
            ASSERT_GT(depth(), 0.9f * deep);
            scene.run(1.0f);
            EXPECT_LT(depth(), 1e-3f) << "slope " << slope << ", deep " << deep;
        }
    }
}

}  // namespace
