#pragma once

/// @file
/// The pairs of convex shapes that two shapes of the plane consist of.

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

/// A pair of shapes, by reference, with poses in double.
struct PlanarShapes {
    const PlanarShapeRef& a;
    PlanarTransform poseA;
    const PlanarShapeRef& b;
    PlanarTransform poseB;
};
/// @param pair  with poses that are usable
template <class T>
[[nodiscard]] PlanarShapes shapesOf(const PlanarPair<T>& pair) noexcept {
    return {pair.a, transformOf(pair.poseA), pair.b, transformOf(pair.poseB)};
}

/// Finds the gap of two children as findGap() does, and names them. Where a child of the other shape has no
/// width, the common borders of a compound's children have no gap: what lies on one overlaps.
[[nodiscard]] bool findChildGap(const PlanarShapes& shapes, const ConvexChild& childA, const PlanarProxy& a,
                                const ConvexChild& childB, const PlanarProxy& b, const PlanarTransform& bInA,
                                double limit, PlanarGap& gap) noexcept;

/// Whether two circles are farther apart than a limit.
[[nodiscard]] inline bool areApart(const BoundingCircle& a, const BoundingCircle& b, double limit) noexcept {
    const glm::dvec2 between = b.center - a.center;
    const double reach = a.radius + b.radius + limit;
    return glm::dot(between, between) > 1.000001 * reach * reach && reach >= 0.0;
}

/// Calls visit(proxyA, proxyB, bInA, gap) for each pair of convex children whose separation is below the
/// limit, in order of their numbers. The gap names the children.
/// @param limit  read again before each pair: visit may lower it
template <class Visit>
void forEachGap(const PlanarShapes& shapes, const double& limit, const Visit& visit) {
    PlanarGap gap;
    constexpr auto kCompound = PlanarShapeRef::Kind::Compound;
    if (shapes.a.kind() != kCompound && shapes.b.kind() != kCompound) {
        const PlanarProxy proxyA(shapes.a, shapes.poseA), proxyB(shapes.b, shapes.poseB);
        const PlanarTransform bInA = relative(proxyA.toWorld(), proxyB.toWorld());
        if (findGap(proxyA, proxyB, bInA, limit, gap)) {
            visit(proxyA, proxyB, bInA, gap);
        }
        return;
    }
    forEachConvex(shapes.a, shapes.poseA, [&](const ConvexChild& childA) {
        const PlanarProxy proxyA(childA.shape, childA.toFrame);
        const BoundingCircle circleA = childA.circle();
        forEachConvex(shapes.b, shapes.poseB, [&](const ConvexChild& childB) {
            if (areApart(circleA, childB.circle(), limit)) {
                return;
            }
            const PlanarProxy proxyB(childB.shape, childB.toFrame);
            const PlanarTransform bInA = relative(proxyA.toWorld(), proxyB.toWorld());
            if (findChildGap(shapes, childA, proxyA, childB, proxyB, bInA, limit, gap)) {
                visit(proxyA, proxyB, bInA, gap);
            }
        });
    });
}

}  // namespace sat3d::SAT3D_ABI
