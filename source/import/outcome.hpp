#pragma once

/// What became of a node, in the artist's words: the ends of sentences that begin with its name.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct BodyOutcome {
    NameRule rule;
    std::size_t bodies;
    NodeReport::Pieces pieces;
    ShapeKind kind;           ///< of the bodies
    std::uint32_t triangles;  ///< of a surface instead; 0: none
    bool isCollisionMesh;
    std::string renderMesh;  ///< of a collision mesh; empty where it has none
};
std::string outcomeOfBody(const BodyOutcome& outcome);

/// @param collisionMeshes  that collide for it
std::string outcomeOfRenderMesh(const std::vector<std::string>& collisionMeshes);

struct DeclaredOutcome {
    ShapeKind kind;
    std::uint32_t triangles;    ///< of a triangle mesh
    NodeReport::Pieces pieces;  ///< of a mesh taken apart
    bool isTrigger;
};
/// Of a node whose colliders the file declares.
std::string outcomeOfDeclared(const std::vector<DeclaredOutcome>& bodies, NameRule rule);

/// Warns that the body is a hull, where a triangle mesh was asked for.
/// @param moves  which is why; else by option
NodeReport::Warning hullForMesh(NameRule rule, bool moves);

/// Why no node gave a body, node by node (the first twenty).
std::string nothingToCollide(const ImportReport& report);

/// Of a mesh in a file that declares colliders, but none there.
std::string outcomeBesideDeclared();

/// @param above  the node above that took it along, or ""
std::string outcomeOfDropped(NameRule rule, std::string_view above);

}  // namespace sat3d::inline SAT3D_ABI::importing
