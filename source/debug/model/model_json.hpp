#pragma once

// A collision model as data for its page's program.

#include <sat3d/core/config.hpp>
#include <sat3d/debug/model_drawing.hpp>

#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// Whether a mesh can be drawn: it has faces, and all its numbers are numbers.
bool isDrawable(const NodeMesh& mesh);

/// @param meshes  drawable ones
std::string modelJson(const CollisionModel& model, const std::vector<const NodeMesh*>& meshes,
                      const glm::vec3& up);

}  // namespace sat3d::inline SAT3D_ABI::debug
