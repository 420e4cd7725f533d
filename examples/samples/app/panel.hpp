#pragma once

#include "frame/scene.hpp"

#include <array>
#include <optional>

namespace samples {

/// What the panel shows and changes.
struct PanelState {
    const Sample* sample = nullptr;
    bool isRestartWanted = false;
    bool isPaused = false, isStepWanted = false;
    float speed = 1.0f;  ///< 0.05 .. 1: slow motion
    int threads = 1;
    sat3d::DebugLayer layers = sat3d::DebugLayer::None;
    std::array<char, 64> search{};
    std::optional<sat3d::ObjectId> chosen;  ///< clicked
    std::optional<sat3d::ObjectId> other;   ///< the explanation is of these two
    float stepMilliseconds = 0.0f;
};

/// Draws the panel with Dear ImGui, within a frame of it.
void drawPanel(PanelState& state, const Scene& scene);

}  // namespace samples
