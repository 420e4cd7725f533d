#pragma once

// The scene of an explanation as data for the HTML page's program.

#include "debug/explain/explain_page_text.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/debug/explain_drawing.hpp>

#include <string>

namespace sat3d::inline SAT3D_ABI::debug {

std::string sceneJson(const Explanation& explanation, const Story& story, const DrawingOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::debug
