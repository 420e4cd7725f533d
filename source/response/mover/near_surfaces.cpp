#include "response/mover/near_surfaces.hpp"

#include "narrowphase/composite/child_traversal.hpp"
#include "world/queries/sorted_room.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

constexpr std::size_t kMostManifoldsOfObject = 32;
constexpr std::size_t kMostFound = 64;
constexpr double kSameNormal = 0.99996;

/// A total order, so that the order of the search does not matter.
constexpr auto kIsNearer = []<class T>(const NearSurface<T>& a, const NearSurface<T>& b) {
    const auto key = [](const NearSurface<T>& s) {
        const auto& point = s.point();
        return std::tuple(s.gap, s.object.index, s.normal.x, s.normal.y, s.normal.z, point.x, point.y,
                          point.z);
    };
    return key(a) < key(b);
};

template <class T>
NearSurface<T> surfaceOf(const BasicManifold<T>& manifold, ObjectId object) {
    NearSurface<T> surface;
    surface.normal = -glm::normalize(glm::dvec3(manifold.normal));
    surface.gap = std::numeric_limits<double>::infinity();
    surface.object = object;
    surface.faceTag = manifold.faceTagB;
    for (const BasicContactPoint<T>& point : manifold.points()) {
        glm::vec<3, T>& place = surface.points[surface.pointCount++];
        place = point.position + glm::vec<3, T>(0.5f * point.separation * manifold.normal);
        if (double(point.separation) < surface.gap) {
            surface.gap = point.separation;
            std::swap(place, surface.points[0]);
        }
    }
    return surface;
}

}  // namespace

template <class T>
bool NearSurface<T>::covers(const NearSurface& other, double tolerance) const {
    const auto isBelow = [&](const glm::vec<3, T>& place) {
        return glm::dot(glm::dvec3(place - point()), normal) <= tolerance;
    };
    return std::all_of(other.points.begin(), other.points.begin() + other.pointCount, isBelow);
}

template <class T>
NearSurfaces<T>::NearSurfaces(const BasicWorld<T>& world, ShapeRef shape, const BasicPose<T>& pose,
                              double reach, const QueryFilter& filter, const Seams& seams) {
    std::array<NearSurface<T>, kMostFound> memory;
    SortedRoom found(std::span<NearSurface<T>>{memory}, kIsNearer);
    const Aabb box = boundsOf(shape, localToWorld(pose));
    const Aabb around = Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
    const CollideOptions options{.margin = static_cast<float>(reach), .faceBias = 0.0f};
    WorldAccess::query(world, around, filter, [&](ObjectId id, const BasicObject<T>& object) {
        std::array<BasicManifold<T>, kMostManifoldsOfObject> manifolds;
        for (const auto& each : collide(shape, pose, object.shape, object.pose, manifolds, options)) {
            found.add(surfaceOf(each, id));
        }
        return true;
    });
    for (const NearSurface<T>& each : found.items()) {
        const auto isSame = [&](const NearSurface<T>& other) {
            return glm::dot(other.normal, each.normal) > kSameNormal;
        };
        const auto isTileBefore = [&](const NearSurface<T>& other) {
            return glm::dot(other.normal - each.normal, seams.up) > 0.0 && !isSame(other) &&
                   other.covers(each, seams.tolerance);
        };
        const bool isSeam = each.gap > 0.0 && std::ranges::any_of(found.items(), isTileBefore);
        if (!isSeam && count_ < kMost && std::ranges::none_of(surfaces(), isSame)) {
            list_[count_++] = each;
        }
    }
}

template struct NearSurface<float>;
template struct NearSurface<double>;
template class NearSurfaces<float>;
template class NearSurfaces<double>;

}  // namespace sat3d::inline SAT3D_ABI::detail
