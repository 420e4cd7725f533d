#pragma once

#include "game/game.hpp"
#include "pairs.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <optional>

namespace tank_arena {

inline constexpr float kShapesWithin = 40.0f;  ///< meters: shapes farther away are not drawn

/// The debug layers of a game.
/// @param around  shapes are drawn within kShapesWithin of this point
[[nodiscard]] sat3d::DebugGeometry overlayOf(const Game& game, sat3d::DebugLayer show,
                                             const glm::vec3& around,
                                             const std::optional<ChosenPair>& chosen);

}  // namespace tank_arena
