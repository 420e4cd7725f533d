#include "driver.hpp"

namespace tank_arena {

View lookAlong(const sat3d::World& world, sat3d::ObjectId vehicle, const sat3d::Box& room, float direction) {
    constexpr float kGap = 1.0f;  // meters, that it keeps
    const sat3d::Pose& pose = world.find(vehicle)->pose;
    const glm::vec3 way = pose.transformDirection({0.0f, 0.0f, direction * View::kSight});
    const auto hit = sweep(world, room, pose, way, {.without = {&vehicle, 1}});
    if (!hit || !Thing::of(world, hit->object).isVehicle()) {
        return {};
    }
    const bool overlaps = hit->sweep.status == sat3d::SweepStatus::InitialOverlap;
    if (overlaps && direction * (pose.inverse() * hit->sweep.point).z < 0.0f) {
        return {};  // the way leads off: or else it would be held in both directions
    }
    const glm::vec3 other = pose.inverse() * world.find(hit->object)->pose.position;
    return {std::max(hit->sweep.fraction * View::kSight - kGap, 0.0f), other.x > 0.0f ? -1.0f : 1.0f};
}

}  // namespace tank_arena
