#pragma once

#include "game/game.hpp"

#include <vector>

namespace tank_arena {

/// Where things were before the last step, so that pictures can show what is between two steps: in slow
/// motion, and on fast screens.
class Moments {
public:
    /// Takes note of all poses, before a step.
    void remember(const Game& game);

    /// @param fraction  of the last step: 0 is before it, 1 after it
    [[nodiscard]] sat3d::Pose poseOf(const Game& game, sat3d::ObjectId id, float fraction) const;
    /// The poses of the nodes of a tank's model.
    [[nodiscard]] std::vector<sat3d::Pose> nodesOf(const Game& game, const Tank& tank, float fraction) const;
    /// The wheels of a vehicle, turned as far as they were.
    [[nodiscard]] static std::vector<sat3d::WheelState> wheelsOf(const Game& game, sat3d::VehicleId id,
                                                                 float fraction);

private:
    struct Known {
        sat3d::ObjectId id;
        sat3d::Pose pose;
    };
    struct Gun {
        float turretYaw = 0.0f, barrelPitch = 0.0f;
    };

    std::vector<Known> poses_;  ///< by the index of the object
    std::vector<Gun> guns_;     ///< by tank
};

}  // namespace tank_arena
