#include "world/queries/ray_limit.hpp"
#include "world/queries/sorted_room.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Most hits of one object.
constexpr std::size_t kMostHitsOfObject = 64;

bool isHitBefore(const WorldRayHit& a, const WorldRayHit& b) {
    const float distanceA = a.hit.entry.distance, distanceB = b.hit.entry.distance;
    return distanceA != distanceB ? distanceA < distanceB : a.object.index < b.object.index;
}

}  // namespace

template <class T>
std::optional<WorldRayHit> raycast(const BasicWorld<T>& world, const std::type_identity_t<BasicRay<T>>& ray,
                                   const QueryFilter& filter) {
    std::optional<WorldRayHit> best;
    const auto visit = [&](ObjectId id, const BasicObject<T>& object, double limit) {
        const auto hit = raycast(object.shape, object.pose, ray);
        if (hit && (!best || isHitBefore({id, *hit}, *best))) {
            best = {id, *hit};
        }
        return best ? limitAt(ray, best->hit.entry.distance, limit) : limit;
    };
    WorldAccess::cast(world, pointBox(ray.origin), ray.direction, static_cast<double>(ray.length), filter,
                      visit);
    return best;
}

template <class T>
std::span<WorldRayHit> raycastAll(const BasicWorld<T>& world, const std::type_identity_t<BasicRay<T>>& ray,
                                  std::span<WorldRayHit> room, const QueryFilter& filter) {
    SortedRoom hits(room, isHitBefore);
    const auto visit = [&](ObjectId id, const BasicObject<T>& object, double limit) {
        std::array<RayHit, kMostHitsOfObject> ofObject;
        for (const RayHit& hit : raycastAll(object.shape, object.pose, ray, ofObject)) {
            hits.add({id, hit});
        }
        return hits.isFull() && !room.empty() ? limitAt(ray, room.back().hit.entry.distance, limit) : limit;
    };
    WorldAccess::cast(world, pointBox(ray.origin), ray.direction, static_cast<double>(ray.length), filter,
                      visit);
    return hits.items();
}

template <class T>
bool raycastAny(const BasicWorld<T>& world, const std::type_identity_t<BasicRay<T>>& ray,
                const QueryFilter& filter) {
    bool isHit = false;
    const auto visit = [&](ObjectId, const BasicObject<T>& object, double limit) {
        isHit = raycast(object.shape, object.pose, ray).has_value();
        return isHit ? -1.0 : limit;
    };
    WorldAccess::cast(world, pointBox(ray.origin), ray.direction, static_cast<double>(ray.length), filter,
                      visit);
    return isHit;
}

template <class T>
bool isVisible(const BasicWorld<T>& world, const std::type_identity_t<glm::vec<3, T>>& from,
               const std::type_identity_t<glm::vec<3, T>>& to, const QueryFilter& filter) {
    const glm::dvec3 way = glm::dvec3(to) - glm::dvec3(from);
    const double length = glm::length(way);
    if (!(length > 0.0)) {
        return true;
    }
    return !raycastAny(world, BasicRay<T>{from, glm::vec3(way), static_cast<float>(length)}, filter);
}

template std::optional<WorldRayHit> raycast(const World&, const Ray&, const QueryFilter&);
template std::optional<WorldRayHit> raycast(const DWorld&, const DRay&, const QueryFilter&);
template std::span<WorldRayHit> raycastAll(const World&, const Ray&, std::span<WorldRayHit>,
                                           const QueryFilter&);
template std::span<WorldRayHit> raycastAll(const DWorld&, const DRay&, std::span<WorldRayHit>,
                                           const QueryFilter&);
template bool raycastAny(const World&, const Ray&, const QueryFilter&);
template bool raycastAny(const DWorld&, const DRay&, const QueryFilter&);
template bool isVisible(const World&, const glm::vec3&, const glm::vec3&, const QueryFilter&);
template bool isVisible(const DWorld&, const glm::dvec3&, const glm::dvec3&, const QueryFilter&);

}  // namespace sat3d::inline SAT3D_ABI
