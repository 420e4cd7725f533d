#pragma once

/// @file
/// Area of faces, and the frame of the largest face of a hull.

#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/matrix_double3x3.hpp>

namespace sat3d::SAT3D_ABI {

/// Area of a face in square meters.
[[nodiscard]] SAT3D_API double faceArea(const HullView& mesh, std::uint32_t face);

/// Right-handed frame of the largest face, as unit columns: x along its longest edge, z outward.
[[nodiscard]] glm::dmat3 largestFaceAxes(const HullView& mesh);

}  // namespace sat3d::SAT3D_ABI
