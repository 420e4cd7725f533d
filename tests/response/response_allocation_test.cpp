// Movers allocate nothing; dynamics allocate only while they grow.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/mover/mover_scene.hpp"
#include "response/vehicle/vehicle_scene.hpp"
#include "support/allocations/counted_allocations.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/quaternion_trigonometric.hpp>
#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace {

using namespace sat3d;

TEST(MoverAllocation, MovesStandsAndFreesWithoutAllocation) {
    test::MoverScene scene;
    scene.addBox({2, 0, -50}, {3, 5, 50});
    scene.addBox({-1, 0, -50}, {1, 0.2f, 50});
    const Shape tank = Box{.center = {0, 1, 0}, .halfExtents = {0.8f, 1, 0.6f}};
    const std::array<glm::vec3, 4> feet{
        {{-0.8f, 0, -0.6f}, {0.8f, 0, -0.6f}, {-0.8f, 0, 0.6f}, {0.8f, 0, 0.6f}}};
    Pose pose{{-3, 0.5f, 0}};
    const auto before = allocations.load();
    int stood = 0, stopped = 0;
    for (int i = 0; i < 200; ++i) {
        const Moved moved =
            moveAndSlide(scene.world, tank, pose, {{0.05f, -0.05f, 0.01f}, {0, 0.02f, 0}, {}});
        pose = moved.pose;
        stopped += moved.stops().empty() ? 0 : 1;
        stood += standOn(scene.world, pose, feet) ? 1 : 0;
        EXPECT_TRUE(freed(scene.world, tank, {pose.position + glm::vec3(0, -0.3f, 0), pose.rotation}));
    }
    EXPECT_EQ(allocations.load(), before);
    EXPECT_GT(stood, 100);
    EXPECT_GT(stopped, 20);
}

/// Bouncing balls and cubes between six walls, which never come to rest.
struct BouncingScene : test::DynamicsScene {
    BouncingScene() {
        for (const glm::vec3 normal : {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, -1, 0),
                                       glm::vec3(0, 0, 1), glm::vec3(0, 0, -1)}) {
            (void)*world.add({.shape = HalfSpace{normal, -4.0f}, .kind = ObjectKind::Static});
        }
        for (int i = 0; i < 32; ++i) {
            const glm::vec3 place(static_cast<float>(i % 4) * 1.6f - 2.4f,
                                  1.0f + static_cast<float>(i / 16) * 1.6f,
                                  static_cast<float>(i / 4 % 4) * 1.6f - 2.4f);
            const Shape shape = i % 2 == 0 ? Shape(test::cube(0.9f)) : Shape(Sphere{.radius = 0.5f});
            Body body;
            body.velocity = {static_cast<float>(i % 7) - 3.0f, 0, static_cast<float>(i % 5) - 2.0f};
            body.material.restitution = 0.9f;
            (void)add(shape, {place, glm::angleAxis(static_cast<float>(i), glm::vec3(0, 1, 0))}, body);
        }
    }
};

TEST(DynamicsAllocation, StepsAllocateOnlyWhileTheyGrow) {
    BouncingScene scene;
    for (const float height : {1.0f, 3.0f, 6.0f}) {
        (void)scene.world
            .add({.shape = Box{.halfExtents = {2.0f, 0.5f, 2.0f}},
                  .pose = {{0.0f, height, 0.0f}},
                  .kind = ObjectKind::Sensor})
            .value();
    }
    std::uint64_t during = 0;
    std::size_t contacts = 0, begun = 0, ended = 0;
    constexpr int kWarm = 400, kCounted = 200;
    for (int step = 0; step < kWarm + kCounted; ++step) {
        const auto before = allocations.load();
        scene.dynamics.step(scene.world, test::kStep);
        if (step >= kWarm) {
            during += allocations.load() - before;
            contacts += scene.dynamics.contacts().size();
            begun += scene.dynamics.events().begun.size();
            ended += scene.dynamics.events().ended.size();
        }
    }
    EXPECT_GT(contacts, 1000u);
    EXPECT_GT(begun, 5u);
    EXPECT_GT(ended, 5u);
    // The motion never repeats, so now and then a list is longer than ever before.
    EXPECT_LT(during, kCounted / 10u);
}

TEST(VehicleAllocation, StepsAllocateNothingOnceWarmSlow) {
    test::VehicleScene scene;
    scene.addTank({}, [](Vehicle& tank) { tank.wheels[0].cast = WheelCast::CylinderCast; });
    const auto drive = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            scene.drive({.throttle = 1.0f, .steering = static_cast<float>(i % 3) * 0.2f});
            scene.run(test::kStep);
        }
    };
    drive(2000);  // until the log of changed objects does not grow any more
    const auto before = allocations.load();
    drive(120);
    EXPECT_EQ(allocations.load(), before);
    EXPECT_GT(scene.state().speed, 3.0f);
}

}  // namespace
