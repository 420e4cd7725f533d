#pragma once

// A collision model as meshes for modeling tools, with names that import as the same bodies.

#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::tool {

struct MeshNode {
    std::string name;
    std::optional<std::uint32_t> parent;  ///< index of the parent, lower than the node's own
    DPose pose;                           ///< in the file's frame: meters, Y up
    std::optional<PolygonMesh> mesh;      ///< relative to the node's pivot
    std::vector<std::uint32_t> faceTags;  ///< one for each face of the mesh
    std::vector<NodeProperty> properties;
};

/// Returns the model's tree, parents first, with a mesh node for every body and triangle mesh.
///
/// The name of a body's mesh has three parts: UBX_, USP_, UCP_ or UCX_ by its shape, the name of its render
/// mesh, and a number from _01 if the render mesh has several. Triangle meshes have -colonly after the name,
/// before the number. A node whose own name would give a body on import becomes the first mesh. Other nodes
/// keep their names and get the meshes as first children. Only a -noimp node above a mesh gets the suffix
/// -node.
/// @param isZUp  whether the model's up axis is Z, not Y
/// Throws BadInput for a shape without thickness, which no mesh can represent.
std::vector<MeshNode> collisionMeshes(const CollisionModel& model, bool isZUp);

}  // namespace sat3d::tool
