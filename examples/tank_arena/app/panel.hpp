#pragma once

#include "game/game.hpp"
#include "overlay.hpp"
#include "render/renderer.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tank_arena {

/// What the panel shows and changes.
struct PanelState {
    bool isPaused = false, isStepWanted = false;
    float speed = 1.0f;  ///< 0.05 .. 2: slow motion
    bool followsPlayer = true;
    Quality quality = Quality::Plain;
    sat3d::DebugLayer layers = sat3d::DebugLayer::None;
    std::optional<sat3d::ObjectId> chosenObject;
    std::vector<PairRow> pairs;  ///< what it touches, computed once a step
    std::optional<sat3d::ObjectId> listedObject;
    std::uint64_t listedAt = 0;  ///< steps of the game
    std::optional<ChosenPair> chosenPair;
    std::optional<std::uint32_t> chosenPlane;  ///< of the explanation; nothing: the best one
    std::string message;                       ///< what the last button did
    float seconds = 0.0f;                      ///< since the window opened
    float frameMilliseconds = 0.0f, stepMilliseconds = 0.0f;
};

/// Draws the panel with Dear ImGui, within a frame of it.
void drawPanel(PanelState& state, const Game& game, std::uint32_t player);

}  // namespace tank_arena
