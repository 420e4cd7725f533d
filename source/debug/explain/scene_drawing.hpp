#pragma once

// The 3D scene of an explanation as SVG, and as JSON for the script of the HTML page.

#include "debug/explain/explain_page_text.hpp"
#include "debug/html/markup_writer.hpp"

namespace sat3d::SAT3D_ABI::debug {

/// Returns the color of a face for a brightness from 0 to 1, as "#rrggbb".
std::string shade(bool ofB, double brightness);

/// Draws the scene as a nested <svg> element of the given size, in pixels, at `at`.
void drawScene(MarkupWriter& svg, const ExplainPageText& texts, const Explanation& explanation,
               const glm::dvec2& at, double width, double height);

std::string sceneJson(const Explanation& explanation, const ExplainPageText& texts,
                      const DrawingOptions& options);

}  // namespace sat3d::SAT3D_ABI::debug
