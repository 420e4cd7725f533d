#pragma once

/// @file
/// The point of a triangle nearest to another.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Weights of a, b, c (none negative, sum 1) that give the point of the triangle nearest to p. Triangles
/// without area are taken as the segment or the point they are.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
[[nodiscard]] glm::dvec3 nearestWeights(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                        const glm::dvec3& p) noexcept;

/// Metres from p to the triangle.
[[nodiscard]] double distanceToTriangle(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                        const glm::dvec3& p) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
