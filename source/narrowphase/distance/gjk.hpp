#pragma once

/// @file
/// Distance of two cores that are apart.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/simplex.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>

namespace sat3d::inline SAT3D_ABI {

/// The nearest points of two cores.
struct CoreDistance {
    double distance = 0.0;       ///< 0 where the cores overlap; then nothing else has a meaning
    glm::dvec3 normalAToB{0.0};  ///< unit
    glm::dvec3 onA{0.0}, onB{0.0};
    VertexPairs simplex;  ///< of the vertices between which they lie
};

/// GJK, but of points and segments against boxes (box_distance.hpp). Right to a few ulps of size; in the rare
/// case that it cannot prove so, closestFeatures decides.
/// @param first  where to begin: the simplex of cores that stood nearly as these do, or none
/// @param limit  metres, radii counted: of shapes that are farther apart, a distance that says so will do;
/// then
///               there are no points
[[nodiscard]] CoreDistance coreDistance(const CoreShape& a, const CoreShape& b, const VertexPairs& first = {},
                                        double limit = std::numeric_limits<double>::infinity()) noexcept;

/// The features that the nearest points lie on.
[[nodiscard]] FeaturePair featuresOf(const CoreShape& a, const CoreShape& b,
                                     const CoreDistance& apart) noexcept;

/// The same for cores known to be apart, by trying every vertex on every face and every edge on every edge:
/// no iteration, nothing to converge. O(E_A E_B).
[[nodiscard]] CoreDistance closestFeatures(const CoreShape& a, const CoreShape& b) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
