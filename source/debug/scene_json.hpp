#pragma once

// The scene as data for the HTML page's program. Numbers only: no name from a file gets into a script.

#include "debug/story.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/debug/explain_drawing.hpp>

#include <string>

namespace sat3d::inline SAT3D_ABI::debug {

std::string jsonVector(const glm::dvec3& vector);
std::string sceneJson(const Explanation& explanation, const Story& story, const DrawingOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::debug
