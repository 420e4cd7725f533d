#pragma once

/// @file
/// Measures of hulls: mass, volume, areas of faces.

#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/mass_properties.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Mass properties of a hull. Its faces count as triangle fans.
[[nodiscard]] SAT3D_API MassProperties massProperties(const HullView& hull);

/// Area of a face in square meters.
[[nodiscard]] SAT3D_API double faceArea(const HullView& mesh, std::uint32_t face);

/// Right-handed frame of the largest face, as unit columns: x along its longest edge, z outward.
[[nodiscard]] glm::dmat3 largestFaceAxes(const HullView& mesh);

/// Volume of the convex hull in cubic meters. Returns 0 if the points have no hull.
[[nodiscard]] double convexVolume(std::span<const glm::vec3> points);

}  // namespace sat3d::SAT3D_ABI
