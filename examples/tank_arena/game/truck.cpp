#include "truck.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tank_arena {
namespace {

constexpr float kSpeed = 9.0f, kBackward = -4.0f;  // m/s
constexpr float kTurnRate = 0.9f;                  // rad/s
constexpr float kStopRadius = 8.0f;                // meters: so near, it goes on to the next stop

/// What moves through the world: upright, with room for bumps below.
const sat3d::Box kMover{.center = {0.0f, 1.5f, 0.0f}, .halfExtents = {1.25f, 1.1f, 3.0f}};
/// The lowest points of the wheels.
constexpr std::array<glm::vec3, 6> kWheels{{{1.1f, 0.0f, 2.1f},
                                            {-1.1f, 0.0f, 2.1f},
                                            {1.1f, 0.0f, -1.1f},
                                            {-1.1f, 0.0f, -1.1f},
                                            {1.1f, 0.0f, -2.2f},
                                            {-1.1f, 0.0f, -2.2f}}};

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
    : team_(team), pose_(pose) {
    object_ = world
                  .add({.shape = shape(),
                        .pose = pose,
                        .filter = {.detail = sat3d::ContactDetail::Overlap},
                        .userData = Thing{Kind::Truck, team}.packed(),
                        .name = "supply truck"})
                  .value();
    // Its mass is infinite: it moves by its velocity alone, and pushes what lies loose.
    (void)dynamics.setBody(world, object_, {.canSleep = false});
}

float Truck::steering(std::span<const glm::vec3> stops) {
    if (stops.empty()) {
        return 0.0f;
    }
    const glm::vec3 to = stops[nextStop_ % stops.size()] - pose_.position;
    if (std::hypot(to.x, to.z) < kStopRadius) {
        ++nextStop_;
    }
    const glm::vec3 ahead = pose_.rotation * glm::vec3(0.0f, 0.0f, 1.0f);
    const float heading = std::remainder(std::atan2(to.x, to.z) - std::atan2(ahead.x, ahead.z), 6.2831853f);
    return std::clamp(2.0f * heading, -1.0f, 1.0f);
}

void Truck::drive(const sat3d::World& world, sat3d::Dynamics& dynamics, std::span<const glm::vec3> stops,
                  float dt) {
    const sat3d::QueryFilter solid{.categories = kSolid, .without = {&object_, 1}};
    const bool isBackward = backwardFor_ > 0.0f;
    const float steer = isBackward ? turn_ : steering(stops);
    const glm::vec3 ahead = pose_.rotation * glm::vec3(0.0f, 0.0f, 1.0f);
    const glm::vec3 wanted = ahead * (isBackward ? kBackward : kSpeed * (1.0f - 0.5f * std::abs(steer)));
    velocity_ = {wanted.x, velocity_.y - 9.81f * dt, wanted.z};
    const sat3d::RigidMotion motion{velocity_ * dt, {0.0f, steer * kTurnRate * dt, 0.0f}};
    const sat3d::Moved moved = moveAndSlide(world, kMover, pose_, motion, {.filter = solid});
    pose_ = moved.pose;
    velocity_ -= moved.left / dt;
    backwardFor_ = std::max(0.0f, backwardFor_ - dt);
    const glm::vec3 level(velocity_.x, 0.0f, velocity_.z);
    if (!isBackward && !moved.stops().empty() && glm::length(level) < 0.5f * glm::length(wanted)) {
        backwardFor_ = 1.5f;  // back, and past it on the other side
        turn_ = -turn_;
        ++nextStop_;
    }

    // The body goes to where the wheels stand.
    const auto standing = standOn(world, pose_, kWheels, {.filter = solid});
    if (standing && pose_.position.y <= standing->pose.position.y) {
        pose_.position.y = standing->pose.position.y;  // so the room below the mover stays free
        velocity_.y = 0.0f;
    }
    const sat3d::Pose& now = world.find(object_)->pose;
    const sat3d::RigidMotion there = motionBetween(now, standing ? standing->pose : pose_);
    dynamics.setVelocity(object_, there.translation / dt, there.rotationVector / dt);
}

}  // namespace tank_arena
