#pragma once

/// @file
/// Traversal of composite shapes: every verb visits the children of a Compound or a surface through these
/// functions.

#include "geometry/primitives/aabb_math.hpp"
#include "math/compose.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// A convex child, or a half-space. Valid only during a visit.
struct ChildShape {
    ShapeRef shape;
    DPose pose;
    std::uint32_t number = 0;
};

/// A shape in the world.
struct PosedShape {
    ShapeRef shape;
    DPose pose;
};

/// Returns bounds() of a child's shape.
[[nodiscard]] Aabb boundsOf(ShapeRef shape, const RigidTransform& toFrame) noexcept;

/// Returns a box around all of a shape in another frame. O(1), but perhaps larger than bounds() if the shape
/// is composite. Not for a half-space.
[[nodiscard]] Aabb boxAroundChildren(ShapeRef shape, const RigidTransform& toFrame) noexcept;

/// Whether a triangle collides with a shape that has this center, in the triangle's frame: see Sides.
[[nodiscard]] inline bool isInFront(const detail::SurfaceTriangle& triangle,
                                    const glm::dvec3& center) noexcept {
    return triangle.sides == Sides::Both ||
           glm::dot(areaNormal(triangle.triangle), center - glm::dvec3(triangle.triangle.corners[0])) >= 0.0;
}

/// Visits the children whose boxes, in the shape's frame, have bound(box) <= limit, roughly nearest first. A
/// shape that is not composite is its own only child and always visited.
/// @param bound  double(const Aabb&), as for Bvh::traverse
/// @param visit  double(const ChildShape&, double limit): returns the new limit, not larger
template <class Bound, class Visit>
double forEachChild(ShapeRef shape, const DPose& pose, double limit, const Bound& bound, const Visit& visit) {
    limit = finite(limit);
    if (shape.kind() == ShapeRef::Kind::Compound) {
        const Compound& compound = shape.compound();
        return compound.tree().traverse(limit, bound, [&](std::uint32_t number, double upTo) {
            const CompoundChild& child = compound.children()[number];
            return bound(compound.childBounds()[number]) <= upTo
                       ? visit(ChildShape{child.shape, composed(pose, child.pose), number}, upTo)
                       : upTo;
        });
    }
    if (isSurface(shape)) {
        detail::SurfaceTriangle child{{}, sidesOf(shape)};
        return forEachTriangle(shape, limit, bound,
                               [&](const Triangle& triangle, std::uint32_t number, double upTo) {
                                   child.triangle = triangle;
                                   return bound(boxAround(triangle.corners)) <= upTo
                                              ? visit(ChildShape{child, pose, number}, upTo)
                                              : upTo;
                               });
    }
    return visit(ChildShape{shape, pose, 0}, limit);
}

/// Visits the children of A that may be near B.
/// @param makeBound  if it has a function ofChildrenOfA(a, b), that returns the bound for boxes in A's frame,
/// and other children of a Compound are left out
template <class MakeBound, class Visit>
void forEachChildNear(const PosedShape& a, const PosedShape& b, double limit, const MakeBound& makeBound,
                      const Visit& visit) {
    if constexpr (requires { makeBound.ofChildrenOfA(a, b); }) {
        if (a.shape.kind() == ShapeRef::Kind::Compound && b.shape.kind() != ShapeRef::Kind::HalfSpace) {
            forEachChild(a.shape, a.pose, limit, makeBound.ofChildrenOfA(a, b), visit);
            return;
        }
    }
    const auto unbounded = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };
    forEachChild(a.shape, a.pose, limit, unbounded, visit);
}

