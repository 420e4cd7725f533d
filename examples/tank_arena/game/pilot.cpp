#include "pilot.hpp"

#include "driver.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tank_arena {
namespace {

constexpr float kStepSeconds = 1.0f / 60.0f;
constexpr std::uint32_t kLookEvery = 15;  // steps
constexpr float kSight = 150.0f;          // meters
constexpr float kFeelers = 25.0f;         // meters: within this a tank can stop
constexpr float kTurnAway = 14.0f;        // meters, from what is in the way
constexpr float kLevel = 0.94f;           // cosine of 20 degrees: steeper, a tank drives slowly
constexpr float kBow = 4.0f;              // meters, from the middle of a tank
constexpr float kFirstMiss = 0.12f;       // of the distance, along each axis, at first sight of a target
constexpr float kFindsRange = 5.0f;       // seconds, after which a pilot misses by a quarter of that

const sat3d::Box kWidth{.center = {0.0f, 1.1f, 0.0f}, .halfExtents = {2.6f, 0.3f, 3.4f}};  // of the way

/// The speed from which a tank still stops in time, as a share of its top speed.
float safeThrottle(const TankKind& kind, float room) {
    return std::sqrt(kind.acceleration * room) / kind.topSpeed;
}

glm::vec3 eyeOf(const sat3d::Pose& pose) {
    return pose * glm::vec3(0.0f, 2.2f, 0.0f);
}

}  // namespace

TankCommand Pilot::decide(const sat3d::World& world, std::span<const Tank> tanks, std::uint32_t self,
                          std::uint64_t step, float halfSize) {
    const Tank& tank = tanks[self];
    const sat3d::Pose& pose = world.find(tank.object)->pose;
    if (!hasGoal_ || glm::distance(pose.position, goal_) < 12.0f) {
        const float most = halfSize - 12.0f;
        goal_ = {random_.between(-most, most), pose.position.y, random_.between(-most, most)};
        hasGoal_ = true;
    }
    if ((step + self) % kLookEvery == 0) {
        lookAround(world, tanks, tank);
    }
    TankCommand command;
    steer(world, tank, command);
    if (target_) {
        command.aimAt = aimAt(world, tank, tanks[*target_]);
        const glm::vec3 toAim = pose.inverse() * *command.aimAt;
        const float off = std::remainder(std::atan2(toAim.x, toAim.z) - tank.turretYaw, 6.2831853f);
        command.isFiring = std::abs(off) < 0.03f;
    } else {
        command.aimAt = pose * glm::vec3(0.0f, 1.9f, 30.0f);
    }
    return command;
}

/// Where to aim: ahead of a target that moves, above it as far as the shell falls, and beside it.
glm::vec3 Pilot::aimAt(const sat3d::World& world, const Tank& self, const Tank& enemy) {
    seenFor_ += kStepSeconds;
    if (self.reload >= self.kind.reloadSeconds - kStepSeconds) {  // it has just fired
        chooseMiss();
    }
    const sat3d::Pose& pose = world.find(enemy.object)->pose;
    const glm::vec3 middle = pose * glm::vec3(0.0f, 1.3f, 0.0f);
    const glm::vec3 velocity = (pose.position - enemy.before.position) / kStepSeconds;
    const float away = glm::distance(world.find(self.object)->pose.position, middle);
    const float seconds = away / self.kind.muzzleSpeed;
    const float patience = 1.0f + seenFor_ / kFindsRange;
    const glm::vec3 miss = miss_ * (away * kFirstMiss / (patience * patience));
    return middle + velocity * seconds + glm::vec3(0.0f, 4.9f * seconds * seconds, 0.0f) + miss;
}

void Pilot::chooseMiss() {
    miss_ = {random_.between(-1.0f, 1.0f), random_.between(-1.0f, 1.0f), random_.between(-1.0f, 1.0f)};
}

void Pilot::lookAround(const sat3d::World& world, std::span<const Tank> tanks, const Tank& self) {
    const sat3d::Pose& pose = world.find(self.object)->pose;
    const std::optional<std::uint32_t> former = std::exchange(target_, std::nullopt);
    float nearest = kSight;
    for (const Tank& other : tanks) {
        if (other.team == self.team || other.isWreck()) {
            continue;
        }
        const glm::vec3 eye = eyeOf(world.find(other.object)->pose);
        const float away = glm::distance(eye, pose.position);
        const std::array both{self.object, other.object};
        if (away < nearest && isVisible(world, eyeOf(pose), eye, {.without = both})) {
            nearest = away;
            target_ = other.number;
        }
    }
    if (target_ != former) {
        seenFor_ = 0.0f;
        chooseMiss();
    }
    // Three feelers at the height of the deck: ahead, to the left, to the right.
    std::array<float, 3> free{};
    for (std::size_t i = 0; i < 3; ++i) {
        const float side = 0.45f * static_cast<float>(i == 1 ? 1 : i == 2 ? -1 : 0);
        const sat3d::Ray feeler{pose * glm::vec3(0.0f, 1.2f, 0.0f),
                                pose.transformDirection({side, 0.05f, 1.0f}), kFeelers};
        const auto hit = raycast(world, feeler, {.without = {&self.object, 1}});
        const bool isInTheWay = hit && Thing::of(world, hit->object).kind != Kind::Barrier;  // it breaks
        free[i] = isInTheWay ? hit->hit.entry.distance : kFeelers;
    }
    const bool isFree = *std::ranges::min_element(free) >= kTurnAway;
    avoid_ = isFree ? 0.0f : (free[1] >= free[2] ? 1.0f : -1.0f);
    roomAhead_ = std::max(free[0] - kBow, 0.0f);
}

void Pilot::steer(const sat3d::World& world, const Tank& self, TankCommand& command) {
    if (reverseSteps_ > 0) {
        backOff(world, self, command);
        return;
    }
    const sat3d::Pose& pose = world.find(self.object)->pose;
    const View view = lookAlong(world, self.object, kWidth, 1.0f);
    const float room = std::min(roomAhead_, view.room);
    const float moved = glm::distance(pose.position, self.before.position);
    stuckSteps_ = moved < 0.025f ? stuckSteps_ + 1 : 0;
    if (stuckSteps_ > 50 || room < 0.5f) {
        reverseSteps_ = 70;
        stuckSteps_ = 0;
        hasGoal_ = false;
        backOff(world, self, command);
        return;
    }
    const glm::vec3 toGoal = pose.inverse() * goal_;
    const float heading = std::atan2(toGoal.x, toGoal.z);
    const float away = view.room < kTurnAway ? view.around : avoid_;
    command.steer = away != 0.0f ? away : std::clamp(2.0f * heading, -1.0f, 1.0f);
    const bool isSteep = pose.transformDirection({0.0f, 1.0f, 0.0f}).y < kLevel;
    const float most = isSteep ? 0.25f : std::abs(heading) > 1.2f && away == 0.0f ? 0.3f : 1.0f;
    command.throttle = std::clamp(safeThrottle(self.kind, room), 0.2f, most);
}

/// Drives back, unless somebody stands there.
void Pilot::backOff(const sat3d::World& world, const Tank& self, TankCommand& command) {
    --reverseSteps_;
    const float room = lookAlong(world, self.object, kWidth, -1.0f).room;
    command.throttle = room < 0.5f ? 0.0f : -std::min(safeThrottle(self.kind, room), 1.0f);
    command.steer = avoid_ >= 0.0f ? 0.8f : -0.8f;
}

}  // namespace tank_arena
