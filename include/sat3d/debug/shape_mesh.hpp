#pragma once

/// @file
/// Shapes as polygons, for whatever draws or writes them.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The surface of a shape, in its own frame: hulls face by face in the order of faces(), boxes in six
/// quadrangles, spheres and capsules in rings whose corners all lie on the true surface.
/// @param segments  corners of a ring of a round shape, rounded up to a multiple of 4, at least 8
/// @note  Allocates; linear in what comes out.
[[nodiscard]] SAT3D_DEBUG_API PolygonMesh meshOf(const ConvexShape& shape, std::uint32_t segments = 32);

/// The triangles of a mesh, those without an area too.
[[nodiscard]] SAT3D_DEBUG_API PolygonMesh meshOf(const TriangleMesh& mesh);

}  // namespace sat3d::inline SAT3D_ABI
