#pragma once

/// Roles of nodes by their names alone, without geometry.

#include <sat3d/import/import.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct NamedNode {
    static constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
    std::string name;
    std::string meshName;  ///< name of its mesh data, or ""
    bool hasMesh = true;
    std::uint32_t parent = kNoParent;  ///< index of the parent, lower than the node's own
    bool isOfFile = false;             ///< whether the name is the file's, which follows no naming convention
};

struct NamingOptions {
    bool unreal = true;
    bool godot = true;
    /// Names may end in '_' and the name of the mesh data, as older OBJ exporters of Blender write them.
    bool appendedDatablocks = false;
};

/// Role of one node. By default, the node is a convex hull with the name of the node.
struct NodeRoleByName {
    ColliderSource source = ColliderSource::None;
    NodeRole role = NodeRole::Body;
    ShapeType wanted = ShapeType::ConvexHull;
    MotionType motion = MotionType::Unspecified;
    std::string bodyName;  ///< empty if the name is only a suffix; such a node is dropped
    /// The render mesh that the node collides for. This is the node itself unless it is a collision mesh.
    /// Empty for a collision mesh without a render mesh.
    std::optional<std::uint32_t> renderNode = std::nullopt;
    /// Whether the node is a collision mesh without a render mesh, and probably has a typing error: an Unreal
    /// name in a file with visible meshes, or a Godot name that finds a mesh only without its number.
    bool missesRenderMesh = false;
    /// Whether the node is a render mesh that never collides itself, even if no collision mesh collides for
    /// it.
    bool staysRenderOnly = false;
    /// Whether the node is a mesh that would collide if the option UnnamedMeshes were Collide.
    bool isLeftOut = false;
    /// The node whose name drops this node: the node itself or a node above it.
    std::optional<std::uint32_t> droppedBy = std::nullopt;
};

/// Returns the role of each node. Unreal's prefixes take precedence over Godot's suffixes. A node without a
/// mesh may follow a naming convention, but it is never a render mesh.
std::vector<NodeRoleByName> rolesByName(std::span<const NamedNode> nodes, const NamingOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