/// Visits the pairs of children whose bounds do not exceed the limit, without triangles that face away from
/// A.
/// @param a, b       in the canonical order
/// @param makeBound  (const ChildShape& ofA, const Aabb& boxOfChildInB): returns the bound for boxes in B's
/// frame; see also forEachChildNear()
/// @param visit      double(const ChildShape& ofA, const ChildShape& ofB, double limit): returns the new
/// limit
template <class MakeBound, class Visit>
void forEachChildPair(const PosedShape& a, const PosedShape& b, double limit, const MakeBound& makeBound,
                      const Visit& visit) {
    using Kind = ShapeRef::Kind;
    const auto unbounded = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };
    forEachChildNear(a, b, limit, makeBound, [&](const ChildShape& childA, double upTo) {
        const RigidTransform aInB = poseBInA(b.pose, childA.pose);
        const glm::dvec3 center = aInB.rotation * middleOf(childA.shape) + aInB.translation;
        const auto visitPair = [&](const ChildShape& childB, double most) {
            const bool collides =
                childB.shape.kind() != Kind::Triangle || isInFront(childB.shape.triangle(), center);
            return collides ? visit(childA, childB, most) : most;
        };
        return childA.shape.kind() == Kind::HalfSpace
                   ? forEachChild(b.shape, b.pose, upTo, unbounded, visitPair)
                   : forEachChild(b.shape, b.pose, upTo, makeBound(childA, boundsOf(childA.shape, aInB)),
                                  visitPair);
    });
}

/// The gap between boxes, minus the noise of their contents. Without it, a box at 1e-17 of a plane would be
/// beyond a limit of 0 although its child reaches through.
class GapBound {
public:
    explicit GapBound(const Aabb& box) : box_(box), slack_(noiseOf(box)) {}

    [[nodiscard]] double operator()(const Aabb& other) const {
        if (box_.overlaps(other)) {  // bounds nothing: the contents may overlap by any depth
            return std::numeric_limits<double>::lowest();
        }
        return gapBetween(box_, other) - slack_ - noiseOf(other);
    }
    /// The noise of this box, meters.
    [[nodiscard]] double slack() const { return slack_; }
    /// Returns a box around all boxes within the limit.
    [[nodiscard]] BoxInDouble reach(double limit) const {
        return {glm::dvec3(box_.lower) - (limit + slack_), glm::dvec3(box_.upper) + (limit + slack_)};
    }

private:
    Aabb box_;
    double slack_;
};

/// A makeBound for forEachChildPair().
struct MakeGapBound {
    [[nodiscard]] GapBound operator()(const ChildShape&, const Aabb& box) const { return GapBound(box); }
    [[nodiscard]] GapBound ofChildrenOfA(const PosedShape& a, const PosedShape& b) const {
        return GapBound(boxAroundChildren(b.shape, poseBInA(a.pose, b.pose)));
    }
};
inline constexpr MakeGapBound kGapBound;

/// Tells the boxes within a limit of a box from others, for searches that end at the first pair within it. A
/// third of the work of GapBound.
class ReachBound {
public:
    /// @param noise  of the contents of the other boxes, meters: see GapBound
    ReachBound(const Aabb& box, double limit, double noise) {
        const double reach = limit + noiseOf(box) + noise;
        reach_ = Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
    }

    [[nodiscard]] double operator()(const Aabb& other) const {
        return doOverlap(reach_, other) ? std::numeric_limits<double>::lowest()
                                        : std::numeric_limits<double>::infinity();
    }
    /// Returns a box that all boxes within the limit overlap.
    [[nodiscard]] const Aabb& box() const { return reach_; }
    [[nodiscard]] BoxInDouble reach(double) const {
        return {glm::dvec3(reach_.lower), glm::dvec3(reach_.upper)};
    }

private:
    Aabb reach_;
};

/// A makeBound for forEachChildPair().
class MakeReachBound {
public:
    /// @param a, b  as in forEachChildPair()
    MakeReachBound(const PosedShape& a, const PosedShape& b, double limit)
        : limit_(limit), noiseOfA_(noiseAround(a.shape)), noiseOfB_(noiseAround(b.shape)) {}

    [[nodiscard]] ReachBound operator()(const ChildShape&, const Aabb& box) const {
        return {box, limit_, noiseOfB_};
    }
    [[nodiscard]] ReachBound ofChildrenOfA(const PosedShape& a, const PosedShape& b) const {
        return {boxAroundChildren(b.shape, poseBInA(a.pose, b.pose)), limit_, noiseOfA_};
    }

private:
    /// Only boxes of composite shapes are bounded.
    static double noiseAround(ShapeRef shape) {
        return shape.isComposite() ? noiseOf(boxAroundChildren(shape, RigidTransform{})) : 0.0;
    }

    double limit_, noiseOfA_, noiseOfB_;
};

}  // namespace sat3d::SAT3D_ABI
