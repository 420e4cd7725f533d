#pragma once

/// @file
/// Separating axes of two cores that overlap, or all but touch.

#include "narrowphase/convex/convex_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>

namespace sat3d::inline SAT3D_ABI {

struct CoreAxis {
    double separation = 0.0;     ///< signed, of the cores alone
    glm::dvec3 normalAToB{0.0};  ///< unit
    FeaturePair features;
};

/// The axis along which the cores are farthest apart (or overlap least): faces of A, faces of B, every edge
/// direction of A with every one of B. Where several are that good, faces of A win over faces of B over
/// edges, and lower numbers over higher. For overlapping cores minus the separation is the exact depth. Flat
/// pairs (segments, points) have a depth of 0, along a normal of their plane or line.
/// O(F V + D_A D_B V) for D distinct edge directions: meant for pairs of which one is small.
/// @param limit  who does not care for greater separations gets one that is greater, not the greatest
[[nodiscard]] CoreAxis coreSat(const CoreShape& a, const CoreShape& b,
                               double limit = std::numeric_limits<double>::infinity()) noexcept;

/// The same of a core and all that lies straight behind a triangle: of the ways out of the triangle, the
/// shortest that does not lead behind it. O((F + D_A) V).
[[nodiscard]] CoreAxis coreSatInFront(const CoreShape& a, const CoreShape& triangle) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
