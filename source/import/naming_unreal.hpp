#pragma once

/// Unreal's names of collision meshes: a prefix for the shape, the render mesh's name, a number.

#include <sat3d/import/import.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct UnrealName {
    NameRule rule;
    ShapeKind wanted;
    std::string_view target;  ///< what follows the prefix: the render mesh, and perhaps a number
};

/// By its prefix, capital letters or not; nothing for other names.
std::optional<UnrealName> parseUnrealName(std::string_view name);

/// The names of the render mesh that `target` may mean, the likeliest first. For `SM_Wall_01_02`: that name
/// itself, then `SM_Wall_01`; one number is taken off, so never `SM_Wall`. For Blender's duplicate
/// `Crate_01.001` (`Crate_01_001` from Collada): itself, `Crate_01`, `Crate.001`, `Crate`.
std::vector<std::string> renderNameCandidates(std::string_view target);

}  // namespace sat3d::inline SAT3D_ABI::importing
