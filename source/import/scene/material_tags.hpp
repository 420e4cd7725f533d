#pragma once

/// Names that have a meaning in every format: materials and helper nodes.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns whether a node is a helper: Assimp splits the transform of an FBX node into steps, and exporters
/// that use Assimp write each step as a node.
inline bool isFbxHelper(std::string_view nodeName) {
    return nodeName.find("_$AssimpFbx$_") != std::string_view::npos;
}

/// Returns the tag of a material, and appends a new name to `materials`. Returns 0 for the placeholder names
/// that readers give to a missing material.
inline std::uint32_t materialTag(std::string_view name, std::vector<std::string>& materials) {
    constexpr std::string_view kPlaceholders[] = {"", "DefaultMaterial", "Default_Material", "default",
                                                  "FBX_DefaultMaterial"};
    if (std::ranges::find(kPlaceholders, name) != std::end(kPlaceholders)) {
        return 0;
    }
    const auto found = std::ranges::find(materials, name);
    const auto index = static_cast<std::uint32_t>(found - materials.begin());
    if (found == materials.end()) {
        materials.emplace_back(name);
    }
    return index + 1;
}

}  // namespace sat3d::SAT3D_ABI::importing
