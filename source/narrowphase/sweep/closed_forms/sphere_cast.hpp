#pragma once

/// @file
/// Linear cast of a sphere against a sphere or a capsule: a ray against the shape grown by the radius.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

struct SphereCastHit {
    double fraction = std::numeric_limits<double>::infinity();  ///< infinite for a miss
    glm::dvec3 normalAToB{0.0};                                 ///< unit, world axes
    glm::dvec3 point{0.0};                                      ///< on A at the fraction, world frame
    FeaturePair features;
    bool startsApart = false;  ///< the shapes are certainly apart at the start
};

/// Casts a sphere against a sphere or a capsule, in the canonical order. Valid for shapes that do not overlap
/// yet. Returns nothing for other shapes, and for shapes so thin relative to their path that the closed form
/// would lose digits.
template <class T>
[[nodiscard]] std::optional<SphereCastHit> sphereCast(const PosedPair<T>& pair, const LinearMotion& motion);

}  // namespace sat3d::SAT3D_ABI
