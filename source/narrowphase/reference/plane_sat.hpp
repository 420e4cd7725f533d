#pragma once

/// @file
/// The projection SAT: 3D SAT by projection onto planes, in double, as a readable reference. explain()
/// records it, and tests compare every faster routine with it. Proof that it is exact: docs/method.md.

#include "narrowphase/reference/axis_features.hpp"
#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/planar/sat.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A candidate plane with the projections of both hulls, in the pair frame (see HullsInPairFrame).
struct ProjectedPair {
    PlaneReport::Source source;
    std::uint32_t index;                       ///< of the distinct direction normal to the plane
    glm::dvec3 direction, tangentU, tangentV;  ///< right-handed and orthonormal
    std::span<const glm::dvec2> projectedHullA, projectedHullB;
    PlanarSeparation best;
};

/// A single axis with the projections of both hulls.
struct ProjectedAxis {
    glm::dvec3 normalAToB;
    Interval a, b;
    [[nodiscard]] double separation() const { return b.min - a.max; }
};

/// Receives every step of planeSat(), in order.
class PlaneSatObserver {
public:
    virtual ~PlaneSatObserver() = default;
    virtual void onPlane(const ProjectedPair& plane) = 0;
    virtual void onFaceAxis(const ProjectedAxis& axis) = 0;
};

/// The best axis in the pair frame, and the step that found it.
struct PlaneSatResult : FeatureAxis {
    std::int32_t bestPlane = -1;     ///< index in the order of onPlane(), or -1
    std::int32_t bestFaceAxis = -1;  ///< index in the order of onFaceAxis(), or -1
};

/// Returns the largest separation of two polytopes over all candidate axes. Negative: minus the penetration
/// depth. O(d (n log n)) for d distinct edge directions and n vertices; allocates.
[[nodiscard]] PlaneSatResult planeSat(const Polytope& a, const Polytope& b, const RigidTransform& bInA,
                                      PlaneChoice choice = PlaneChoice::EdgeDirections,
                                      PlaneSatObserver* observer = nullptr);

}  // namespace sat3d::SAT3D_ABI
