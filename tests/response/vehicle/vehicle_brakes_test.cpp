// What brakes and hand brakes do, by closed forms.

#include "response/vehicle/vehicle_scene.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace {

using namespace sat3d;
using test::CarSize;
using test::kGravity;
using test::VehicleScene;

constexpr CarSize kLowCar{.centerHeight = 0.4f};

TEST(VehicleBrakes, TheBrakingDistanceIsThatOfFrictionSlow) {
    for (const float friction : {0.3f, 0.9f}) {
        for (const float speed : {10.0f, 30.0f}) {
            VehicleScene scene(test::awake());
            scene.addCar({}, kLowCar, [&](Vehicle& car) {
                for (VehicleWheel& wheel : car.wheels) {
                    wheel.tire = VehicleScene::plainTire(friction);
                    wheel.brakeTorque = 1e5f;
                }
            });
            scene.run(1.0f);
            scene.launch(speed);
            scene.run(0.5f);  // the wheels roll
            const float start = scene.pose().position.z, before = scene.velocity().z;
            scene.drive({.brake = 1.0f});
            scene.run(speed / (friction * kGravity) + 1.0f);
            const float law = before * before / (2.0f * friction * kGravity);
            EXPECT_NEAR(scene.pose().position.z - start, law, 0.02f * law) << friction << " " << speed;
            EXPECT_LT(glm::length(scene.velocity()), 1e-3f);
        }
    }
}

/// The hand brake locks the rear wheels alone. They carry less while it brakes, and the front wheels spin on:
///     a = mu g / 2 / (1 + spin + mu height / base), with the inertia of the front wheels, as a share of the
///     mass.
TEST(VehicleBrakes, TheHandBrakeBrakesByTheRearWheels) {
    const CarSize size;
    const float base = 2.0f * size.halfBase;
    for (const float friction : {0.5f, 1.0f}) {
        VehicleScene scene(test::awake());
        scene.addCar({}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.tire = VehicleScene::plainTire(friction);
                wheel.hertz = 4.0f;  // it nods little
            }
        });
        scene.run(2.0f);
        scene.launch(10.0f);
        scene.drive({.handBrake = 1.0f});
        const float start = scene.pose().position.z;
        scene.run(0.5f);
        const auto& wheels = scene.state().wheels;
        EXPECT_GT(wheels[0].spin * size.radius, 5.0f) << "the front wheels roll";
        EXPECT_LT(std::abs(wheels[2].spin), 1e-3f);
        scene.run(5.5f);
        const float spinning = 2.0f * VehicleWheel{}.inertia / (size.radius * size.radius * size.mass);
        const float slowing =
            0.5f * friction * kGravity / (1.0f + spinning + friction * size.centerHeight / base);
        const float law = 100.0f / (2.0f * slowing);
        EXPECT_NEAR(scene.pose().position.z - start, law, 0.02f * law) << friction;
        EXPECT_LT(std::abs(scene.pose().position.x), 0.01f);
    }
}

/// Locked wheels have no side force of their own: their friction is against their slide. So the rear breaks
/// away in a bend that the car takes without the hand brake.
TEST(VehicleBrakes, TheHandBrakeLetsTheRearSlide) {
    for (const float handBrake : {0.0f, 1.0f}) {
        VehicleScene scene(test::awake());
        scene.addCar();
        scene.run(1.0f);
        scene.launch(12.0f);
        scene.drive({.steering = 0.15f});
        scene.run(0.5f);
        scene.drive({.handBrake = handBrake, .steering = 0.15f});
        float slide = 0.0f;  // the angle between where it points and where it goes
        for (int i = 0; i < 60; ++i) {
            scene.run(scene.dt);
            const auto& wheels = scene.state().wheels;
            for (std::size_t rear = 2; rear < 4 && handBrake > 0.0f && i > 5; ++rear) {
                const WheelState& wheel = wheels[rear];
                const float force = std::hypot(wheel.forceAlong, wheel.forceAcross);
                EXPECT_NEAR(force, wheel.load, 0.02f * wheel.load + 20.0f) << "the circle of friction";
                const float along = wheel.slip, across = wheel.slipAcross;  // of a tread that stands
                EXPECT_NEAR(wheel.forceAlong * across + wheel.forceAcross * along, 0.0f,
                            0.05f * force * std::hypot(along, across))
                    << "against the slide";
            }
            const glm::vec3 v = scene.velocity();
            slide = std::max(slide, std::acos(std::min(glm::dot(glm::normalize(v), scene.forward()), 1.0f)));
        }
        if (handBrake > 0.0f) {
            EXPECT_GT(slide, 0.5f);
        } else {
            EXPECT_LT(slide, 0.1f);
        }
    }
}

