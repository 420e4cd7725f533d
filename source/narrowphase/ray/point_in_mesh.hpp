#pragma once

/// @file
/// Inside or outside of a closed surface.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Whether a solid mesh winds round a point of its frame; never on the surface, nor where the mesh is not
/// solid. Exact: the triangles above the point are counted by orientations of the very coordinates.
[[nodiscard]] bool windsRound(const TriangleMesh& mesh, const glm::dvec3& point) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
