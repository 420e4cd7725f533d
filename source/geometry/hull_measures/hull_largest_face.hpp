#pragma once

/// @file
/// How a hull is turned, by its largest face.

#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/matrix_double3x3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Square metres.
[[nodiscard]] double faceArea(const HullView& mesh, std::uint32_t face);

/// Unit axes, right-handed: along the largest face's longest edge, across it, and out of the face.
[[nodiscard]] glm::dmat3 flushAxes(const HullView& mesh);

}  // namespace sat3d::inline SAT3D_ABI
