#pragma once

/// Where every node stands in the world, what to call it, and how much they show.

#include "import/scene.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/ext/matrix_double4x4.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Of every node, the matrices from the root down to it multiplied, root and node included.
std::vector<glm::dmat4> worldMatrices(const Scene& scene);

/// Where a node's origin is and how its axes lie; unturned where its matrix flattens.
Pose pivotOf(const glm::dmat4& toModel);

/// The node's name; where it has none of its own, its mesh's, else the file's.
std::string nameOf(const Scene& scene, const Node& node, const std::string& fileStem);

/// The name of its mesh data, or "" where that has none of its own.
std::string meshNameOf(const Scene& scene, const Node& node);

/// The names from the root down to the node, separated by '/'; see nodePath() for what is shortened.
std::string pathOf(const Scene& scene, std::uint32_t node);

/// Vertices of all nodes together: a mesh counts as often as nodes show it, or colliders are made of it.
std::uint64_t verticesShown(const Scene& scene);

}  // namespace sat3d::inline SAT3D_ABI::importing
