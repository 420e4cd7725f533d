// Hooks see the wheels of vehicles as contacts, and may change them. Pairs of materials count for tires, too.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/threads/executors.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace {

using namespace sat3d;
using test::kGravity;
using test::VehicleScene;

constexpr float kMass = 1600.0f;

template <class Hook>
void run(VehicleScene& scene, float seconds, const Hook& hook) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / scene.dt)); ++i) {
        scene.dynamics.step(scene.world, scene.dt, kInOneThread, hook);
    }
}
bool isWheel(const DynamicContact& contact) {
    return contact.wheel != DynamicContact::kNoWheel;
}
/// A static plate that only wheels touch, 0.1 m high.
ObjectId addPlate(VehicleScene& scene, const Material& material = {.friction = 1.0f}) {
    const ObjectId plate = *scene.world.add({.shape = Box{.halfExtents = {3.0f, 0.05f, 3.0f}},
                                             .pose = {{0.0f, 0.05f, 0.0f}},
                                             .kind = ObjectKind::Static});
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, plate, {.material = material}));
    return plate;
}
void lift(VehicleScene& scene, float height) {
    Pose pose = scene.pose();
    pose.position.y += height;
    ASSERT_FALSE(scene.world.setPose(scene.body, pose));
}

/// A beam that turns fast beside a wheel comes up to it faster than the ground below, which stands still.
TEST(WheelHooks, HearOnlyOfGroundInReach) {
    for (const float height : {0.5f, 0.75f, 1.0f}) {
        for (const WheelCast cast : test::kWheelCasts) {
            VehicleScene scene(test::awake());
            scene.addCar({{0.0f, height, 0.0f}}, {}, [&](Vehicle& car) {
                for (VehicleWheel& wheel : car.wheels) {
                    wheel.cast = cast;
                }
            });
            const ObjectId beam = *scene.world.add(
                {.shape = Box{.halfExtents = {0.05f, 2.0f, 0.05f}}, .pose = {{1.3f, height + 0.4f, 1.4f}}});
            ASSERT_FALSE(scene.dynamics.setBody(scene.world, beam, {.angularVelocity = {50.0f, 0.0f, 0.0f}}));
            int heard = 0;
            scene.dynamics.step(
                scene.world, scene.dt, kInOneThread,
                [&](const DynamicContact& contact, ContactSettings&) { heard += isWheel(contact) ? 1 : 0; });
            EXPECT_EQ(heard, 0) << height;
        }
    }
}

TEST(WheelHooks, ThatChangeNothingChangeNoBit) {
    VehicleScene scene(test::awake());
    scene.addCar();
    scene.drive({.brake = 0.2f, .steering = 0.3f});
    scene.launch(10.0f);
    Body belt{.material = {.friction = 1.0f}, .surfaceVelocity = {0.3f, 0.0f, -1.0f}};
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, belt));
    VehicleScene other = scene;
    std::array<int, 4> seen{};
    float load = 0.0f, friction = 0.0f;
    glm::vec3 surface(0.0f);
    const auto watch = [&](const DynamicContact& contact, ContactSettings& settings) {
        ASSERT_TRUE(isWheel(contact));
        ++seen.at(contact.wheel);
        EXPECT_EQ(contact.objects, (ObjectPair{scene.floor, scene.body}));
        EXPECT_EQ(contact.normal, glm::vec3(0, 1, 0));
        ASSERT_EQ(contact.points().size(), 1u);
        EXPECT_EQ(contact.points()[0].separation, 0.0f);
        EXPECT_NEAR(contact.points()[0].position.y, 0.0f, 1e-5f);
        EXPECT_LT(std::abs(contact.approachSpeed), 0.6f);
        load += contact.points()[0].impulse;
        friction = settings.friction, surface = settings.surfaceVelocity;
    };
    for (int i = 0; i < 60; ++i) {
        load = 0.0f;
        scene.dynamics.step(scene.world, scene.dt);
        other.dynamics.step(other.world, other.dt, kInOneThread, watch);
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << i;
    }
    for (const int count : seen) {
        EXPECT_GE(count, 60);
    }
    const float substep = scene.dt / static_cast<float>(SolverOptions{}.substeps);
    EXPECT_NEAR(load, kMass * kGravity * substep, 0.05f * load) << "of the last substep, all wheels together";
    EXPECT_EQ(friction, 1.0f);
    EXPECT_EQ(surface, -belt.surfaceVelocity) << "of the car, relative to the floor";
}

TEST(WheelHooks, SetFriction) {
    VehicleScene scene(test::awake());
    scene.addCar();
    const auto wet = [](const DynamicContact& contact, ContactSettings& settings) {
        settings.friction *= isWheel(contact) ? 0.5f : 1.0f;
    };
    run(scene, 1.0f, wet);
    scene.launch(20.0f);
    scene.drive({.brake = 1.0f});
    const float start = scene.pose().position.z;
    run(scene, 6.0f, wet);
    const float expected = 20.0f * 20.0f / (2.0f * 0.5f * kGravity);
    EXPECT_NEAR(scene.pose().position.z - start, expected, 0.02f * expected);
    // Across, in proportion.
    scene.dynamics.setVelocity(scene.body, {3.0f, 0.0f, 0.0f}, {});
    run(scene, 0.25f, wet);
    EXPECT_NEAR(scene.velocity().x, 3.0f - 0.5f * kGravity * 0.25f, 0.1f);
}

