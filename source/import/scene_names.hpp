#pragma once

/// What every reader makes of names.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Assimp splits the transforms of FBX nodes, and exporters that use it write those steps as nodes.
inline bool isFbxHelper(std::string_view nodeName) {
    return nodeName.find("_$AssimpFbx$_") != std::string_view::npos;
}

/// The tag of a material, which is entered where it is new: 0 for names that readers make up for meshes that
/// have none.
inline std::uint32_t materialTag(std::string_view name, std::vector<std::string>& materials) {
    constexpr std::string_view kInventions[] = {"", "DefaultMaterial", "Default_Material", "default",
                                                "FBX_DefaultMaterial"};
    if (std::ranges::find(kInventions, name) != std::end(kInventions)) {
        return 0;
    }
    const auto found = std::ranges::find(materials, name);
    const auto index = static_cast<std::uint32_t>(found - materials.begin());
    if (found == materials.end()) {
        materials.emplace_back(name);
    }
    return index + 1;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
