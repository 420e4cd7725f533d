#pragma once

/// @file
/// Linear cast of a ball against a box or a triangle.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes linearCast() of a point with a radius and a box or a triangle: their distance has a closed form.
[[nodiscard]] std::optional<CastHit> ballCast(const ConvexProxy& ball, const ConvexProxy& b,
                                              const glm::dvec3& motion, const Separation& start,
                                              double from) noexcept;

}  // namespace sat3d::SAT3D_ABI
