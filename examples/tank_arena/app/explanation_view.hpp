#pragma once

#include "panel.hpp"

namespace tank_arena {

/// Draws why the chosen pair touches, plane by plane, with Dear ImGui: both projected hulls, the intervals
/// along the best axis, a row for each plane and axis.
void drawExplanation(PanelState& state, const Game& game);

}  // namespace tank_arena
