#pragma once

/// @file
/// Lines through balls and capsules: of rays, and of round shapes that move past each other.

#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Through all points within a radius of a segment, which may have no length. Normals are left out.
/// Two balls and the barrel between them: convex, so the line is inside from the first entry to the last
/// exit.
[[nodiscard]] Span throughRound(const Line& line, const glm::dvec3& start, const glm::dvec3& end,
                                double radius) noexcept;

/// Where on a segment the point nearest to a point is: 0 at the start, 1 at the end.
[[nodiscard]] double nearestShare(const glm::dvec3& point, const glm::dvec3& start,
                                  const glm::dvec3& end) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
