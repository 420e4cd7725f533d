#pragma once

/// @file
/// Linear shape cast of one convex shape against another.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sat/convex_sat.hpp"
#include "narrowphase/separation/separation.hpp"

#include <glm/ext/vector_double3.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

struct CastHit {
    double fraction = 0.0;
    Separation contact;  ///< with touching points, for B at the fraction
};

/// Returns the time of impact of B, which translates by `motion`, with A, if an axis separates them until its
/// features touch; nothing if other features touch first, or none before the end of the motion. The gap along
/// an axis is linear in time.
/// @param axis  before the motion
[[nodiscard]] std::optional<CastHit> featureCast(const ConvexProxy& a, const ConvexProxy& b,
                                                 const glm::dvec3& motion,
                                                 const SeparatingAxis& axis) noexcept;

/// Returns the time of impact of B, which translates by `motion`, with A. Returns nothing if B passes or only
/// touches. Newton's method on the distance, which is convex along a straight path: a step never goes too
/// far.
/// @param start  the separation before the motion, not negative; its normal holds while the closest points
/// are too close to define one. With a simplex, GJK starts there, and its features are tried first
/// @param from   a fraction before which they do not touch
[[nodiscard]] std::optional<CastHit> linearCast(const ConvexProxy& a, const ConvexProxy& b,
                                                const glm::dvec3& motion, const Separation& start,
                                                double from = 0.0) noexcept;

/// Computes linearCast() of a point with a radius and a box or a triangle: their distance has a closed form.
[[nodiscard]] std::optional<CastHit> ballCast(const ConvexProxy& ball, const ConvexProxy& b,
                                              const glm::dvec3& motion, const Separation& start,
                                              double from) noexcept;

}  // namespace sat3d::SAT3D_ABI
