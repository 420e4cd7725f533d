#pragma once

/// Godot's import suffixes of nodes and meshes.

#include <sat3d/import/import.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

struct GodotName {
    ColliderSource source;
    ShapeType wanted;
    MotionType motion;
    std::string stripped;  ///< name without the suffix; a suffix without an effect stays
};

/// Parses a name by Godot's rules: `$suffix` anywhere, or `-suffix` or `_suffix` at the end, in
/// capital or small letters. Digits, blanks, '_' and '.' after the suffix are ignored. (Godot replaces '.' by
/// '_' first.)
/// @param isMeshName  whether `name` is the name of the node's mesh, which counts if the node has no suffix.
/// Only -col and -convcol count in names of meshes.
std::optional<GodotName> parseGodotName(std::string_view name, bool isMeshName = false);

}  // namespace sat3d::SAT3D_ABI::importing
