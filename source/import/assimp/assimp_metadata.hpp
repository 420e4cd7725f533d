#pragma once

/// Custom properties of nodes.

#include <sat3d/shapes/collision_model.hpp>

#include <vector>

struct aiMetadata;

namespace sat3d::SAT3D_ABI::importing {

/// Returns the artist's properties in a node's metadata, without those that exporters always write.
/// @param metadata  may be nullptr
std::vector<NodeProperty> propertiesOf(const aiMetadata* metadata);

}  // namespace sat3d::SAT3D_ABI::importing
