#include "shell.hpp"

#include <glm/geometric.hpp>

#include <array>

namespace tank_arena {
namespace {

constexpr float kFlat = 0.34f;          // cosine: flatter than 70 degrees, shells ricochet from steel
constexpr float kFlatGround = 0.18f;    // and from the ground and walls
constexpr float kKeptSpeed = 0.6f;      // of a ricochet
constexpr float kLongestFlight = 6.0f;  // seconds

/// Steel that is as hard to pierce as what the shell passes through, in millimeters along its path.
float effectiveSteel(const sat3d::PiercedPlate& plate, Kind kind, const TankModel& model) {
    switch (kind) {
        case Kind::Tank:
            return model.thickness(plate.hit.hit.entry.tag) / plate.impactCosine;
        case Kind::Crate:
            return 15.0f * plate.lengthInside;  // wood
        case Kind::Barrier:
        case Kind::Rubble:
            return 60.0f * plate.lengthInside;  // concrete
        default:
            return 1e9f;
    }
}

bool ricochets(const sat3d::PiercedPlate& plate, Kind kind, const Shell& shell, const TankModel& model) {
    switch (kind) {
        case Kind::Tank:
            return plate.impactCosine < kFlat &&
                   shell.caliber < 3.0f * model.thickness(plate.hit.hit.entry.tag);
        case Kind::Crate:
        case Kind::Barrier:
        case Kind::Rubble:
            return false;
        default:
            return plate.impactCosine < kFlatGround;
    }
}

}  // namespace

bool fly(Shell& shell, const sat3d::World& world, const sat3d::Dynamics& dynamics,
         const sat3d::ObjectMotions& motions, const TankModel& model, sat3d::ObjectId ignored, float dt,
         std::vector<Impact>& impacts) {
    const sat3d::Ray path{shell.position, shell.velocity, glm::length(shell.velocity) * dt};
    const glm::vec3 way = glm::normalize(shell.velocity);
    std::array<sat3d::PiercedPlate, 32> room;
    const std::span<const sat3d::ObjectId> without(&ignored, shell.hasLeftTank ? 0 : 1);
    for (const sat3d::PiercedPlate& plate : shootThrough(world, motions, path, room, {.without = without})) {
        const sat3d::RayIntersection& entry = plate.hit.hit.entry;
        if (plate.hit.hit.startedInside) {
            continue;  // parts are hollow: only their near plates count
        }
        const Thing thing = Thing::of(world, plate.object);
        const glm::vec3 point = shell.position + way * entry.distance;
        Impact impact{Impact::Result::Pierced, plate.object, thing, point, entry.normal, entry.child,
                      plate.impactCosine,      0.0f};
        impact.effective = effectiveSteel(plate, thing.kind, model);
        if (ricochets(plate, thing.kind, shell, model)) {
            impact.result = Impact::Result::Ricochet;
            impacts.push_back(impact);
            const sat3d::Body* body = dynamics.find(plate.object);
            const glm::vec3 ofPlate = body != nullptr ? body->velocity : glm::vec3(0.0f);
            shell.velocity = kKeptSpeed * glm::reflect(shell.velocity - ofPlate, entry.normal) + ofPlate;
            shell.position = point + entry.normal * 0.02f;
            shell.millimeters *= kKeptSpeed;
            shell.hasLeftTank = true;
            return true;
        }
        if (impact.effective >= shell.millimeters) {
            impact.result = Impact::Result::Stopped;
            impacts.push_back(impact);
            return false;
        }
        shell.millimeters -= impact.effective;
        impacts.push_back(impact);
    }
    shell.position += shell.velocity * dt;
    shell.velocity.y -= 9.81f * dt;
    shell.age += dt;
    shell.hasLeftTank = shell.hasLeftTank || shell.age > 0.1f;
    return shell.age < kLongestFlight && shell.position.y > -100.0f;
}

}  // namespace tank_arena
