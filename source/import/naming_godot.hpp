#pragma once

/// Godot's suffixes on nodes and meshes.

#include <sat3d/import/import.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

struct GodotName {
    NameRule rule;
    NodeRole role;
    ShapeKind wanted;
    Motion motion;
    std::string stripped;  ///< without the suffix; as it was where the suffix does nothing here
};

/// Godot's rules: digits, blanks and '_' at the end do not count (nor '.', which Godot makes '_' first); then
/// `$suffix` stands anywhere, or `-suffix` or `_suffix` at the end, capital letters or not.
std::optional<GodotName> parseGodotNodeName(std::string_view name);

/// A mesh's name, Godot's last chance where the node's says nothing: -col and -convcol alone.
std::optional<GodotName> parseGodotMeshName(std::string_view name);

}  // namespace sat3d::inline SAT3D_ABI::importing
