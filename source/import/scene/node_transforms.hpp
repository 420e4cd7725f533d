#pragma once

/// World transforms and paths of nodes.

#include "import/scene/scene.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/ext/matrix_double4x4.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the matrix of each node from its own frame to the world.
std::vector<glm::dmat4> worldMatrices(const Scene& scene);

/// Returns the position of a node's origin and the directions of its axes. The rotation is the identity if
/// the matrix is singular.
Pose restPoseOf(const glm::dmat4& toModel);

/// Returns the names from the root to the node, separated by '/'. nodePath() shortens long paths.
std::string pathOf(const Scene& scene, std::uint32_t node);

/// Returns the number of vertices of all nodes together. A mesh counts once for each node and each collider
/// that uses it.
std::uint64_t verticesShown(const Scene& scene);

}  // namespace sat3d::SAT3D_ABI::importing
