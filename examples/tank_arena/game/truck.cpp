#include "truck.hpp"

#include "driver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tank_arena {
namespace {

constexpr float kSpeed = 9.0f, kBackward = -4.0f;  // m/s
constexpr float kTons = 8.0f;
constexpr float kStopRadius = 8.0f;  // meters: so near, it goes on to the next stop
constexpr float kTruckWheelRadius = 0.48f;
constexpr float kEasyBrake = 2.0f;  // m/s2: half of what it can
constexpr float kStanding = 0.3f;   // m/s: slower, it does not get on

}  // namespace

const sat3d::Compound& Truck::shape() {
    static const sat3d::Compound kShape =
        sat3d::Compound::fromChildren(
            {{sat3d::Box{.center = {0.0f, 0.75f, 0.0f}, .halfExtents = {1.2f, 0.3f, 3.0f}}, {}},
             {sat3d::Box{.center = {0.0f, 1.75f, 2.1f}, .halfExtents = {1.15f, 0.7f, 0.85f}}, {}},
             {sat3d::Box{.center = {0.0f, 1.85f, -0.95f}, .halfExtents = {1.2f, 0.8f, 2.0f}}, {}}})
            .value();
    return kShape;
}

Truck::Truck(sat3d::World& world, sat3d::Dynamics& dynamics, std::uint32_t team, const sat3d::Pose& pose)
    : team_(team) {
    object_ = world
                  .add({.shape = shape(),
                        .pose = pose,
                        .filter = {.detail = sat3d::ContactDetail::Overlap},
                        .userData = Thing{Kind::Truck, team}.packed(),
                        .name = "supply truck"})
                  .value();
    sat3d::Body body{.mass = massOfShape(shape(), 1000.0f * kTons).value()};
    body.mass.center = {0.0f, 0.7f, 0.0f};  // low, so that it does not tip over
    dynamics.setBody(world, object_, body);
    const float x = 1.12f, front = 2.1f, rear = -1.65f;
    sat3d::Vehicle truck = sat3d::Vehicle::car(object_,
                                               {glm::vec3(x, kTruckWheelRadius, front),
                                                {-x, kTruckWheelRadius, front},
                                                {x, kTruckWheelRadius, rear},
                                                {-x, kTruckWheelRadius, rear}},
                                               kTruckWheelRadius);
    const float torque = 4000.0f * kTons * kTruckWheelRadius;  // 4 m/s2
    truck.engine = sat3d::VehicleEngine::constant(torque, kSpeed / kTruckWheelRadius);
    for (sat3d::VehicleWheel& wheel : truck.wheels) {
        wheel.driveShare = 1.0f;
        wheel.inertia = 10.0f;
        wheel.brakeTorque = 0.25f * torque;
    }
    vehicle_ = dynamics.addVehicle(world, truck).value();
}

float Truck::toLeft(const sat3d::Pose& pose, std::span<const glm::vec3> stops) {
    if (stops.empty()) {
        return 0.0f;
    }
    const glm::vec3 to = stops[nextStop_ % stops.size()] - pose.position;
    if (std::hypot(to.x, to.z) < kStopRadius) {
        ++nextStop_;
    }
    const glm::vec3 ahead = pose.transformDirection({0.0f, 0.0f, 1.0f});
    const float heading = std::remainder(std::atan2(to.x, to.z) - std::atan2(ahead.x, ahead.z), 6.2831853f);
    return std::clamp(2.0f * heading, -1.0f, 1.0f);
}

void Truck::drive(const sat3d::World& world, sat3d::Dynamics& dynamics, std::span<const glm::vec3> stops,
                  float dt) {
    const bool isBackward = backwardFor_ > 0.0f;
    const float toStop = toLeft(world.find(object_)->pose, stops);
    const sat3d::Box room{.center = {0.0f, 1.2f, 0.0f}, .halfExtents = {1.4f, 0.3f, 3.0f}};
    const View view = lookAlong(world, object_, room, isBackward ? -1.0f : 1.0f);
    const float left = isBackward ? turn_ : view.around != 0.0f ? view.around : toStop;
    const float safe = std::sqrt(2.0f * kEasyBrake * view.room);  // m/s: it still stops in time
    const float speed =
        isBackward ? std::max(kBackward, -safe) : std::min(kSpeed * (1.0f - 0.5f * std::abs(left)), safe);
    driveAt(dynamics, vehicle_, speed, left);
    backwardFor_ = std::max(0.0f, backwardFor_ - dt);
    const bool getsOn = dynamics.vehicleState(vehicle_)->speed > kStanding;
    stuckFor_ = isBackward || getsOn ? 0.0f : stuckFor_ + dt;
    if (stuckFor_ > 1.0f) {
        stuckFor_ = 0.0f;
        backwardFor_ = 2.0f;  // back, and past it on the other side
        turn_ = -turn_;
        ++nextStop_;
    }
}

}  // namespace tank_arena
