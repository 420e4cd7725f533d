#pragma once

/// What a glTF file says of collision outside the lists that its reader knows.

#include <sat3d/shapes/collision_model.hpp>

#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// A property by which nodes keep their numbers in the file on their way through the reader.
inline constexpr std::string_view kNodeNumberKey = "sat3d_node";

struct GltfNodeExtras {
    std::vector<NodeProperty> properties;
};

struct GltfExtras {
    std::vector<GltfNodeExtras> nodes;  ///< one for each node of the file; none where no node has any
};

}  // namespace sat3d::inline SAT3D_ABI::importing
