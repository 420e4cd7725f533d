#pragma once

/// @file
/// Point-in-mesh test by winding number.

#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI {

/// Whether a watertight mesh has a positive winding number around a point of its frame. False on the surface
/// and for meshes that are not watertight. Exact: it counts the triangles above the point with exact
/// orientation predicates.
[[nodiscard]] bool isInsideMesh(const TriangleMesh& mesh, const glm::dvec3& point) noexcept;

}  // namespace sat3d::SAT3D_ABI
