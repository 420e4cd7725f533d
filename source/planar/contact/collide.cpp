#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/contact/planar_manifold.hpp"
#include "planar/contact/planar_penetration.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/collide.hpp>

#include <algorithm>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Whether A comes first in the ids of two equal shapes. The normal decides, because the order of the poses
/// changes from frame to frame. It is slanted, so that hardly any normal is perpendicular to it.
bool isPlanarNamedFirst(const glm::vec2& normal) {
    return 0.3819660f * normal.x + normal.y > 0.0f;
}

template <class T>
BasicPlanarManifold<T> manifoldOf(const PlanarPenetration& penetration, const PlanarPatch& patch) {
    BasicPlanarManifold<T> manifold{penetration.normal, patch.count, {}, penetration};
    for (std::uint32_t i = 0; i < patch.count; ++i) {
        const PlanarPatchPoint& point = patch.points[i];
        manifold.pointArray[i] = {glm::vec<2, T>(point.positionInWorld), static_cast<float>(point.separation),
                                  point.id};
    }
    return manifold;
}

/// Writes the manifolds of the pair in canonical order, the deepest first. Returns their number.
template <class T>
std::size_t collideInOrder(const PlanarPair<T>& pair, bool isSameShape, float margin,
                           std::span<BasicPlanarManifold<T>> room) {
    std::size_t count = 0;
    double limit = margin;
    forEachGap(
        pair.a, localToWorld(pair.poseA), pair.b, localToWorld(pair.poseB), limit,
        [&](const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap) {
            const auto hit = penetrationOf(gap, a.toWorld(), margin);
            const auto isShallower = [&](const BasicPlanarManifold<T>& other) {
                return hit && other.penetration.depth < hit->depth;
            };
            const auto end = room.begin() + static_cast<std::ptrdiff_t>(count);
            const auto place = std::find_if(room.begin(), end, isShallower);
            if (!hit || (place == end && count == room.size())) {
                return;
            }
            const bool isNamedFirst = !isSameShape || isPlanarNamedFirst(hit->normal);
            if (count < room.size()) {
                ++count;
            }
            std::move_backward(place, room.begin() + static_cast<std::ptrdiff_t>(count) - 1,
                               room.begin() + static_cast<std::ptrdiff_t>(count));
            *place = manifoldOf<T>(*hit, patchOf(a, b, bInA, gap, double(margin), isNamedFirst));
            if (room.size() == 1) {
                limit = gap.separation;
            }
        });
    return count;
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
    const PlanarOrder order = orderOf(pair);
    const auto written = manifolds.first(
        collideInOrder(order.swaps ? pair.flipped() : pair, order.isSameShape, options.margin, manifolds));
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
    BasicPlanarManifold<T> manifold;
    const auto written = collide(a, poseA, b, poseB, std::span(&manifold, 1), options);
    return written.empty() ? std::nullopt : std::optional(manifold);
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
