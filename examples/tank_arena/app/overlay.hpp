#pragma once

#include "game/game.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <optional>

namespace tank_arena {

/// Two objects in contact that the player asks about, with their children.
struct ChosenPair {
    sat3d::ObjectPair objects;
    sat3d::ChildPair children;
};

/// Explains a pair: the candidate planes, the axis, the push.
/// @return nothing if an object is gone
[[nodiscard]] std::optional<sat3d::Explanation> explanationOf(const sat3d::World& world,
                                                              const ChosenPair& pair);

/// Writes the explanation of a pair as a page for a browser.
/// @return whether the objects are there and the file was written
[[nodiscard]] bool writeExplanation(const sat3d::World& world, const ChosenPair& pair, const char* path);

/// The debug layers of a game.
/// @param around  shapes are drawn near this point only
[[nodiscard]] sat3d::DebugGeometry overlayOf(const Game& game, sat3d::DebugLayer show,
                                             const glm::vec3& around,
                                             const std::optional<ChosenPair>& chosen);

}  // namespace tank_arena
