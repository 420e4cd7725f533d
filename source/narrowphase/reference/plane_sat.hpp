#pragma once

/// @file
/// The readable method: 3D SAT by projection to planes, in double. explain() records what it looks at, and it
/// is the oracle of every faster routine. Proof that it is exact: docs/method.md.

#include "narrowphase/reference/axis_features.hpp"
#include "narrowphase/reference/hull_pair.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/planar/sat.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// A candidate plane with both hulls projected to it. All in the pair frame (see HullPair).
struct ProjectedPair {
    PlaneReport::Source source;
    std::uint32_t index;                       ///< of the distinct direction it is perpendicular to
    glm::dvec3 direction, tangentU, tangentV;  ///< right-handed and orthonormal
    std::span<const glm::dvec2> outlineA, outlineB;
    PlanarSeparation best;
};

/// An axis tested on its own.
struct ProjectedAxis {
    glm::dvec3 normalAToB;
    Interval a, b;
    [[nodiscard]] double separation() const { return b.min - a.max; }
};

/// Sees every step of planeSat, in order.
class PlaneSatObserver {
public:
    virtual ~PlaneSatObserver() = default;
    virtual void onPlane(const ProjectedPair& plane) = 0;
    virtual void onFaceAxis(const ProjectedAxis& axis) = 0;
};

/// The best axis, in the pair frame (directions: A's frame), and the step that found it.
struct PlaneSatResult : FeatureAxis {
    std::int32_t winningPlane = -1;     ///< counted in the order of onPlane, or -1
    std::int32_t winningFaceAxis = -1;  ///< counted in the order of onFaceAxis, or -1
};

/// The largest separation of two hulls over all axes that can matter. Negative: minus the length of the
/// shortest push. O(d (n log n)) for d distinct edge directions and n vertices; allocates.
[[nodiscard]] PlaneSatResult planeSat(const ConvexHull& a, const ConvexHull& b, const RigidTransform& bInA,
                                      PlaneChoice choice = PlaneChoice::EdgeDirections,
                                      PlaneSatObserver* observer = nullptr);

}  // namespace sat3d::inline SAT3D_ABI
