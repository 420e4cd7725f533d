#pragma once

/// @file
/// The face or the edges that define an axis.

#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI {

/// An axis in the pair frame with the features that define it.
struct FeatureAxis {
    glm::dvec3 normalAToB{0.0};  ///< unit
    double separation = 0.0;     ///< along the normal, over all vertices
    FeaturePair features;
};

/// Finds the features of the best axis, by the first rule that applies:
/// - A face normal separates equally well, up to float rounding of the vertices and with the same sign. The
///   result is that face with its normal. Faces of A come before faces of B, and lower indices first.
/// - Both hulls have a supporting edge. The result is this pair of edges; if several tie, the lowest
///   numbered.
/// - The axis belongs to a facet that was merged into a nearly flat face. The result is that face with the
///   given axis.
[[nodiscard]] FeatureAxis nameFeatures(const HullsInPairFrame& pair, const glm::dvec3& normalAToB);

}  // namespace sat3d::SAT3D_ABI
