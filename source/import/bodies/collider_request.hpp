#pragma once

/// Requested conversion of a mesh to bodies.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

namespace sat3d::SAT3D_ABI::importing {

struct NodeRoleByName;

struct ColliderRequest {
    double metersPerUnit = 1.0;     ///< unit in use, for advice about sizes
    bool asTriangleMesh = false;    ///< request a static triangle mesh; the members below then have no effect
    bool splitsComponents = false;  ///< a hull for each connected component, if the mesh has no holes
    NonConvexPolicy nonConvexPolicy = NonConvexPolicy::ConvexHull;
    ShapeType fit = ShapeType::ConvexHull;  ///< requested box, sphere or capsule, used if it fits
};

/// Returns the request of a node's name, or of a node without a collision name.
/// @param isDynamic  the node belongs to a dynamic body, which cannot be a triangle mesh
ColliderRequest requestByName(const NodeRoleByName& role, double metersPerUnit, bool isDynamic,
                              const ImportOptions& options);

/// Returns the request of a collider that the file declares as a mesh.
/// @param isHull  declared as a convex hull
ColliderRequest requestOfDeclared(bool isHull, double metersPerUnit, bool isDynamic,
                                  const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
