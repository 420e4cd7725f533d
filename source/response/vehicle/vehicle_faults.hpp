#pragma once

/// @file
/// Checks of vehicles and of what their drivers do.

#include "math/is_finite.hpp"
#include "math/unit_rotation.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Whether a number that must be above 0 is neither so small nor so large that products or quotients of such
/// numbers are infinite.
[[nodiscard]] inline bool isInRange(float a) noexcept {
    constexpr float kLeast = 1e-12f, kLargest = 1e12f;
    return a >= kLeast && a <= kLargest;
}
[[nodiscard]] inline bool isNotNegative(float a) noexcept {
    return std::isfinite(a) && a >= 0.0f;
}

[[nodiscard]] inline const char* faultOfCast(const VehicleWheel& wheel) noexcept {
    constexpr float kLeastRadius = 1e-6f, kLargestRadius = 1e6f, kLeastShare = 0.01f, kLargestShare = 100.0f;
    switch (wheel.cast) {
        case WheelCast::RayCast:
            return nullptr;
        case WheelCast::SphereCast:
            return wheel.width > 0.0f && wheel.width <= 2.0f * wheel.radius
                       ? nullptr
                       : "casts a sphere whose width is not above 0, or more than twice the radius of the "
                         "wheel";
        case WheelCast::CylinderCast:
            return wheel.radius >= kLeastRadius && wheel.radius <= kLargestRadius &&
                           wheel.width >= kLeastShare * wheel.radius &&
                           wheel.width <= kLargestShare * wheel.radius
                       ? nullptr
                       : "casts a cylinder whose width is not 0.01 to 100 times its radius, or whose "
                         "radius is not 1e-6 to 1e6 m";
    }
    return "has a wheel with a cast that does not exist";
}

[[nodiscard]] inline const char* faultOf(const VehicleWheel& wheel) noexcept {
    constexpr float kLongestTravel = 1e6f;
    const Tire& tire = wheel.tire;
    if (!isFinite(wheel.center) || !isInRange(wheel.radius) || !isInRange(wheel.inertia) ||
        !(wheel.travel >= 0.0f && wheel.travel <= kLongestTravel)) {
        return "has a wheel whose radius or inertia is not 1e-12 to 1e12, whose travel is not 0 to 1e6 m, or "
               "whose center is not a number";
    }
    if (!isInRange(wheel.hertz) || !isNotNegative(wheel.dampingRatio)) {
        return "has a spring whose frequency is not 1e-12 to 1e12, or whose damping is below 0";
    }
    if (const char* fault = faultOfCast(wheel)) {
        return fault;
    }
    const auto isGrip = [](const TireGrip& grip) {
        return isNotNegative(grip.friction) && isInRange(grip.peakSlip);
    };
    if (!isGrip(tire.along) || !isGrip(tire.across) || !(tire.slidingShare > 0.0f) ||
        tire.slidingShare > 1.0f || (tire.frictionCombine && *tire.frictionCombine > CombineMode::Multiply)) {
        return "has a tire with a friction below 0, a peak outside 1e-12 to 1e12, or a sliding share that is "
               "not above 0 and at most 1";
    }
    const auto isTorque = [](float a) { return isNotNegative(a); };
    return isTorque(wheel.brakeTorque) && isTorque(wheel.handBrakeTorque) && isTorque(wheel.driveShare)
               ? nullptr
               : "has a brake torque or a share of the drive below 0, or not finite";
}

[[nodiscard]] inline const char* faultOf(const VehicleAxle& axle, std::size_t wheels) noexcept {
    if (axle.left >= wheels || axle.right >= wheels || axle.left == axle.right) {
        return "has an axle without two wheels";
    }
    return isNotNegative(axle.antiRoll) && axle.lockTorque >= 0.0f && std::isfinite(axle.steeringSpeed)
               ? nullptr
               : "has an axle with a negative number";
}

[[nodiscard]] inline const char* faultOf(const VehicleEngine& engine) noexcept {
    if (engine.torque.empty()) {
        return nullptr;
    }
    for (std::size_t i = 0; i < engine.torque.size(); ++i) {
        const auto& [rpm, torque] = engine.torque[i];
        if (!isNotNegative(rpm) || !isNotNegative(torque) || (i > 0 && !(rpm > engine.torque[i - 1].rpm))) {
            return "has a torque below 0, or torques that are not sorted by rising rpm";
        }
    }
    const auto isGear = [](float gear) { return isInRange(gear); };
    if (engine.gears.empty() || !std::ranges::all_of(engine.gears, isGear) ||
        !isInRange(engine.reverseGear)) {
        return "has no gears, or one that is not 1e-12 to 1e12";
    }
    if (!isNotNegative(engine.idleRpm) || !isInRange(engine.maxRpm) || engine.idleRpm > engine.maxRpm) {
        return "has an engine whose idle speed is not between 0 and its highest one";
    }
    const bool shifts =
        isNotNegative(engine.shiftSeconds) && isNotNegative(engine.downRpm) && engine.upRpm > engine.downRpm;
    return shifts && isNotNegative(engine.inertia) && isNotNegative(engine.brakingTorque)
               ? nullptr
               : "has an engine with a negative number, or shifts up below the speed at which it shifts down";
}

/// Returns what is wrong with the numbers of a vehicle, or nullptr.
[[nodiscard]] inline const char* faultOf(const Vehicle& vehicle) noexcept {
    constexpr float kRounding = 1e-3f, kMaxSteering = 1.5f;
    if (!isUnit(vehicle.forward) || !isUnit(vehicle.up) ||
        !(std::abs(glm::dot(vehicle.forward, vehicle.up)) < kRounding)) {
        return "has a forward and an up that are not unit vectors across each other";
    }
    if (!(vehicle.maxSteering >= 0.0f && vehicle.maxSteering <= kMaxSteering)) {
        return "has a steering angle outside 0 to 1.5 radians";
    }
    if (vehicle.wheels.empty()) {
        return "has no wheels";
    }
    for (const VehicleWheel& wheel : vehicle.wheels) {
        if (const char* fault = faultOf(wheel)) {
            return fault;
        }
    }
    for (const VehicleAxle& axle : vehicle.axles) {
        if (const char* fault = faultOf(axle, vehicle.wheels.size())) {
            return fault;
        }
    }
    return faultOf(vehicle.engine);
}

/// Whether all numbers are in their ranges.
[[nodiscard]] inline bool isSound(const VehicleInput& input) noexcept {
    const auto isShare = [](float a) { return a >= 0.0f && a <= 1.0f; };
    return isShare(std::abs(input.throttle)) && isShare(input.brake) && isShare(input.handBrake) &&
           isShare(std::abs(input.steering));
}

}  // namespace sat3d::SAT3D_ABI
