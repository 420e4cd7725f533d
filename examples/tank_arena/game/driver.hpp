#pragma once

#include "thing.hpp"

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

/// What a driver sees along its way: other vehicles.
struct View {
    static constexpr float kSight = 20.0f;  ///< meters

    float room = kSight;  ///< meters to go until it is near one
    float around = 0.0f;  ///< the side on which to pass it: 1 left, -1 right; 0: none is in the way
};

/// Looks ahead, or back, as wide as the vehicle is.
/// @param room       of the vehicle, in its own frame
/// @param direction  1 ahead, -1 back
[[nodiscard]] View lookAlong(const sat3d::World& world, sat3d::ObjectId vehicle, const sat3d::Box& room,
                             float direction);

}  // namespace tank_arena
