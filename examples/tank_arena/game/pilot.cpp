#include "pilot.hpp"

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
constexpr float kBow = 4.0f;              // meters, from the middle of a tank
constexpr float kFirstMiss = 0.12f;       // of the distance, along each axis, at first sight of a target
constexpr float kFindsRange = 5.0f;       // seconds, after which a pilot misses by a quarter of that

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
    steer(tank, pose, command);
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

void Pilot::steer(const Tank& self, const sat3d::Pose& pose, TankCommand& command) {
    const glm::vec3 toGoal = pose.inverse() * goal_;
    const float heading = std::atan2(toGoal.x, toGoal.z);
    const float moved = glm::distance(pose.position, self.before.position);
    stuckSteps_ = moved < 0.025f && reverseSteps_ == 0 ? stuckSteps_ + 1 : 0;
    if (stuckSteps_ > 50 || (roomAhead_ < 0.5f && reverseSteps_ == 0)) {
        reverseSteps_ = 70;
        hasGoal_ = false;
    }
    if (reverseSteps_ > 0) {
        --reverseSteps_;
        command.throttle = -1.0f;
        command.steer = avoid_ >= 0.0f ? 0.8f : -0.8f;
        return;
    }
    command.steer = avoid_ != 0.0f ? avoid_ : std::clamp(2.0f * heading, -1.0f, 1.0f);
    const float most = std::abs(heading) > 1.2f && avoid_ == 0.0f ? 0.3f : 1.0f;
    const float safe = std::sqrt(self.kind.acceleration * roomAhead_);  // m/s: it still stops in time
    command.throttle = std::clamp(safe / self.kind.topSpeed, 0.2f, most);
}

}  // namespace tank_arena
