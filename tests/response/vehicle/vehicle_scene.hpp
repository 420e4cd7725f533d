#pragma once

/// @file
/// Vehicles on a floor, for tests. Forward is z, up is y, left is x.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace sat3d::test {

inline constexpr float kGravity = 9.81f;
inline constexpr std::array kWheelCasts{WheelCast::RayCast, WheelCast::SphereCast, WheelCast::CylinderCast};

/// A car of 1,600 kg, 1.6 m wide at its wheels and 2.8 m long between its axles, whose center of mass is
/// 0.6 m above the ground. Its wheels grip as friction does, without a peak.
struct CarSize {
    float halfTrack = 0.8f, halfBase = 1.4f, radius = 0.35f, mass = 1600.0f, centerHeight = 0.6f;
};

struct VehicleScene : DynamicsScene {
    ObjectId body;
    VehicleId id;
    float dt = kStep;

    explicit VehicleScene(const DynamicsOptions& options = {}) : DynamicsScene(options) {}

    /// Lets the floor rise along z.
    /// @return its rotation
    glm::quat tiltFloor(float angle) {
        const glm::quat tilt = glm::angleAxis(-angle, glm::vec3(1, 0, 0));
        EXPECT_FALSE(world.setShape(floor, HalfSpace{tilt * glm::vec3(0, 1, 0), 0.0f}));
        return tilt;
    }

    /// Stands with its wheels on the plane through a point.
    /// @param change  of the vehicle before it is added
    void addCar(const Pose& standing = {}, const CarSize& size = {},
                const std::function<void(Vehicle&)>& change = {}) {
        body = addChassis(standing, size, {0.7f, 0.25f, 1.9f});
        Vehicle car = Vehicle::car(body, wheelCenters(size), size.radius);
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = plainTire(1.0f);
        }
        if (change) {
            change(car);
        }
        id = dynamics.addVehicle(world, car).value();
    }
    /// A tank of 50 t with seven road wheels on each side.
    void addTank(const Pose& standing = {}, const std::function<void(Vehicle&)>& change = {}) {
        const CarSize size{1.4f, 2.4f, 0.35f, 50000.0f, 1.2f};
        body = addChassis(standing, size, {1.2f, 0.5f, 3.4f});
        std::vector<glm::vec3> left, right;
        for (int i = 0; i < 7; ++i) {
            const float z = size.halfBase * (1.0f - static_cast<float>(i) / 3.0f);
            left.emplace_back(size.halfTrack, size.radius - size.centerHeight, z);
            right.emplace_back(-size.halfTrack, size.radius - size.centerHeight, z);
        }
        Vehicle tank = Vehicle::tank(body, left, right, size.radius);
        tank.engine = VehicleEngine::constant(80000.0f, 40.0f);
        if (change) {
            change(tank);
        }
        id = dynamics.addVehicle(world, tank).value();
    }

    void drive(const VehicleInput& input) { EXPECT_TRUE(dynamics.setVehicleInput(id, input)); }
    void run(float seconds) {
        for (int i = 0; i < static_cast<int>(std::lround(seconds / dt)); ++i) {
            dynamics.step(world, dt);
        }
    }
    [[nodiscard]] const VehicleState& state() const { return *dynamics.vehicleState(id); }
    [[nodiscard]] Pose pose() const { return world.find(body)->pose; }
    [[nodiscard]] glm::vec3 velocity() const { return dynamics.find(body)->velocity; }
    [[nodiscard]] glm::vec3 spin() const { return dynamics.find(body)->angularVelocity; }
    [[nodiscard]] glm::vec3 up() const { return pose().rotation * glm::vec3(0, 1, 0); }
    [[nodiscard]] glm::vec3 forward() const { return pose().rotation * glm::vec3(0, 0, 1); }
    /// Sets it rolling forward.
    void launch(float speed) { dynamics.setVelocity(body, speed * forward(), glm::vec3(0.0f)); }

    /// Grips as friction does: with a sharp peak, and no less beyond it.
    static Tire plainTire(float friction) {
        return {.along = {.friction = friction, .peakSlip = 0.02f},
                .across = {.friction = friction, .peakSlip = 0.02f},
                .slidingShare = 1.0f,
                .frictionCombine = CombineMode::Multiply};
    }

private:
    static std::array<glm::vec3, 4> wheelCenters(const CarSize& size) {
        const float y = size.radius - size.centerHeight;
        return {glm::vec3(size.halfTrack, y, size.halfBase), glm::vec3(-size.halfTrack, y, size.halfBase),
                glm::vec3(size.halfTrack, y, -size.halfBase), glm::vec3(-size.halfTrack, y, -size.halfBase)};
    }
    ObjectId addChassis(const Pose& standing, const CarSize& size, const glm::vec3& half) {
        Material ground;
        ground.friction = 1.0f;
        EXPECT_FALSE(dynamics.setBody(world, floor, {.material = ground}));
        const glm::vec3 center = standing * glm::vec3(0.0f, size.centerHeight, 0.0f);
        return add(Box{.halfExtents = half}, {center, standing.rotation}, {}, size.mass);
    }
};

}  // namespace sat3d::test
