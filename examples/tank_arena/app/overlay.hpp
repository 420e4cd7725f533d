#pragma once

#include "game/game.hpp"
#include "look/scene.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <optional>

namespace tank_arena {

/// Two objects in contact that the player asks about, with their children.
struct ChosenPair {
    sat3d::ObjectPair objects;
    sat3d::ChildPair children;
};
/// A convex part of an object where it is now.
struct PlacedPart {
    sat3d::Shape shape;
    sat3d::Pose pose;
};
/// The part of an object that takes part in a contact; nothing if the object is gone.
[[nodiscard]] std::optional<PlacedPart> partOf(const sat3d::World& world, sat3d::ObjectId id,
                                               std::uint32_t child);

/// Explains a pair: the candidate planes, the axis, the push.
/// @return nothing if an object is gone
[[nodiscard]] std::optional<sat3d::Explanation> explanationOf(const sat3d::World& world,
                                                              const ChosenPair& pair);

/// The debug layers of a game as lines.
/// @param around  edges are drawn near this point only
[[nodiscard]] LineList overlayOf(const Game& game, sat3d::DebugLayer show, const glm::vec3& around,
                                 const std::optional<ChosenPair>& chosen);

}  // namespace tank_arena
