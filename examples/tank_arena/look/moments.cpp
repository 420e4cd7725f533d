#include "moments.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace tank_arena {

void Moments::remember(const Game& game) {
    const std::vector<sat3d::ObjectId> ids = game.world().ids();
    poses_.assign(ids.empty() ? 0 : ids.back().index + 1, Known{});
    for (const sat3d::ObjectId id : ids) {
        poses_[id.index] = {id, game.world().find(id)->pose};
    }
    guns_.clear();
    for (const Tank& tank : game.tanks()) {
        guns_.push_back({tank.turretYaw, tank.barrelPitch});
    }
}

sat3d::Pose Moments::poseOf(const Game& game, sat3d::ObjectId id, float fraction) const {
    constexpr float kJump = 5.0f;  // meters: a tank that appears elsewhere does not fly there
    const sat3d::Pose& now = game.world().find(id)->pose;
    if (id.index >= poses_.size() || poses_[id.index].id != id ||
        glm::distance(poses_[id.index].pose.position, now.position) > kJump) {
        return now;
    }
    return interpolated(poses_[id.index].pose, now, fraction);
}

std::vector<sat3d::Pose> Moments::nodesOf(const Game& game, const Tank& tank, float fraction) const {
    if (tank.number >= guns_.size()) {
        return tank.nodes;
    }
    const Gun& before = guns_[tank.number];
    const float turn = std::remainder(tank.turretYaw - before.turretYaw, 6.2831853f);
    return nodesAt(game.models().tank, before.turretYaw + fraction * turn,
                   before.barrelPitch + fraction * (tank.barrelPitch - before.barrelPitch));
}

std::vector<sat3d::WheelState> Moments::wheelsOf(const Game& game, sat3d::VehicleId id, float fraction) {
    std::vector<sat3d::WheelState> wheels = game.dynamics().vehicleState(id)->wheels;
    for (sat3d::WheelState& wheel : wheels) {
        wheel.roll -= (1.0f - fraction) * Game::kStep * wheel.spin;
    }
    return wheels;
}

}  // namespace tank_arena
