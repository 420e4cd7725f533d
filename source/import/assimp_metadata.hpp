#pragma once

/// What Assimp knows of a node beyond its meshes.

#include <sat3d/shapes/collision_model.hpp>

#include <vector>

struct aiMetadata;

namespace sat3d::inline SAT3D_ABI::importing {

/// The artist's properties among a node's metadata; what every exporter writes of itself is left out.
/// @param metadata  or nullptr
std::vector<NodeProperty> propertiesOf(const aiMetadata* metadata);

}  // namespace sat3d::inline SAT3D_ABI::importing
