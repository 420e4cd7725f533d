#pragma once

#include "game/game.hpp"
#include "render/scene.hpp"

namespace tank_arena {

/// A picture that may be worth taking.
struct Shot {
    Camera camera;
    float rank = 0.0f;  ///< the larger the better; 0: none
};

/// Finds the best view of a tank that has just fired: the tank large at one side, its target at the other,
/// both in the sun and not hidden.
[[nodiscard]] Shot bestShot(const Game& game, std::uint32_t shooter);

}  // namespace tank_arena
