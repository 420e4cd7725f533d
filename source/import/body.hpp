#pragma once

/// From a mesh node to its bodies and its line in the report.

#include "import/scene.hpp"
#include "import/treatment.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct NodeResult {
    NodeReport report;
    struct Shape {
        ConvexShape shape;
        std::uint32_t material;      ///< of most of it
        bool isPiece = false;        ///< of a mesh taken apart
        std::uint32_t collider = 0;  ///< of those declared on the node, the one that it is
    };
    std::vector<Shape> shapes;  ///< those of one collider in a row
    struct Mesh {
        TriangleMesh mesh;
        std::uint32_t collider = 0;  ///< as of shapes
    };
    std::vector<Mesh> surfaces;  ///< neither these nor shapes: the first warning in the report says why
    [[nodiscard]] bool isEmpty() const { return shapes.empty() && surfaces.empty(); }
    PolygonMesh mesh;  ///< if options.keepMeshes
};

/// Bodies, or a surface.
/// @param toModel  from the node's frame to the result's
NodeResult buildBodies(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel,
                       const Treatment& treatment, const ImportOptions& options);

/// Warns where something is so large or small that its unit has most likely been lost.
/// @param metresPerUnit  what the file's numbers were taken for
void checkSize(double size, double metresPerUnit, NodeReport& report);

}  // namespace sat3d::inline SAT3D_ABI::importing
