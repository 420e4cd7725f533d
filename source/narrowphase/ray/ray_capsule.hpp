#pragma once

/// @file
/// Intersection of a line with a sphere or a capsule, for rays and for casts of round shapes.

#include "narrowphase/ray/ray_interval.hpp"

#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI {

/// Returns the interval of a line inside a sphere, without normals.
[[nodiscard]] RayInterval throughSphere(const Line& line, const glm::dvec3& center, double radius) noexcept;

/// Returns the interval of a line inside a capsule, without normals. The segment may have length zero. The
/// capsule is the convex union of two spheres and a cylinder, so the line is inside from the first entry to
/// the last exit.
[[nodiscard]] RayInterval throughCapsule(const Line& line, const glm::dvec3& start, const glm::dvec3& end,
                                         double radius) noexcept;

}  // namespace sat3d::SAT3D_ABI
