#pragma once

#include "models.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tank_arena {

/// What a kind of tank can do.
struct TankKind {
    const char* name = "";
    float tons = 38.0f;
    float topSpeed = 14.0f;      ///< m/s
    float acceleration = 7.0f;   ///< m/s2, from rest; at top speed, less than half
    float turnSpeed = 2.4f;      ///< m/s, of a track when the tank turns on the spot
    float turretRate = 1.0f;     ///< rad/s
    float penetration = 200.0f;  ///< mm of steel
    float caliber = 100.0f;      ///< mm
    float muzzleSpeed = 700.0f;  ///< m/s
    float reloadSeconds = 2.5f;
    float health = 100.0f;
    float damage = 30.0f;  ///< per hit that pierces
};
/// Light, medium and heavy.
inline constexpr TankKind kTankKinds[] = {
    {"scout", 18.0f, 19.0f, 8.0f, 3.2f, 1.4f, 150.0f, 75.0f, 900.0f, 1.6f, 70.0f, 18.0f},
    {"medium", 38.0f, 14.0f, 7.0f, 2.4f, 1.0f, 210.0f, 100.0f, 750.0f, 2.5f, 100.0f, 30.0f},
    {"heavy", 60.0f, 9.0f, 6.0f, 1.6f, 0.7f, 260.0f, 130.0f, 650.0f, 4.0f, 150.0f, 45.0f},
};

/// What a player or a computer wants its tank to do in a step.
struct TankCommand {
    float throttle = 0.0f;                ///< -1 .. 1
    float steer = 0.0f;                   ///< -1 .. 1, to the left
    std::optional<glm::vec3> aimAt = {};  ///< world point
    bool isFiring = false;
};

/// What a shell or a ram did to a tank.
struct Hit {
    std::uint32_t tank = 0, byTank = 0;  ///< numbers: who was hit, and by whom
    glm::vec3 from{0.0f};                ///< where the other tank was, world frame
    float damage = 0.0f;                 ///< 0: the armor held
    bool isFatal = false;
    std::uint64_t step = 0;  ///< in which it happened
};

struct Tank {
    /// Room below the collision shape if the tank stands, meters: the road wheels carry it.
    static constexpr float kGroundClearance = 0.2f;

    sat3d::ObjectId object;
    sat3d::VehicleId vehicle;
    TankKind kind;
    std::uint32_t number = 0, team = 0;
    bool isComputer = true;
    TankCommand command;

    float turretYaw = 0.0f, barrelPitch = 0.0f;  ///< radians, to the left and up
    bool isBarrelBlocked = false;                ///< something is in the way of the turret
    float reload = 0.0f;                         ///< seconds until the next shot
    float health = 100.0f;                       ///< 0: a wreck
    float wreckedFor = 0.0f;                     ///< seconds
    std::uint32_t kills = 0;
    sat3d::Pose before;              ///< pose at the start of the step
    std::vector<sat3d::Pose> nodes;  ///< of the model, by the turret and the barrel

    [[nodiscard]] bool isWreck() const { return health <= 0.0f; }
};

/// Engine, tracks and road wheels of a kind of tank.
[[nodiscard]] sat3d::Vehicle vehicleOf(const TankKind& kind, sat3d::ObjectId object);

/// Sets what the driver does. Wrecks brake.
void drive(const Tank& tank, sat3d::Dynamics& dynamics);

/// Turns turret and barrel toward the point to aim at. They stop where the barrel would enter something.
void aim(Tank& tank, const TankModel& model, sat3d::World& world, float dt);

/// Poses of the nodes of the model with turret and barrel at these angles.
[[nodiscard]] std::vector<sat3d::Pose> nodesAt(const TankModel& model, float turretYaw, float barrelPitch);

/// Pose of the barrel in the world: maps points of the model at rest.
[[nodiscard]] inline sat3d::Pose barrelPose(const Tank& tank, const TankModel& model,
                                            const sat3d::Pose& pose) {
    return pose * tank.nodes[model.barrel];
}

}  // namespace tank_arena
