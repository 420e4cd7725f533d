#pragma once

#include "game/game.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tank_arena {

/// Two objects in contact that the player asks about, with their children.
struct ChosenPair {
    sat3d::ObjectPair objects;
    sat3d::ChildPair children;

    friend bool operator==(const ChosenPair&, const ChosenPair&) = default;
};

/// A pair of the list of what an object touches.
struct PairRow {
    ChosenPair pair;
    double separation = 0.0;  ///< meters, signed: that of explanationOf()
    std::string text;         ///< "hull - left track of tank 4: touching, 3 mm deep"
};

/// A part of an object: "left track of tank 4"; of an object of one part, its name.
[[nodiscard]] std::string partText(const Game& game, sat3d::ObjectId id, std::uint32_t child);

/// What an object touches, the deepest first, and then what is near it, the nearest first. Each pair of parts
/// comes once, however many triangles of a surface it meets. Computes an explanation of each pair.
/// @return nothing if the object is gone or asleep
[[nodiscard]] std::vector<PairRow> pairsOf(const Game& game, sat3d::ObjectId object);

/// Explains a pair: the candidate planes, the axis, the push.
/// @return nothing if an object is gone
[[nodiscard]] std::optional<sat3d::Explanation> explanationOf(const sat3d::World& world,
                                                              const ChosenPair& pair);

/// Writes the explanation of a pair as a page for a browser.
/// @return whether the objects are there and the file was written
[[nodiscard]] bool writeExplanation(const Game& game, const ChosenPair& pair, const std::string& path);

}  // namespace tank_arena
