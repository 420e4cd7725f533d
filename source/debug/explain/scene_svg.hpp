#pragma once

// The 3D situation as vector graphics.

#include "debug/explain/explain_page_text.hpp"
#include "debug/html/markup_writer.hpp"

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI::debug {

/// The colour of a face under the scene's light, as "#rrggbb".
std::string shade(bool ofB, double brightness);

/// A nested <svg> of that size at (x, y).
void drawScene(MarkupWriter& svg, const Story& story, const Explanation& explanation, const glm::dvec2& at,
               double width, double height);

}  // namespace sat3d::inline SAT3D_ABI::debug
