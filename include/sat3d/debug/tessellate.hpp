#pragma once

/// @file
/// Tessellation: shapes as polygons, for renderers and exporters.

#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Returns the surface of a shape of any type as polygons, in the shape's own frame.
/// @code
/// const PolygonMesh mesh = tessellate(body.shape);
/// @endcode
/// Hulls give their faces in the order of faces(), boxes give six quadrangles, and spheres and capsules give
/// rings of polygons whose vertices lie on the true surface. A TriangleMesh gives all its triangles,
/// including those without an area. A HeightField gives its triangles except those of holes. A Compound gives
/// the polygons of all its children, one child after the other. A HalfSpace is infinite and gives an empty
/// mesh.
/// @param segments  vertices per ring of a sphere or capsule, rounded up to a multiple of 4, at least 8
/// @note  Allocates; linear in the size of the result.
template <AnyShape S>
[[nodiscard]] SAT3D_DEBUG_API PolygonMesh tessellate(const S& shape, std::uint32_t segments = 32);

}  // namespace sat3d::SAT3D_ABI
