#pragma once

/// @file
/// Which face or edges an axis belongs to.

#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// An axis in the pair frame, and what makes it one.
struct FeatureAxis {
    glm::dvec3 normalAToB{0.0};  ///< unit
    double separation = 0.0;     ///< along the normal, over all vertices
    FeaturePair features;
};

/// Names the best axis found. Where the normal of a face separates as well (up to float noise of the
/// vertices, and with the same sign), the answer is that face with its own normal: faces of A first, then of
/// B, the lowest index first. Else it is the pair of edges that the axis touches, the lowest index of equals.
/// An axis of a facet that was merged into a nearly flat face stays as it is, and bears that face's name.
[[nodiscard]] FeatureAxis nameFeatures(const HullPair& pair, const glm::dvec3& normalAToB);

}  // namespace sat3d::inline SAT3D_ABI
