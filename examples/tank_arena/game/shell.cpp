#include "shell.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <optional>

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

/// The same motions without the part of the step that is over.
std::vector<sat3d::ObjectMotion> rest(std::span<const sat3d::ObjectMotion> moved, float over) {
    std::vector<sat3d::ObjectMotion> result;
    for (sat3d::ObjectMotion motion : moved) {
        motion.before = poseAtFraction(motion.before, motion.motion, over);
        motion.motion.translation *= 1.0f - over;
        motion.motion.rotationVector *= 1.0f - over;
        result.push_back(motion);
    }
    return result;
}

/// A part of a step, straight ahead: up to a ricochet, or to its end.
class Leg {
public:
    Leg(Shell& shell, const Flight& flight, float over) : shell_(shell), flight_(flight), over_(over) {}

    /// @return the fraction of the step that is over; nothing if the shell has stopped
    [[nodiscard]] std::optional<float> fly(sat3d::ObjectId ownTank, std::vector<Impact>& impacts);

private:
    [[nodiscard]] float fractionAt(const sat3d::PiercedPlate& plate) const {
        return over_ + (1.0f - over_) * static_cast<float>(plate.hit.entryFraction);
    }
    void bounce(const sat3d::PiercedPlate& plate, const glm::vec3& point);
    /// @return whether it comes through
    bool pierce(float effective);

    Shell& shell_;
    const Flight& flight_;
    float over_;
};

void Leg::bounce(const sat3d::PiercedPlate& plate, const glm::vec3& point) {
    const glm::vec3& normal = plate.hit.hit.entry.normal;
    const sat3d::Body* body = flight_.dynamics.find(plate.object);
    const glm::vec3 ofPlate = body != nullptr ? body->velocity : glm::vec3(0.0f);
    shell_.velocity = kKeptSpeed * glm::reflect(shell_.velocity - ofPlate, normal) + ofPlate;
    shell_.position = point + normal * 0.02f;
    shell_.millimeters *= kKeptSpeed;
    shell_.hasLeftTank = true;
}

bool Leg::pierce(float effective) {
    const bool comesThrough = effective < shell_.millimeters;
    // What it can pierce is its energy.
    const float rest = comesThrough ? 1.0f - effective / shell_.millimeters : 0.0f;
    shell_.velocity *= std::sqrt(rest);
    shell_.millimeters *= rest;
    return comesThrough;
}

std::optional<float> Leg::fly(sat3d::ObjectId ownTank, std::vector<Impact>& impacts) {
    const glm::vec3 start = shell_.position, velocity = shell_.velocity;
    const float seconds = flight_.dt * (1.0f - over_);
    const sat3d::Ray path{start, velocity, glm::length(velocity) * seconds};
    sat3d::ObjectMotions later;
    if (over_ > 0.0f && later.set(flight_.world, rest(flight_.moved, over_))) {
        return std::nullopt;  // never: all objects are in the world
    }
    const sat3d::ObjectMotions& motions = over_ > 0.0f ? later : flight_.motions;
    std::array<sat3d::PiercedPlate, 32> buffer;
    const std::span<const sat3d::ObjectId> without(&ownTank, shell_.hasLeftTank ? 0 : 1);
    const auto plates = shootThrough(flight_.world, motions, path, buffer, {.without = without});
    for (const sat3d::PiercedPlate& plate : plates) {
        const sat3d::RayIntersection& entry = plate.hit.hit.entry;
        if (plate.hit.hit.startedInside) {
            continue;  // parts are hollow: only their near plates count
        }
        const Thing thing = Thing::of(flight_.world, plate.object);
        const glm::vec3 point = start + glm::normalize(velocity) * entry.distance, before = shell_.velocity;
        Impact impact{.object = plate.object,
                      .thing = thing,
                      .point = point,
                      .normal = entry.normal,
                      .part = entry.child,
                      .cosine = plate.impactCosine,
                      .effective = effectiveSteel(plate, thing.kind, flight_.model)};
        const bool bounces = ricochets(plate, thing.kind, shell_, flight_.model);
        if (bounces) {
            impact.result = Impact::Result::Ricochet;
            bounce(plate, point);
        } else {
            impact.result = pierce(impact.effective) ? Impact::Result::Pierced : Impact::Result::Stopped;
        }
        impact.impulse = shell_.kilograms() * (before - shell_.velocity);
        impacts.push_back(impact);
        if (bounces) {
            return fractionAt(plate);
        }
        if (impact.result == Impact::Result::Stopped) {
            return std::nullopt;
        }
    }
    if (plates.size() == buffer.size()) {  // there may be more: go on from the last one
        const sat3d::PiercedPlate& last = plates.back();
        shell_.position = start + glm::normalize(velocity) * (last.hit.hit.entry.distance + 1e-3f);
        return fractionAt(last);
    }
    shell_.position = start + velocity * seconds;
    return 1.0f;
}

}  // namespace

bool fly(Shell& shell, const Flight& flight, sat3d::ObjectId ownTank, std::vector<Impact>& impacts) {
    constexpr int kMaxLegs = 20;  // of a shell that bounces between two plates; it goes on in the next step
    float over = 0.0f;
    for (int leg = 0; leg < kMaxLegs && over < 1.0f; ++leg) {
        const auto next = Leg(shell, flight, over).fly(ownTank, impacts);
        if (!next) {
            return false;
        }
        over = *next;
    }
    shell.velocity.y -= 9.81f * flight.dt;
    shell.age += flight.dt;
    shell.hasLeftTank = shell.hasLeftTank || shell.age > 0.1f;
    return shell.age < kLongestFlight && shell.position.y > -100.0f;
}

}  // namespace tank_arena
