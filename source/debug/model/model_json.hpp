#pragma once

// A collision model as JSON for the script of its page.

#include <sat3d/debug/model_drawing.hpp>

#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

/// Whether a mesh can be drawn: it has faces, and all its coordinates are finite.
bool isDrawable(const RenderMesh& mesh);

/// Returns the data that the script of the page draws.
/// @param meshes  only meshes that isDrawable() accepts
std::string modelJson(const CollisionModel& model, const std::vector<const RenderMesh*>& meshes,
                      const glm::vec3& up);

}  // namespace sat3d::SAT3D_ABI::debug
