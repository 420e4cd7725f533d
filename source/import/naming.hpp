#pragma once

/// What a node's mesh is to collision, as far as names tell. Names in, decisions out: no geometry.

#include <sat3d/import/import.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct NamedNode {
    static constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
    std::string name;
    std::string meshName;  ///< of its mesh data; empty where it has none of its own
    bool hasMesh = true;
    std::uint32_t parent = kNoParent;  ///< a lower index
};

struct NamingOptions {
    bool unreal = true;
    bool godot = true;
    /// Names may end in '_' and the name of the mesh data, as Blender's older OBJ exporter writes them.
    bool appendedDatablocks = false;
};

/// What the names make of one node. Without a rule: a convex hull under the node's own name.
struct NameDecision {
    NameRule rule = NameRule::None;
    NodeRole role = NodeRole::Body;
    ShapeKind wanted = ShapeKind::ConvexHull;
    Motion motion = Motion::Unstated;
    std::string bodyName;  ///< empty: the name held nothing but the suffix, and the node is dropped
    /// The node that shows what this one collides for: itself, unless it is a collision mesh. None: a
    /// collision mesh without.
    std::optional<std::uint32_t> renderNode;
    /// A collision mesh of Unreal's without, in a file that has meshes to be seen: a slip, most likely.
    bool missesRenderMesh = false;
    /// Dropped along with this node above it (itself, where its own name says so).
    std::optional<std::uint32_t> droppedBy;
};

/// Whether a node of this rule asks for a body, not just for what every mesh gets.
bool asksForBody(NameRule rule);

/// One decision per node. Unreal's prefixes are looked for first, then Godot's suffixes. A node without a
/// mesh may carry a rule, but is the render mesh of nothing.
std::vector<NameDecision> decideByName(std::span<const NamedNode> nodes, const NamingOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