TEST(WheelHooks, DropContacts) {
    for (const bool isDropped : {false, true}) {
        VehicleScene scene(test::awake());
        scene.addCar();
        const ObjectId plate = addPlate(scene);
        lift(scene, 0.1f);
        const float start = scene.pose().position.y;
        run(scene, 2.0f, [&](const DynamicContact& contact, ContactSettings& settings) {
            settings.isIgnored = isDropped && contact.objects.b == plate;
        });
        EXPECT_NEAR(scene.pose().position.y - start, isDropped ? -0.1f : 0.0f, 2e-3f);
        for (const WheelState& wheel : scene.state().wheels) {
            EXPECT_EQ(wheel.ground, isDropped ? scene.floor : plate) << "what is below is ground";
        }
    }
}

// Glass under the wheels gives a tenth of what the car weighs: it falls with nine tenths of gravity.
TEST(WheelHooks, LimitTheImpulse) {
    VehicleScene scene(test::awake());
    scene.addCar();
    const ObjectId plate = addPlate(scene);
    lift(scene, 0.1f);
    scene.world.remove(scene.floor);
    const float share = 0.1f * kMass * kGravity * scene.dt / 4.0f;
    const auto glass = [&](const DynamicContact& contact, ContactSettings& settings) {
        settings.isIgnored = !isWheel(contact);
        settings.maxImpulse = contact.objects.a == plate || contact.objects.b == plate ? share : 0.0f;
    };
    for (int i = 1; i <= 12; ++i) {
        scene.dynamics.step(scene.world, scene.dt, kInOneThread, glass);
        EXPECT_NEAR(scene.velocity().y, -0.9f * kGravity * scene.dt * static_cast<float>(i), 1e-3f) << i;
        for (const WheelState& wheel : scene.state().wheels) {
            EXPECT_LE(wheel.load, 1.0001f * share / scene.dt);
        }
    }
}

TEST(WheelHooks, SetTheVelocityOfTheSurface) {
    VehicleScene scene(test::awake());
    scene.addCar();
    scene.drive({.brake = 1.0f});
    run(scene, 3.0f, [&](const DynamicContact& contact, ContactSettings& settings) {
        const glm::vec3 belt(0.0f, 0.0f, 1.5f);
        settings.surfaceVelocity = contact.objects.a == scene.floor ? -belt : belt;
    });
    EXPECT_NEAR(scene.velocity().z, 1.5f, 1e-3f);
}

TEST(WheelHooks, GiveTheSameBitsOnThreads) {
    VehicleScene scene(test::awake());
    for (int i = 0; i < 4; ++i) {
        scene.addTank({{6.0f * static_cast<float>(i), 0, 0}});
        scene.drive({.throttle = 1.0f, .steering = 0.2f});
    }
    VehicleScene other = scene;
    const auto hook = [](const DynamicContact& contact, ContactSettings& settings) {
        settings.friction = contact.points()[0].position.x > 0.0f ? 0.1f : 0.9f;
        settings.maxImpulse = 300.0f;
        settings.isIgnored = contact.wheel % 5 == 0;
    };
    for (int i = 0; i < 60; ++i) {
        scene.dynamics.step(scene.world, scene.dt, kInOneThread, hook);
        other.dynamics.step(other.world, other.dt, test::OnThreads{3}, hook);
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << i;
    }
}

TEST(WheelMaterials, PairsGiveTheFriction) {
    constexpr std::uint32_t kRubber = 3, kSnow = 8;
    for (const float share : {1.0f, 0.5f}) {  // of the tire's friction across
        DynamicsOptions options = test::awake();
        options.materialTable.pairs = {{.a = kSnow, .b = kRubber, .friction = 0.3f}};
        VehicleScene scene(options);
        scene.addCar({}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.tire.materialId = kRubber;
                wheel.tire.across.friction = share;
            }
        });
        const auto brakingDistance = [&] {
            scene.launch(10.0f);
            scene.drive({.brake = 1.0f});
            const float start = scene.pose().position.z;
            scene.run(5.0f);
            return scene.pose().position.z - start;
        };
        EXPECT_NEAR(brakingDistance(), 100.0f / (2.0f * kGravity), 0.1f) << "not listed: 1, the tire's own";
        const Material snow{.friction = 0.7f, .id = kSnow};
        ASSERT_TRUE(scene.dynamics.setMaterial(scene.floor, snow));
        const float expected = 100.0f / (2.0f * 0.3f * kGravity);
        EXPECT_NEAR(brakingDistance(), expected, 0.02f * expected);
        scene.dynamics.setVelocity(scene.body, {2.0f, 0.0f, 0.0f}, {});
        scene.run(0.25f);
        EXPECT_NEAR(scene.velocity().x, 2.0f - share * 0.3f * kGravity * 0.25f, 0.06f) << share;
    }
}

}  // namespace
