#pragma once

/// @file
/// The face or the edges that define an axis.

#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// An axis in the pair frame with the features that define it.
struct FeatureAxis {
    glm::dvec3 normalAToB{0.0};  ///< unit
    double separation = 0.0;     ///< along the normal, over all vertices
    FeaturePair features;
};

/// Finds the features of the best axis. If the normal of a face separates equally well (up to float rounding
/// of the vertices, and with the same sign), the result is that face with its normal: faces of A before those
/// of B, the lowest index first. Otherwise it is the pair of supporting edges, the lowest index of equals.
/// The axis of a facet that was merged into a nearly flat face remains, with that face as its feature.
[[nodiscard]] FeatureAxis nameFeatures(const HullsInPairFrame& pair, const glm::dvec3& normalAToB);

}  // namespace sat3d::inline SAT3D_ABI
