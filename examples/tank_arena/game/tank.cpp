#include "tank.hpp"

#include "driver.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tank_arena {
namespace {

constexpr int kRoadWheels = 6;                         // on each side
constexpr float kWheelRadius = 0.37f;                  // meters
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

sat3d::Vehicle vehicleOf(const TankKind& kind, sat3d::ObjectId object) {
    std::vector<glm::vec3> left, right;
    for (int i = 0; i < kRoadWheels; ++i) {
        const glm::vec3 center(1.475f, kWheelRadius - Tank::kGroundClearance,
                               2.25f - 0.9f * static_cast<float>(i));
        left.push_back(center);
        right.emplace_back(-center.x, center.y, center.z);
    }
    const float torque = kind.tons * 1000.0f * kind.acceleration * kWheelRadius;
    sat3d::Vehicle vehicle = sat3d::Vehicle::tank(object, left, right, kWheelRadius);
    for (sat3d::VehicleWheel& wheel : vehicle.wheels) {
        wheel.travel = kWheelRadius - wheel.center.y;  // up to the bottom of the collision shape
        wheel.tire.along.friction = 1.5f;              // so that it can turn while it speeds up
        wheel.tire.across.friction = 0.4f;             // earth gives way to tracks that turn
        wheel.brakeTorque = torque / (2.0f * kRoadWheels);
    }
    vehicle.axles[0].steeringSpeed = kind.turnSpeed;
    vehicle.axles[0].lockTorque = torque;
    vehicle.engine = sat3d::VehicleEngine::constant(torque, kind.topSpeed / kWheelRadius);
    vehicle.engine.torque.push_back({vehicle.engine.maxRpm, 0.4f * torque});
    return vehicle;
}

void drive(const Tank& tank, sat3d::Dynamics& dynamics) {
    const TankCommand command = tank.isWreck() ? TankCommand{} : tank.command;
    const float speed = std::clamp(command.throttle, -0.6f, 1.0f) * tank.kind.topSpeed;
    driveAt(dynamics, tank.vehicle, speed, command.steer);
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
