// Cars drive over planks that hang on hinges: seesaws and bridges, in both directions.

#include "response/vehicle/vehicle_scene.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::VehicleScene;

constexpr float kCarMass = 1600.0f;

/// A car, and what it drives over. It drives along z, forward or backward, from -9 m of its way to beyond 9.
struct PlankDrive : VehicleScene {
    std::vector<JointId> hinges;
    float way, height;  ///< the direction, 1 or -1; of the road
    float open = 0.0f, steepest = 0.0f;

    /// @param ratio  the mass of all planks, relative to the car's
    PlankDrive(bool isBridge, float ratio, bool isForward, WheelCast cast, float stepsPerSecond)
        : VehicleScene(test::awake()), way(isForward ? 1.0f : -1.0f), height(isBridge ? 2.0f : 0.0f) {
        dt = 1.0f / stepsPerSecond;
        isBridge ? addBridge(ratio * kCarMass) : addSeesaw(ratio * kCarMass);
        const glm::quat turn = glm::angleAxis(isForward ? 0.0f : 3.14159265f, glm::vec3(0, 1, 0));
        addCar({{0.0f, height, -9.0f * way}, turn}, {}, [&](Vehicle& car) {
            car.engine = VehicleEngine::constant(2000.0f, 100.0f);
            for (VehicleWheel& wheel : car.wheels) {
                wheel.cast = cast;
            }
        });
    }
    void addHinge(ObjectId from, ObjectId plank, const glm::vec3& point) {
        hinges.push_back(
            dynamics.addJoint(world, Joint::hinge(world, from, plank, point, {1, 0, 0})).value());
    }
    /// A plank of 8 m whose near end is on the ground.
    void addSeesaw(float mass) {
        const glm::vec3 middle(0.0f, 0.5f, 0.0f);
        const auto plank = add(Box{.halfExtents = {1.5f, 0.06f, 4.0f}},
                               {middle, glm::angleAxis(-0.11f * way, glm::vec3(1, 0, 0))}, {}, mass);
        addHinge(kWorldFrame, plank, middle);
    }
    /// Ten planks of 1 m between two banks.
    void addBridge(float mass) {
        for (const float side : {-1.0f, 1.0f}) {
            (void)world.add({.shape = Box{.halfExtents = {5.0f, 1.0f, 20.0f}},
                             .pose = {{0.0f, height - 1.0f, side * 25.0f}},
                             .kind = ObjectKind::Static});
        }
        ObjectId former = kWorldFrame;
        const float middle = height - 0.06f;
        for (int i = 0; i < 10; ++i) {
            const float z = static_cast<float>(i) - 4.5f;
            const auto plank =
                add(Box{.halfExtents = {1.5f, 0.06f, 0.48f}}, {{0.0f, middle, z}}, {}, 0.1f * mass);
            addHinge(former, plank, {0.0f, middle, z - 0.5f});
            former = plank;
        }
        addHinge(kWorldFrame, former, {0.0f, middle, 5.0f});
    }

    [[nodiscard]] float madeWay() const { return way * pose().position.z; }
    /// Drives at a speed, brakes behind the planks, and stands.
    void driveOver(float speed) {
        for (int i = 0, steps = static_cast<int>(std::lround(14.0f / dt)); i < steps; ++i) {
            const float slower = speed - state().speed;
            VehicleInput input{.brake = 1.0f};
            if (static_cast<float>(i) * dt > 1.0f && madeWay() < 9.0f) {
                input = {.throttle = std::clamp(2.0f * slower, 0.0f, 1.0f),
                         .brake = std::clamp(-0.3f * (slower + 0.3f), 0.0f, 0.3f)};
            }
            drive(input);
            dynamics.step(world, dt);
            for (const JointId hinge : hinges) {
                open = std::max(open, glm::length(dynamics.jointState(world, hinge)->offset));
            }
            steepest = std::max(steepest, std::acos(std::min(up().y, 1.0f)));
        }
    }
};

void driveBothWays(bool isBridge, float ratio, float mostOpen, float mostSteep) {
    int drives = 0;
    for (const float rate : {30.0f, 60.0f, 120.0f}) {
        const WheelCast cast = drives % 2 == 0 ? WheelCast::SphereCast : WheelCast::CylinderCast;
        const float speed = (isBridge ? 3.0f : 2.0f) + 2.0f * static_cast<float>(drives++ % 3);
        SCOPED_TRACE(std::to_string(ratio) + " of its mass, " + std::to_string(rate) + " steps/s, " +
                     std::to_string(speed) + " m/s");
        float ends[2] = {};
        for (const bool isForward : {true, false}) {
            PlankDrive car(isBridge, ratio, isForward, cast, rate);
            car.driveOver(speed);
            ends[isForward ? 0 : 1] = car.madeWay();
            EXPECT_GT(car.madeWay(), 9.0f);
            EXPECT_LT(car.open, mostOpen);
            EXPECT_LT(car.steepest, mostSteep);
            EXPECT_NEAR(car.pose().position.x, 0.0f, 0.1f);
            EXPECT_NEAR(car.pose().position.y, car.height + 0.6f, 0.01f);
            EXPECT_LT(glm::length(car.velocity()), 0.01f);
        }
        EXPECT_NEAR(ends[0], ends[1], 0.1f);
    }
}

TEST(DrivenPlanks, SeesawsTipUnderACarOfAnyMassSlow) {
    for (const float ratio : {1.0f / 27.0f, 0.2f, 1.0f, 2.0f}) {
        driveBothWays(false, ratio, 0.001f, 0.25f);
    }
}

TEST(DrivenPlanks, BridgesAsHeavyAsACarCarryItSlow) {
    for (const float ratio : {1.0f, 2.0f}) {
        driveBothWays(true, ratio, 0.015f, 0.25f);
    }
}

}  // namespace
