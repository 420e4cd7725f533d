#pragma once

/// Summaries of nodes for the report. Each continues a sentence that begins with the name of the node.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Bodies of one collider.
struct ColliderSummary {
    ShapeType type = ShapeType::ConvexHull;
    std::size_t bodies = 0;          ///< convex bodies
    std::uint32_t triangles = 0;     ///< number of triangles of a triangle mesh
    NodeReport::Pieces pieces = {};  ///< pieces of a decomposed mesh
    bool isTrigger = false;
    [[nodiscard]] bool isEmpty() const { return bodies == 0 && triangles == 0; }
};

/// Summary of a node that collides by its name, or without a name.
/// @param renderMesh  name of the render mesh of a collision mesh; "" if it has none
std::string bodySummary(const ColliderSummary& collider, ColliderSource source, bool isCollisionMesh,
                        const std::string& renderMesh);

/// Summary of a node whose colliders the file declares.
std::string declaredSummary(const std::vector<ColliderSummary>& colliders, ColliderSource source);

/// Summary of a render mesh.
/// @param collisionMeshes  names of the meshes that collide for it
std::string renderMeshSummary(const std::vector<std::string>& collisionMeshes);
constexpr const char* kUndeclaredSummary = "is a render mesh: the file declares what collides";
constexpr const char* kUnnamedSummary = "is a render mesh: it has no collision name";

/// Note on all meshes without a collision name, or without a declared collider, that do not collide.
std::string unnamedNote(std::size_t meshes, UnnamedMeshes option, bool fileDeclaresColliders);

/// Summary of a dropped node.
/// @param above  the ancestor whose name drops the node, or ""
std::string droppedSummary(ColliderSource source, std::string_view above);

/// Returns the warning that the body is a convex hull instead of the requested triangle mesh.
/// @param isDynamic  whether a dynamic body is the reason; otherwise an option is the reason
NodeReport::Warning meshReplacedByHull(ColliderSource source, bool isDynamic);

/// Message of the error NoColliders: the reason for each node, up to 20 nodes.
std::string noCollidersMessage(const ImportReport& report);

}  // namespace sat3d::SAT3D_ABI::importing
