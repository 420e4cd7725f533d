#pragma once

/// @file
/// Bounds for sweeps of shapes that turn.

#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sweep/conservative_advancement.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

/// The way of a convex piece as it is seen from another shape, where both may move and turn: where it stands
/// at some times, and how far it can get from the straight ways between them.
class TurningWay {
public:
    /// @param motionA    of the piece
    /// @param tolerance  of the sweep, a fraction of size: so much nearer counts as met
    TurningWay(const Piece& a, const DRigidMotion& motionA, const PosedShape& b, const DRigidMotion& motionB,
               double tolerance);

    /// When a box that B takes along, in its frame, may be met: never too late. Infinite where it is missed.
    [[nodiscard]] double entry(const Aabb& ofB) const;

    /// Whether up to a fraction it meets no triangle of B, for all that its box and the triangle's plane
    /// tell.
    [[nodiscard]] bool passesOver(const Triangle& triangle, double upTo) const;

private:
    /// The piece in B's frame at a time.
    struct Stop {
        Stop(const Piece& a, const RigidTransform& aInB);

        CoreShape core;
        glm::dvec3 lower, upper;
    };
    static constexpr std::size_t kStretches = 8;

    [[nodiscard]] double asideFrom(const Aabb& ofB) const;
    [[nodiscard]] bool isBeside(std::size_t stretch, const glm::dvec3& lower, const glm::dvec3& upper) const;
    [[nodiscard]] const Stop& stop(std::size_t index) const { return stops_.begin()[index]; }

    InlineList<Stop, kStretches + 1> stops_;
    double bend_ = 0.0;  ///< off the straight ways
    double halfTolerance_, diagonal_ = 0.0;
};

}  // namespace sat3d::inline SAT3D_ABI
