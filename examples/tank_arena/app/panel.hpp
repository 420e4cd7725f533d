#pragma once

#include "game/game.hpp"
#include "overlay.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <optional>

namespace tank_arena {

/// What the panel changes.
struct PanelState {
    bool isPaused = false, isStepWanted = false;
    float speed = 1.0f;  ///< 0.05 .. 2: slow motion
    bool followsPlayer = true;
    sat3d::DebugLayer layers = sat3d::DebugLayer::Explanations;
    std::optional<sat3d::ObjectId> chosenObject;
    std::optional<ChosenPair> chosenPair;
    float frameMilliseconds = 0.0f, stepMilliseconds = 0.0f;
};

/// Draws the panel with Dear ImGui, within a frame of it.
void drawPanel(PanelState& state, const Game& game, std::uint32_t player);

}  // namespace tank_arena
