#pragma once

/// Bodies from the mesh of a node.

#include "import/mesh/welded_mesh.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <optional>
#include <span>
#include <vector>

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

/// Bodies of one collider: convex shapes or a triangle mesh. If there are no bodies, the first warning of the
/// node states why.
struct ColliderBodies {
    struct Shape {
        ConvexShape shape;
        std::uint32_t material;  ///< tag that covers the largest area
    };
    std::vector<Shape> shapes = {};
    std::optional<TriangleMesh> triangleMesh = std::nullopt;
    bool arePieces = false;  ///< the shapes are convex pieces of a decomposed mesh
    [[nodiscard]] bool isEmpty() const { return shapes.empty() && !triangleMesh; }
};

/// Adds a box to the extents of the node.
void extend(NodeReport& report, const Aabb& box);

/// Returns the welded surface of meshes in the model's frame, and adds its measures to the report. Returns an
/// empty surface, with a warning, if there are no faces or if a coordinate is not finite.
/// @param toModel  transform from the node's frame to the model's frame
WeldedMesh measuredSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel,
                           const ImportOptions& options, NodeReport& report);

/// Builds the bodies of a surface, and adds their measures and all warnings to the report. The result is
/// empty if the surface is empty, has no hull, or the decomposition was canceled.
ColliderBodies buildBodies(const WeldedMesh& surface, const ColliderRequest& request,
                           const ImportOptions& options, NodeReport& report);

}  // namespace sat3d::SAT3D_ABI::importing
