#pragma once

#include "game/game.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <cstdint>
#include <string>

namespace tank_arena {

// What the window says.

inline constexpr const char* kScoreText =
    "10 points for each wreck of the other team, and 1 a second for each zone that a team holds alone";
inline constexpr const char* kKeysText =
    "W A S D      drive\n"
    "mouse        aim; left button or space fires\n"
    "right drag   look around\n"
    "wheel        distance\n"
    "Ctrl+click   what does it touch, and why?\n"
    "P, N         pause, one step\n"
    "F            my tank, or a camera that follows fights\n"
    "L            debug layers on and off\n"
    "M            sound on and off\n"
    "Tab          next tank\n"
    "Esc          quit\n"
    "gamepad      left stick drives, right stick looks\n"
    "             and aims, A or right trigger fires,\n"
    "             Start pauses, Y next tank";

[[nodiscard]] const char* teamName(std::uint32_t team);
/// "tank 4 (steel heavy)"
[[nodiscard]] std::string tankText(const Tank& tank);
/// What a hit did, by whom and from how far: "tank 4 (steel heavy) hit you from 34 m: 45 of 300 health".
[[nodiscard]] std::string hitText(const Game& game, const Hit& hit);
/// Why the tank cannot fire, or that it can.
[[nodiscard]] const char* gunText(const Tank& tank);

/// A debug layer in plain words.
struct LayerText {
    const char* name;
    const char* tooltip;
};
[[nodiscard]] LayerText layerText(sat3d::DebugLayer layer);

/// A length without its sign, in whole millimeters, or in meters from 1 m on: "6 mm", "13.81 m".
[[nodiscard]] std::string lengthText(double meters);
/// A signed distance between two bodies: "touching, 3 mm deep", "6 mm apart". Less than half a millimeter is
/// "touching".
/// @param separation  meters; negative: they overlap
[[nodiscard]] std::string separationText(double separation);

}  // namespace tank_arena
