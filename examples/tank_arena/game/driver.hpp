#pragma once

#include <sat3d/sat3d.hpp>

#include <algorithm>
#include <cmath>

namespace tank_arena {

/// Drives a vehicle as someone does who wants a speed: with full throttle until it is near it, less in bends.
/// Brakes to stand.
/// @param speed   m/s, below 0 backward
/// @param toLeft  -1 .. 1
inline void driveAt(sat3d::Dynamics& dynamics, sat3d::VehicleId vehicle, float speed, float toLeft) {
    const float lacking = std::clamp(speed - dynamics.vehicleState(vehicle)->speed, -1.0f, 1.0f);
    const float steering = std::clamp(-toLeft, -1.0f, 1.0f);
    const sat3d::VehicleInput parked{.brake = 1.0f},
        driven{.throttle = lacking * (1.0f - 0.3f * std::abs(steering)), .steering = steering};
    dynamics.setVehicleInput(vehicle, speed == 0.0f && toLeft == 0.0f ? parked : driven);
}

}  // namespace tank_arena
