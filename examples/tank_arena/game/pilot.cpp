#include "pilot.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tank_arena {
namespace {

constexpr std::uint32_t kLookEvery = 15;  // steps
constexpr float kSight = 150.0f;          // meters
constexpr float kFeelers = 14.0f;         // meters

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
        const Tank& enemy = tanks[*target_];
        const glm::vec3 middle = world.find(enemy.object)->pose * glm::vec3(0.0f, 1.3f, 0.0f);
        const glm::vec3 enemyVelocity =
            (world.find(enemy.object)->pose.position - enemy.before.position) * 60.0f;
        const float seconds = glm::distance(pose.position, middle) / tank.kind.muzzleSpeed;
        command.aimAt = middle + enemyVelocity * seconds + glm::vec3(0, 4.9f * seconds * seconds, 0);
        const glm::vec3 toAim = pose.inverse() * *command.aimAt;
        const float off = std::remainder(std::atan2(toAim.x, toAim.z) - tank.turretYaw, 6.2831853f);
        command.isFiring = std::abs(off) < 0.03f;
    } else {
        command.aimAt = pose * glm::vec3(0.0f, 1.9f, 30.0f);
    }
    return command;
}

void Pilot::lookAround(const sat3d::World& world, std::span<const Tank> tanks, const Tank& self) {
    const sat3d::Pose& pose = world.find(self.object)->pose;
    target_.reset();
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
    // Three feelers at the height of the deck: ahead, to the left, to the right.
    std::array<float, 3> free{};
    for (std::size_t i = 0; i < 3; ++i) {
        const float side = 0.45f * static_cast<float>(i == 1 ? 1 : i == 2 ? -1 : 0);
        const sat3d::Ray feeler{pose * glm::vec3(0.0f, 1.2f, 0.0f),
                                pose.transformDirection({side, 0.05f, 1.0f}), kFeelers};
        const auto hit = raycast(world, feeler, {.without = {&self.object, 1}});
        free[i] = hit ? hit->hit.entry.distance : kFeelers;
    }
    const bool isFree = *std::ranges::min_element(free) >= kFeelers;
    avoid_ = isFree ? 0.0f : (free[1] >= free[2] ? 1.0f : -1.0f);
    isBlockedAhead_ = free[0] < 6.0f;
}

void Pilot::steer(const Tank& self, const sat3d::Pose& pose, TankCommand& command) {
    const glm::vec3 toGoal = pose.inverse() * goal_;
    const float heading = std::atan2(toGoal.x, toGoal.z);
    const float moved = glm::distance(pose.position, self.before.position);
    stuckSteps_ = moved < 0.01f && reverseSteps_ == 0 ? stuckSteps_ + 1 : 0;
    if (stuckSteps_ > 50) {
        reverseSteps_ = 70;
        hasGoal_ = false;
    }
    if (reverseSteps_ > 0) {
        --reverseSteps_;
        command.throttle = -1.0f;
        command.steer = avoid_ >= 0.0f ? -0.8f : 0.8f;
        return;
    }
    command.steer = avoid_ != 0.0f ? avoid_ : std::clamp(2.0f * heading, -1.0f, 1.0f);
    command.throttle = isBlockedAhead_ ? 0.25f : std::abs(heading) > 1.2f && avoid_ == 0.0f ? 0.3f : 1.0f;
}

}  // namespace tank_arena