TEST(VehicleBrakes, AWeakBrakeBrakesByItsTorque) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.brakeTorque = 350.0f;
        }
    });
    scene.run(1.0f);
    scene.launch(20.0f);
    scene.run(0.5f);
    const float before = scene.velocity().z;
    scene.drive({.brake = 1.0f});
    scene.run(2.0f);
    const float mass = 1600.0f + 4.0f / (0.35f * 0.35f);  // with the inertia of the wheels
    EXPECT_NEAR(before - scene.velocity().z, 2.0f * 4.0f * 350.0f / 0.35f / mass, 0.02f);
}

/// How far a car of the size creeps in ten seconds on a slope of the angle, awake.
/// @param heading  to the left of uphill
float creepOn(float angle, float friction, float heading, const VehicleInput& input) {
    VehicleScene scene(test::awake());
    const glm::quat turned = scene.tiltFloor(angle) * glm::angleAxis(heading, glm::vec3(0, 1, 0));
    scene.addCar({{}, turned}, kLowCar, [&](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = VehicleScene::plainTire(friction);
            wheel.brakeTorque = 1e5f;
            wheel.handBrakeTorque *= 100.0f;
        }
    });
    scene.drive(input);
    scene.run(5.0f);
    const glm::vec3 start = scene.pose().position;
    scene.run(10.0f);
    return glm::length(scene.pose().position - start);
}

TEST(VehicleBrakes, TheSteepestSlopeIsThatOfFrictionSlow) {
    for (const float heading : {0.0f, glm::half_pi<float>()}) {
        for (const float friction : {0.4f, 0.8f}) {
            const float steepest = std::atan(friction);
            EXPECT_LT(creepOn(0.97f * steepest, friction, heading, {.brake = 1.0f}), 1e-3f) << friction;
            EXPECT_GT(creepOn(1.03f * steepest, friction, heading, {.brake = 1.0f}), 1.0f) << friction;
        }
    }
}

/// The rear wheels alone hold the car, with what they carry: more if it points uphill, and less downhill.
TEST(VehicleBrakes, TheHandBrakeHoldsAsSteepASlopeAsTheRearWheelsSay) {
    for (const float heading : {0.0f, glm::pi<float>()}) {
        for (const float friction : {0.4f, 0.8f}) {
            const float shift = friction * kLowCar.centerHeight / (2.0f * kLowCar.halfBase);
            const float steepest = std::atan(0.5f * friction / (1.0f - shift * std::cos(heading)));
            EXPECT_LT(creepOn(0.97f * steepest, friction, heading, {.handBrake = 1.0f}), 1e-3f) << friction;
            EXPECT_GT(creepOn(1.03f * steepest, friction, heading, {.handBrake = 1.0f}), 1.0f) << friction;
        }
    }
}

TEST(VehicleBrakes, ABrakeHoldsAtOnce) {
    VehicleScene scene(test::awake());
    const glm::quat tilt = scene.tiltFloor(0.3f);
    scene.addCar({{}, tilt});
    scene.drive({.brake = 1.0f});
    scene.run(5.0f);
    const glm::vec3 start = scene.pose().position;
    scene.drive({});
    scene.run(test::kStep);
    scene.drive({.brake = 1.0f});
    scene.run(test::kStep);
    // It has rolled freely for one step, and has stopped in the next one.
    EXPECT_LT(std::abs(glm::dot(scene.velocity(), scene.forward())), 5e-3f);
    scene.run(2.0f);
    EXPECT_LT(glm::length(scene.pose().position - start), 1.5e-3f);
}

TEST(VehicleBrakes, AParkedCarSleepsAndDoesNotCreep) {
    VehicleScene scene;
    const glm::quat tilt = scene.tiltFloor(0.3f);
    scene.addCar({{}, tilt});
    scene.drive({.handBrake = 1.0f});
    scene.run(4.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(scene.body));
    const glm::vec3 start = scene.pose().position;
    for (int i = 0; i < 60; ++i) {
        scene.drive({.handBrake = 1.0f});  // the same input does not wake it
        scene.run(test::kStep);
    }
    EXPECT_TRUE(scene.dynamics.isAsleep(scene.body));
    EXPECT_EQ(scene.pose().position, start);
    scene.drive({});
    EXPECT_FALSE(scene.dynamics.isAsleep(scene.body));
    scene.run(3.0f);
    EXPECT_GT(glm::length(scene.pose().position - start), 5.0f) << "it rolls down";
}

}  // namespace
