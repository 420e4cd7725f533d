#pragma once

/// @file
/// Exact geometric predicates: the orientation of points. The result is the sign of the determinant in
/// real arithmetic, without rounding errors. A filter in double precision decides nearly all calls; the
/// others use expansion arithmetic.
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", 1997. Each coordinate must be 0 or have a magnitude between 1e-75 and 1e75, so that no
/// product overflows or underflows.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI {

/// Orientation of three points in the plane: +1 if a, b, c turn left (counter-clockwise), -1 if they turn
/// right, 0 if they are exactly collinear.
[[nodiscard]] SAT3D_API int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) noexcept;

/// Side of the plane (a, b, c) on which d lies: +1 on the side to which its counter-clockwise normal
/// (b - a) x (c - a) points, -1 on the other side, 0 exactly in the plane.
[[nodiscard]] SAT3D_API int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                     const glm::dvec3& d) noexcept;

/// Cross product u x v. The relative error of each component is a few ulps, even if the two products of the
/// component nearly cancel.
[[nodiscard]] SAT3D_API glm::dvec3 accurateCross(const glm::dvec3& u, const glm::dvec3& v) noexcept;

}  // namespace sat3d::SAT3D_ABI
