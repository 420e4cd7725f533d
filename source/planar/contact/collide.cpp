#include "core/sorted_buffer.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/circle_pair.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/contact/planar_manifold.hpp"
#include "planar/contact/planar_penetration.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/collide.hpp>

#include <cstddef>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Whether A comes first in the ids of two equal shapes. The normal decides, because the order of the poses
/// changes from frame to frame. It is slanted, so that hardly any normal is perpendicular to it.
bool isPlanarNamedFirst(const glm::vec2& normal) {
    return 0.3819660f * normal.x + normal.y > 0.0f;
}

/// Writes the manifolds of the pair in canonical order, the deepest first. Returns those written.
template <class T>
std::span<BasicPlanarManifold<T>> collideInOrder(const PlanarPair<T>& pair, bool isSameShape, float margin,
                                                 std::span<BasicPlanarManifold<T>> manifolds) {
    SortedBuffer buffer(manifolds);
    double limit = margin;
    forEachGap(
        shapesOf(pair), limit,
        [&](const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap) {
            const float depth = depthOf(gap, margin);
            const auto isDeeper = [&](const BasicPlanarManifold<T>& other) {
                return other.penetration.depth < depth;
            };
            BasicPlanarManifold<T>* const manifold = depth > 0.0f ? buffer.open(isDeeper) : nullptr;
            if (manifold == nullptr) {
                return;
            }
            writePenetration(gap, a.toWorld(), depth, manifold->penetration);
            const glm::vec2 normal = manifold->penetration.normal;
            manifold->normal = normal;
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
    return buffer.items();
}

/// Two circles. Returns whether there is a manifold.
template <class T>
bool collideCircles(const PlanarPair<T>& pair, float margin, BasicPlanarManifold<T>& manifold) {
    const CircleGap gap = circleGap(pair);
    const float separation = static_cast<float>(gap.separation);
    if (!(separation < margin)) {
        return false;
    }
    const glm::dvec2 middle = gap.middle();
    manifold.normal = manifold.penetration.normal = glm::vec2(gap.normal);
    manifold.penetration.depth = margin - separation;
    manifold.penetration.features.kind = PlanarFeatures::Kind::Vertices;
    manifold.pointCount = 1;
    manifold.pointArray[0].position = glm::vec<2, T>(middle);
    manifold.pointArray[0].separation = separation;
    manifold.pointArray[0].id = kCirclesId;
    return true;
}

}  // namespace

template <class T>
std::span<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                          const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                          std::type_identity_t<std::span<BasicPlanarManifold<T>>> manifolds,
                                          const PlanarOptions& options) {
    if (!isUsable(poseA) || !isUsable(poseB) || manifolds.empty()) {
        return {};
    }
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (areCircles(a, b)) {
        manifolds[0].penetration = {};
        return manifolds.first(collideCircles(pair, options.margin, manifolds[0]) ? 1 : 0);
    }
    const PlanarOrder order = orderOf(pair);
    const auto written =
        collideInOrder(order.swaps ? pair.flipped() : pair, order.isSameShape, options.margin, manifolds);
    if (order.swaps) {
        for (BasicPlanarManifold<T>& manifold : written) {
            manifold.normal = -manifold.normal;
            flip(manifold.penetration);
        }
    }
    return written;
}

template <class T>
std::optional<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                              PlanarShapeRef b,
                                              const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                              const PlanarOptions& options) {
    std::optional<BasicPlanarManifold<T>> contact(std::in_place);
    if (areCircles(a, b)) {
        if (!isUsable(poseA) || !isUsable(poseB) ||
            !collideCircles(PlanarPair<T>{a, poseA, b, poseB}, options.margin, *contact)) {
            contact.reset();
        }
        return contact;
    }
    if (collide(a, poseA, b, poseB, std::span(&*contact, 1), options).empty()) {
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

}  // namespace sat3d::inline SAT3D_ABI
