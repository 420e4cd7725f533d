#pragma once

/// @file
/// Separating axes of two cores that overlap, or all but touch.

#include "narrowphase/core_shape.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>

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
[[nodiscard]] CoreAxis coreSat(const CoreShape& a, const CoreShape& b) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
