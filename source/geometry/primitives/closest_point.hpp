#pragma once

/// @file
/// Closest points of segments and triangles.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

/// Parameter t, 0 .. 1, of the point a + t * (b - a) of a segment that is closest to p. Returns 0 if a == b.
[[nodiscard]] inline double closestSegmentParameter(const glm::dvec3& a, const glm::dvec3& b,
                                                    const glm::dvec3& p) noexcept {
    const glm::dvec3 along = b - a;
    const double squared = glm::dot(along, along);
    return squared > 0.0 ? std::clamp(glm::dot(p - a, along) / squared, 0.0, 1.0) : 0.0;
}

/// Distance in meters from p to the segment.
[[nodiscard]] inline double distanceToSegment(const glm::dvec3& a, const glm::dvec3& b,
                                              const glm::dvec3& p) noexcept {
    return glm::length(p - (a + closestSegmentParameter(a, b, p) * (b - a)));
}

/// Barycentric coordinates of the point of triangle (a, b, c) that is closest to p: not negative, sum 1. A
/// degenerate triangle counts as a segment or a point.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
[[nodiscard]] glm::dvec3 closestPointWeights(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                             const glm::dvec3& p) noexcept;

/// Distance in meters from p to the triangle.
[[nodiscard]] SAT3D_API double distanceToTriangle(const glm::dvec3& a, const glm::dvec3& b,
                                                  const glm::dvec3& c, const glm::dvec3& p) noexcept;

}  // namespace sat3d::SAT3D_ABI
