#pragma once

// A collision model as meshes for modelling tools, named so that whoever imports them gets the same bodies.

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
    std::optional<std::uint32_t> parent;  ///< a lower index
    DPose pose;                           ///< in the file's frame: metres, Y up
    std::optional<PolygonMesh> mesh;      ///< about the node's pivot
    std::vector<std::uint32_t> faceTags;  ///< of the mesh, one for each face
    std::vector<NodeProperty> properties;
};

/// The model's tree, and a mesh node for every body: UBX_, USP_, UCP_ or UCX_ by its shape, then the name of
/// the mesh it collides for, then a number where several do. A node whose own name says something of
/// collision to whoever imports it becomes the first of its meshes; other nodes keep their names, and have
/// them as children. (But for -noimp above a mesh: there -node is put behind.) Surfaces are named likewise,
/// with -colonly behind the name, before the number.
/// @param isZUp  whether Z points up in the model, not Y
/// BadInput for a shape without thickness, which no mesh can show.
std::vector<MeshNode> collisionMeshes(const CollisionModel& model, bool isZUp);

}  // namespace sat3d::tool
