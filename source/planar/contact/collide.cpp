#include "core/sorted_buffer.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/circle_gap.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/contact/planar_manifold.hpp"
#include "planar/contact/planar_penetration.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/collide.hpp>

#include <cstddef>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether A comes first in the ids of two equal shapes. The normal decides, because the order of the poses
/// changes from frame to frame. It is slanted, so that hardly any normal is perpendicular to it.
bool isPlanarNamedFirst(const glm::vec2& normal) {
    return 0.3819660f * normal.x + normal.y > 0.0f;
}

/// Writes the manifolds of the convex parts of both shapes, the deepest first. Returns their number.
/// @param pair  in canonical order
template <class T>
HWY_NOINLINE std::size_t collideParts(const PlanarPair<T>& pair, bool isSameShape, float margin,
                                      std::span<BasicPlanarManifold<T>> manifolds) {
    SortedBuffer buffer(manifolds);
    double limit = margin;
    forEachGap(
        shapesOf(pair), limit,
        [&](const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap) {
            const float depth = depthOf(gap.separation, margin);
            const auto isDeeper = [&](const BasicPlanarManifold<T>& other) {
                return other.penetration.depth < depth;
            };
            BasicPlanarManifold<T>* const manifold = depth > 0.0f ? buffer.open(isDeeper) : nullptr;
            if (manifold == nullptr) {
                return;
            }
            writePenetration(gap, a.toWorld(), depth, manifold->penetration);
            const glm::vec2& normal = manifold->penetration.normal;
            manifold->normal.x = normal.x;
            manifold->normal.y = normal.y;
            PlanarPatch patch;
            writePatch(a, b, bInA, gap, double(margin), !isSameShape || isPlanarNamedFirst(normal), patch);
            manifold->pointCount = patch.count;
            for (std::uint32_t i = 0; i < patch.count; ++i) {
                const PlanarPatchPoint& point = patch.points[i];
                manifold->pointArray[i].position = {T(point.x), T(point.y)};
                manifold->pointArray[i].separation = static_cast<float>(point.separation);
                manifold->pointArray[i].id = point.id;
            }
            if (manifolds.size() == 1) {
                limit = gap.separation;
            }
        });
    return buffer.items().size();
}

/// A circle and a convex shape. Returns whether there is a manifold.
template <class T>
bool collideCircle(const PlanarPair<T>& pair, float margin, BasicPlanarManifold<T>& manifold) {
    CircleGap gap;
    if (!findCircleGap(pair, double(margin), gap)) {
        return false;
    }
    const float depth = depthOf(gap.separation, margin);
    if (!(depth > 0.0f)) {
        return false;
    }
    // Number by number: see core/store_forwarding.hpp.
    manifold.normal.x = manifold.penetration.normal.x = static_cast<float>(gap.normal.x);
    manifold.normal.y = manifold.penetration.normal.y = static_cast<float>(gap.normal.y);
    manifold.penetration.depth = depth;
    copyFeatures(gap.features, manifold.penetration.features);
    manifold.penetration.children = {};
    manifold.pointCount = 1;
    BasicPlanarContactPoint<T>& point = manifold.pointArray[0];
    point.position = glm::vec<2, T>(0.5 * (gap.pointA + gap.pointB));
    point.separation = static_cast<float>(gap.separation);
    point.id = idOfPoint(gap.features);
    return true;
}

/// Writes the manifolds of a pair in the order of queryOrderOf(). Returns their number.
template <class T>
std::size_t collideOrdered(const PlanarPair<T>& pair, bool isSameShape, float margin,
                           std::span<BasicPlanarManifold<T>> manifolds) {
    if (isCircleAndConvex(pair)) {
        return collideCircle(pair, margin, manifolds[0]) ? 1 : 0;
    }
    return collideParts(pair, isSameShape, margin, manifolds);
}

/// Writes the manifolds of any pair. Returns their number.
template <class T>
std::size_t collidePair(const PlanarPair<T>& pair, float margin,
                        std::span<BasicPlanarManifold<T>> manifolds) {
    if (!isUsable(pair) || manifolds.empty()) {
        return 0;
    }
    const PairOrder order = queryOrderOf(pair);
    return inOrder(order.swaps, pair,
                   [&](const PlanarPair<T>& ordered) {
                       return manifolds.first(collideOrdered(ordered, order.isSameShape, margin, manifolds));
                   })
        .size();
}

}  // namespace

template <class T>
std::span<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                          const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                          std::type_identity_t<std::span<BasicPlanarManifold<T>>> manifolds,
                                          const PlanarOptions& options) {
    return manifolds.first(collidePair(PlanarPair<T>{a, poseA, b, poseB}, options.margin, manifolds));
}

template <class T>
std::optional<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                              PlanarShapeRef b,
                                              const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                              const PlanarOptions& options) {
    std::optional<BasicPlanarManifold<T>> contact(std::in_place);
    if (collidePair(PlanarPair<T>{a, poseA, b, poseB}, options.margin, std::span(&*contact, 1)) == 0) {
        contact.reset();
    }
    return contact;
}

template std::optional<PlanarManifold> collide(PlanarShapeRef, const PlanarPose&, PlanarShapeRef,
                                               const PlanarPose&, const PlanarOptions&);
template std::optional<DPlanarManifold> collide(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef,
                                                const DPlanarPose&, const PlanarOptions&);
template std::span<PlanarManifold> collide(PlanarShapeRef, const PlanarPose&, PlanarShapeRef,
                                           const PlanarPose&, std::span<PlanarManifold>,
                                           const PlanarOptions&);
template std::span<DPlanarManifold> collide(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef,
                                            const DPlanarPose&, std::span<DPlanarManifold>,
                                            const PlanarOptions&);

}  // namespace sat3d::SAT3D_ABI
