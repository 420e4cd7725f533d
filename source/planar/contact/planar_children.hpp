#pragma once

/// @file
/// The pairs of convex shapes that two shapes of the plane consist of.

#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

/// The gap of two convex shapes, and what is needed to state it in the world frame.
struct ChildGap {
    PlanarGap gap;
    PlanarTransform aToWorld;  ///< from the frame of A's core
    double radiusA = 0.0, radiusB = 0.0;
};

/// Calls visit(proxyA, proxyB, bInA, gap) if the separation of two convex shapes is below the limit.
template <class Visit>
void visitGap(const PlanarProxy& a, const PlanarProxy& b, double limit, const Visit& visit) {
    const PlanarTransform bInA = relative(a.toWorld(), b.toWorld());
    PlanarGap gap;
    if (findGap(a, b, bInA, limit, gap)) {
        visit(a, b, bInA, gap);
    }
}

/// Calls visit(proxyA, proxyB, bInA, gap) for each pair of convex children whose separation is below the
/// limit, in order of their numbers. The gap names the children.
/// @param limit  read again before each pair: visit may lower it
template <class Visit>
void forEachGap(const PlanarShapeRef& a, const PlanarTransform& poseA, const PlanarShapeRef& b,
                const PlanarTransform& poseB, const double& limit, const Visit& visit) {
    if (a.kind() != PlanarShapeRef::Kind::Compound && b.kind() != PlanarShapeRef::Kind::Compound) {
        visitGap(PlanarProxy(a, poseA), PlanarProxy(b, poseB), limit, visit);
        return;
    }
    forEachConvex(
        a, poseA, [&](std::uint32_t childA, const PlanarShapeRef& partA, const PlanarTransform& frameA) {
            const PlanarProxy proxyA(partA, frameA);
            const BoundingCircle circleA = boundingCircleOf(partA);
            forEachConvex(
                b, poseB,
                [&](std::uint32_t childB, const PlanarShapeRef& partB, const PlanarTransform& frameB) {
                    const BoundingCircle circleB = boundingCircleOf(partB);
                    const glm::dvec2 between = frameB * circleB.center - frameA * circleA.center;
                    const double reach = circleA.radius + circleB.radius + limit;
                    if (glm::dot(between, between) > 1.000001 * reach * reach && reach >= 0.0) {
                        return;
                    }
                    const auto visitNamed = [&](const PlanarProxy& proxy, const PlanarProxy& other,
                                                const PlanarTransform& otherInProxy, PlanarGap& gap) {
                        gap.features.childA = childA;
                        gap.features.childB = childB;
                        visit(proxy, other, otherInProxy, gap);
                    };
                    visitGap(proxyA, PlanarProxy(partB, frameB), limit, visitNamed);
                });
        });
}

/// Finds the children with the least separation below the limit, the lowest numbered of equals. Returns
/// whether there are any.
[[nodiscard]] bool findLeastGap(const PlanarShapeRef& a, const PlanarTransform& poseA,
                                const PlanarShapeRef& b, const PlanarTransform& poseB, double limit,
                                ChildGap& least) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
