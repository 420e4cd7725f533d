#include "tank.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tank_arena {
namespace {

constexpr float kGrip = 12.0f;                         // m/s2, sideways
constexpr float kTurnSpeedUp = 4.0f;                   // rad/s2
constexpr float kDeepest = -0.15f, kSteepest = 0.35f;  // radians, of the barrel

float clampedStep(float current, float wanted, float most) {
    return current + std::clamp(wanted - current, -most, most);
}

/// Turns an angle into -pi .. pi.
float wrapped(float angle) {
    return std::remainder(angle, 6.2831853f);
}

}  // namespace

std::vector<sat3d::Pose> nodesAt(const TankModel& model, float turretYaw, float barrelPitch) {
    std::vector<sat3d::Pose> moves(model.collision.nodes.size()), nodes(moves.size());
    moves[model.turret].rotation = glm::angleAxis(turretYaw, glm::vec3(0.0f, 1.0f, 0.0f));
    moves[model.barrel].rotation = glm::angleAxis(-barrelPitch, glm::vec3(1.0f, 0.0f, 0.0f));
    computeNodeTransforms(model.collision, moves, nodes);
    return nodes;
}

void drive(Tank& tank, const sat3d::World& world, sat3d::Dynamics& dynamics, float dt) {
    const sat3d::World::Object& object = *world.find(tank.object);
    const sat3d::Body& body = *dynamics.find(tank.object);
    const glm::vec3 up = object.pose.transformDirection({0.0f, 1.0f, 0.0f});
    const sat3d::Ray down{object.pose * glm::vec3(0.0f, 0.9f, 0.0f), -up, 1.5f};
    tank.isGrounded = up.y > 0.3f && raycastAny(world, down, {.without = {&tank.object, 1}});
    const float mass = body.mass.mass;
    if (!tank.isGrounded) {
        if (up.y < 0.5f) {  // rights itself
            const glm::vec3 axis = glm::cross(up, glm::vec3(0.0f, 1.0f, 0.0f)) + glm::vec3(0.0f, 0.0f, 1e-3f);
            dynamics.applyForce(tank.object, {}, glm::normalize(axis) * mass * 30.0f);
        }
        return;
    }
    const glm::vec3 forward = object.pose.transformDirection({0.0f, 0.0f, 1.0f});
    const glm::vec3 left = object.pose.transformDirection({1.0f, 0.0f, 0.0f});
    const TankCommand command = tank.isWreck() ? TankCommand{} : tank.command;
    const float along = glm::dot(body.velocity, forward), across = glm::dot(body.velocity, left);
    const float wanted = std::clamp(command.throttle, -0.6f, 1.0f) * tank.kind.topSpeed;
    const float speedUp = clampedStep(along, wanted, tank.kind.acceleration * dt) - along;
    const float grip = clampedStep(across, 0.0f, kGrip * dt) - across;
    const float spin = glm::dot(body.angularVelocity, up);
    const float turn =
        clampedStep(spin, std::clamp(command.steer, -1.0f, 1.0f) * tank.kind.turnRate, kTurnSpeedUp * dt) -
        spin;
    const bool isAtRest = std::abs(speedUp) + std::abs(grip) + std::abs(turn) < 1e-3f;
    if (isAtRest) {
        return;  // so that it may fall asleep
    }
    const glm::mat3 axes = glm::mat3_cast(object.pose.rotation);
    const glm::vec3 torque = axes * (body.mass.inertia * (glm::transpose(axes) * (up * turn))) / dt;
    dynamics.applyForce(tank.object, (forward * speedUp + left * grip) * (mass / dt), torque);
}

void aim(Tank& tank, const TankModel& model, sat3d::World& world, float dt) {
    if (tank.isWreck() || !tank.command.aimAt) {
        return;
    }
    const sat3d::Pose pose = world.find(tank.object)->pose;
    const glm::vec3 pivot = model.collision.nodes[model.turret].restPose.position;
    const glm::vec3 toAim =
        pose.inverse() * *tank.command.aimAt - glm::vec3(pivot.x, model.breech.y, pivot.z);
    const float most = tank.kind.turretRate * dt;
    const float yaw = wrapped(
        tank.turretYaw + std::clamp(wrapped(std::atan2(toAim.x, toAim.z) - tank.turretYaw), -most, most));
    const float wantedPitch = std::atan2(toAim.y, std::hypot(toAim.x, toAim.z));
    const float pitch = clampedStep(tank.barrelPitch, std::clamp(wantedPitch, kDeepest, kSteepest), most);
    tank.isBarrelBlocked = false;
    if (std::abs(wrapped(yaw - tank.turretYaw)) + std::abs(pitch - tank.barrelPitch) < 1e-5f) {
        return;
    }
    std::vector<sat3d::Pose> nodes = nodesAt(model, yaw, pitch);
    std::array<sat3d::ObjectId, 1> buffer;
    const sat3d::ConvexShape& barrel = model.collision.bodies[model.barrelPart].shape;
    if (!overlapping(world, barrel, pose * nodes[model.barrel], buffer, {.without = {&tank.object, 1}})
             .empty()) {
        tank.isBarrelBlocked = true;
        return;
    }
    tank.turretYaw = yaw;
    tank.barrelPitch = pitch;
    tank.nodes = std::move(nodes);
    (void)setPartPoses(world, tank.object, model.collision, std::span<const sat3d::Pose>(tank.nodes));
}

}  // namespace tank_arena
