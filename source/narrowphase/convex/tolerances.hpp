#pragma once

/// @file
/// Tolerances that several routines share, and the two lengths that they are relative to.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/common.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

/// The size of a pair in the sense of the public headers: the mean bounding radius.
[[nodiscard]] inline double meanBoundingRadius(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    return 0.5 * (a.boundingRadius() + b.boundingRadius());
}
/// The size of a pair. A half-space has no radius: the size of its pair is the bounding radius of A.
[[nodiscard]] inline double meanBoundingRadius(const ShapeRef& a, const ShapeRef& b) noexcept {
    return b.kind() == ShapeRef::Kind::HalfSpace ? boundingRadiusOf(a)
                                                 : 0.5 * (boundingRadiusOf(a) + boundingRadiusOf(b));
}

/// The largest coordinate that a query of the pair computes with, up to a constant factor. In meters.
/// Rounding errors are relative to it.
[[nodiscard]] inline double roundingScale(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    return a.coreBoundingRadius() + b.coreBoundingRadius() + glm::length(b.center() - a.center());
}

/// The noise of the separation of a pair, meters. Every bound that ends a query early leaves room for it, so
/// that verbs with and without such a bound find the same overlaps.
[[nodiscard]] inline double noiseOf(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    return kNoise * roundingScale(a, b);
}
/// The part of noiseOf() that a shape contributes whose box this is. The boxes of both shapes have one frame.
[[nodiscard]] inline double noiseOf(const Aabb& box) noexcept {
    const glm::vec3 farthest = glm::max(glm::abs(box.lower), glm::abs(box.upper));
    return 2.0 * kNoise * (double(farthest.x) + double(farthest.y) + double(farthest.z));
}

/// A direction is parallel to a plane if its cosine with the normal is at most this.
inline constexpr double kAlongPlane = 1e-9;

/// GJK has converged when its upper and lower bound differ by at most this fraction of the rounding scale.
inline constexpr double kProof = 1e-12;

}  // namespace sat3d::SAT3D_ABI
