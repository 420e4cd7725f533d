#pragma once

/// @file
/// Orientation of points, decided exactly: the sign is that of the determinant over the real numbers,
/// whatever doubles round to. A filter in plain double answers nearly always; else expansion arithmetic does.
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", 1997. Arguments must be finite and below 1e75 in magnitude, and not both nonzero and below
/// 1e-75 (no over- or underflow).

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// +1 when a, b, c turn left (counter-clockwise), -1 right, 0 exactly on one line.
[[nodiscard]] SAT3D_API int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) noexcept;

/// +1 when d lies on the side of plane (a, b, c) that its counter-clockwise normal (b - a) x (c - a) points
/// to, -1 on the other side, 0 exactly in the plane.
[[nodiscard]] SAT3D_API int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                     const glm::dvec3& d) noexcept;

/// u x v with every component right to a few ulps of itself, also where its two products nearly cancel.
[[nodiscard]] SAT3D_API glm::dvec3 accurateCross(const glm::dvec3& u, const glm::dvec3& v) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
