#pragma once

#include "game/game.hpp"
#include "render/scene.hpp"

#include <cstdint>

namespace tank_arena {

/// Chooses what the camera shows when nobody plays: a tank that fights, from the side.
class Director {
public:
    /// Returns the camera of this moment. Changes the tank every few seconds.
    [[nodiscard]] Camera cameraOf(const Game& game);

private:
    void choose(const Game& game);
    void chooseSide(const Game& game);
    [[nodiscard]] Camera cameraAt(const Game& game, float angle) const;

    std::uint32_t tank_ = 0;
    std::uint64_t nextChoice_ = 0;
    float angle_ = 2.2f;  ///< radians, of the camera from the direction of the gun
};

/// Moves a camera to where nothing is between it and its target, and around it: nearer, or higher if it would
/// be too near. A target inside of something else is replaced by the middle of what is shown.
[[nodiscard]] Camera unobstructed(const Game& game, Camera camera, sat3d::ObjectId shown);

}  // namespace tank_arena
