#pragma once

/// @file
/// Bounds of a shape under rigid motion, for culling in sweeps.

#include "core/inline_list.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sweep/moving_pair.hpp"
#include "narrowphase/sweep/path_over_surface.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// The path of a convex child relative to another moving shape: its position at some times (stops), and how
/// far it can deviate from the straight segments between them. Refers to the child.
class SweptBounds {
public:
    /// @param motionA    of the child
    /// @param tolerance  of the sweep, a fraction of size
    SweptBounds(const ChildShape& a, const DRigidMotion& motionA, const PosedShape& b,
                const DRigidMotion& motionB, double tolerance);

    /// Returns a lower bound of the time at which a box in B's frame is hit. Infinite for a miss. It is 0 for
    /// boxes in reach of the path until a triangle needs the segments.
    [[nodiscard]] double entry(const Aabb& ofB) const;
    /// Returns a box around all parts of B that may be hit.
    /// @param whole  a box around B, in its frame
    [[nodiscard]] BoxInDouble reach(const Aabb& whole) const;

    /// Describes the motion over B, a surface.
    void describe(PathOverSurface& path) const;

    /// Whether the box and the plane of a triangle of B, seen from the segments of a curved path, prove that
    /// it is not hit up to a fraction.
    [[nodiscard]] bool culls(const Triangle& triangle, double upTo);

private:
    /// The child in B's frame at one time.
    struct Stop {
        Stop(const ChildShape& a, const RigidTransform& aInB);

        ConvexProxy core;
        glm::dvec3 lower, upper;
    };
    static constexpr std::size_t kSegments = 8;

    [[nodiscard]] double reachBeside(const Aabb& ofB) const;
    [[nodiscard]] double reachBeside(double size, double farthest) const;
    [[nodiscard]] bool isBesidePath(const glm::dvec3& lower, const glm::dvec3& upper) const;
    [[nodiscard]] bool isBeside(std::size_t segment, const glm::dvec3& lower, const glm::dvec3& upper) const;
    [[nodiscard]] const Stop& stop(std::size_t index) const { return stops_.begin()[index]; }

    void addSegments();

    const ChildShape& a_;
    MovingShape movingA_, movingB_;
    RigidTransform start_, end_;             ///< of the child in B's frame, before and after the motion
    InlineList<Stop, kSegments + 1> stops_;  ///< all stops, once a triangle needs them
    double bend_ = 0.0;                      ///< largest deviation from the segments
    double wholeBend_ = 0.0;                 ///< and from one segment from the first stop to the last
    double halfTolerance_, diagonal_ = 0.0;
    glm::dvec3 lower_, upper_;  ///< around both ends
};

}  // namespace sat3d::SAT3D_ABI
