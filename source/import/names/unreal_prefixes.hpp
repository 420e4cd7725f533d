#pragma once

/// Names of collision meshes in Unreal: a prefix for the shape, the name of the render mesh, a number.

#include <sat3d/import/import.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct UnrealName {
    ColliderSource source;
    ShapeType wanted;
    std::string_view target;  ///< the name after the prefix: the render mesh, and often a number
};

/// Parses the prefix, in capital or small letters. Returns nothing for other names.
std::optional<UnrealName> parseUnrealName(std::string_view name);

/// Returns the possible names of the render mesh for a target, the most likely name first. For
/// `SM_Wall_01_02`, these are `SM_Wall_01_02` and `SM_Wall_01`: only one number is removed. For Blender's
/// duplicate `Crate_01.001` (`Crate_01_001` in Collada), these are the target itself, `Crate_01`, `Crate.001`
/// and `Crate`.
std::vector<std::string> renderNameCandidates(std::string_view target);

}  // namespace sat3d::SAT3D_ABI::importing
