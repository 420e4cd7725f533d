// Vehicles with numbers of any size are refused, or keep finite states that a snapshot restores.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/trials.hpp"

#include <sat3d/response/vehicle.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace sat3d;

struct VehicleNumber {
    const char* name;
    void (*set)(Vehicle& car, float number);
};

constexpr VehicleNumber kVehicleNumbers[] = {
    {"a gear", [](Vehicle& car, float number) { car.engine.gears = {number}; }},
    {"the reverse gear", [](Vehicle& car, float number) { car.engine.reverseGear = number; }},
    {"torque",
     [](Vehicle& car, float number) {
         car.engine.torque = {{0.0f, number}, {5000.0f, number}};
     }},
    {"the highest speed of the engine",
     [](Vehicle& car, float number) {
         car.engine.maxRpm = number;
         car.engine.idleRpm = 0.0f;
     }},
    {"inertia of the engine", [](Vehicle& car, float number) { car.engine.inertia = number; }},
    {"peak along", [](Vehicle& car, float number) { car.wheels[1].tire.along.peakSlip = number; }},
    {"peak across", [](Vehicle& car, float number) { car.wheels[1].tire.across.peakSlip = number; }},
    {"friction", [](Vehicle& car, float number) { car.wheels[1].tire.along.friction = number; }},
    {"travel", [](Vehicle& car, float number) { car.wheels[1].travel = number; }},
    {"frequency", [](Vehicle& car, float number) { car.wheels[1].hertz = number; }},
    {"damping", [](Vehicle& car, float number) { car.wheels[1].dampingRatio = number; }},
    {"inertia of a wheel", [](Vehicle& car, float number) { car.wheels[1].inertia = number; }},
    {"a brake", [](Vehicle& car, float number) { car.wheels[1].brakeTorque = number; }},
    {"share of the drive", [](Vehicle& car, float number) { car.wheels[1].driveShare = number; }},
    {"lock of an axle", [](Vehicle& car, float number) { car.axles[0].lockTorque = number; }},
    {"bar of an axle", [](Vehicle& car, float number) { car.axles[0].antiRoll = number; }},
    {"steering of an axle", [](Vehicle& car, float number) { car.axles[0].steeringSpeed = number; }},
};

bool isFinite(const VehicleState& state) {
    bool isAll = std::isfinite(state.speed) && std::isfinite(state.rpm);
    for (const WheelState& wheel : state.wheels) {
        for (const float number : {wheel.compression, wheel.load, wheel.forceAlong, wheel.forceAcross,
                                   wheel.slip, wheel.slipAcross, wheel.spin, wheel.roll}) {
            isAll = isAll && std::isfinite(number);
        }
    }
    return isAll;
}

TEST(ExtremeVehicles, AreRefusedOrStayFinite) {
    int accepted = 0, refused = 0;
    for (const VehicleNumber& one : kVehicleNumbers) {
        for (const float number : {1e-38f, 1e-30f, 1e-20f, 1e-10f, 1e-3f, 1e3f, 1e10f, 1e20f, 1e30f, 3e38f}) {
            test::VehicleScene scene;
            scene.addCar();
            Vehicle car = *scene.dynamics.findVehicle(scene.id);
            car.engine = VehicleEngine::constant(400.0f, 60.0f);
            for (VehicleWheel& wheel : car.wheels) {
                wheel.driveShare = 1.0f;
            }
            one.set(car, number);
            if (scene.dynamics.setVehicle(scene.world, scene.id, car)) {
                ++refused;
                continue;
            }
            ++accepted;
            const int seconds = test::kHasSanitizers ? 1 : 3;
            for (int second = 0; second < seconds; ++second) {
                scene.drive({.throttle = second == 2   ? 0.0f
                                         : second == 0 ? 1.0f
                                                       : -0.5f,
                             .brake = second == 2 ? 1.0f : 0.0f,
                             .steering = 0.3f});
                scene.run(1.0f);
                EXPECT_TRUE(isFinite(*scene.dynamics.vehicleState(scene.id))) << one.name << " " << number;
                EXPECT_LT(glm::length(scene.dynamics.find(scene.body)->velocity), 100.0f)
                    << one.name << " " << number;
            }
            EXPECT_FALSE(scene.dynamics.restore(scene.world, scene.dynamics.snapshot()))
                << one.name << " " << number;
        }
    }
    EXPECT_GT(accepted, 2 * refused);
}

TEST(ExtremeVehicles, KeepFiniteStatesAtAnySpeed) {
    for (const WheelCast cast : test::kWheelCasts) {
        for (const float speed : {1e3f, 1e6f, 1e9f, 1e12f, 1e15f, 1e18f, 1.8e19f}) {
            for (const glm::vec3& direction : {glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), glm::vec3(0, -1, 0),
                                               glm::vec3(0.6f, -0.48f, 0.64f)}) {
                test::VehicleScene scene;
                scene.addCar({}, {}, [&](Vehicle& car) {
                    for (VehicleWheel& wheel : car.wheels) {
                        wheel.cast = cast;
                    }
                });
                EXPECT_TRUE(scene.dynamics.setVelocity(scene.body, speed * direction, speed * direction));
                for (int step = 0; step < 6; ++step) {
                    scene.run(scene.dt);
                    EXPECT_TRUE(isFinite(*scene.dynamics.vehicleState(scene.id))) << speed;
                    EXPECT_FALSE(scene.dynamics.restore(scene.world, scene.dynamics.snapshot())) << speed;
                }
            }
        }
    }
}

}  // namespace
