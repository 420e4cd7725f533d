#include "response/mover/near_surfaces.hpp"

#include "narrowphase/composite/child_traversal.hpp"
#include "world/queries/sorted_room.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <tuple>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

constexpr std::size_t kMostManifolds = 32;  ///< of one object
constexpr std::size_t kMostFound = 64;
constexpr double kSameNormal = 0.99996;

/// A total order, so that the order of the search does not matter.
constexpr auto kIsNearer = []<class T>(const NearSurface<T>& a, const NearSurface<T>& b) {
    const auto key = [](const NearSurface<T>& s) {
        return std::tuple(s.gap, s.object.index, s.normal.x, s.normal.y, s.normal.z, s.point.x, s.point.y,
                          s.point.z);
    };
    return key(a) < key(b);
};

template <class T>
NearSurface<T> surfaceOf(const BasicManifold<T>& manifold, ObjectId object) {
    const auto points = manifold.points();
    const auto& nearest = *std::ranges::min_element(points, {}, &BasicContactPoint<T>::separation);
    return {-glm::normalize(glm::dvec3(manifold.normal)), nearest.separation, nearest.position, object,
            manifold.faceTagB};
}

}  // namespace

template <class T>
NearSurfaces<T>::NearSurfaces(const BasicWorld<T>& world, ShapeRef shape, const BasicPose<T>& pose,
                              double reach, const QueryFilter& filter) {
    std::array<NearSurface<T>, kMostFound> memory;
    SortedRoom found(std::span<NearSurface<T>>{memory}, kIsNearer);
    const Aabb box = boundsOf(shape, localToWorld(pose));
    const Aabb around = Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
    const CollideOptions options{.margin = static_cast<float>(reach), .faceBias = 0.0f};
    WorldAccess::query(world, around, filter, [&](ObjectId id, const BasicObject<T>& object) {
        std::array<BasicManifold<T>, kMostManifolds> manifolds;
        for (const auto& each : collide(shape, pose, object.shape, object.pose, manifolds, options)) {
            found.add(surfaceOf(each, id));
        }
        return true;
    });
    for (const NearSurface<T>& each : found.items()) {
        const bool isCovered = std::ranges::any_of(surfaces(), [&](const NearSurface<T>& nearer) {
            return glm::dot(nearer.normal, each.normal) > kSameNormal;
        });
        if (!isCovered && count_ < kMost) {
            list_[count_++] = each;
        }
    }
}

template class NearSurfaces<float>;
template class NearSurfaces<double>;

}  // namespace sat3d::inline SAT3D_ABI::detail
