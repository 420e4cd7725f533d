#include "core/sorted_buffer.hpp"
#include "narrowphase/ray/hit_list.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"
#include "world/queries/object_hits.hpp"
#include "world/queries/ray_limit.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

template <class Hit>
bool isHitBefore(const Hit& a, const Hit& b) {
    const float distanceA = a.hit.entry.distance, distanceB = b.hit.entry.distance;
    return distanceA != distanceB ? distanceA < distanceB : a.object.index < b.object.index;
}

/// Adds all hits of an object.
template <class T>
void addHitsOf(const BasicObject<T>& object, const BasicRay<T>& ray, ObjectHits<WorldRayHit>& hits) {
    addHits(object.shape, object.pose, ray, hits);
}
template <class T>
void addHitsOf(const BasicObject<Planar<T>>& object, const BasicPlanarRay<T>& ray,
               ObjectHits<PlanarWorldRayHit>& hits) {
    const auto inOrder = [](const PlanarRayHit&) { return false; };
    const auto parts = partsOf(object.shape);
    if (parts.empty()) {
        if (const auto hit = raycast(object.shape, object.pose, ray)) {
            hits.add(*hit, inOrder);
        }
        return;
    }
    const DPlanarRay precise{glm::dvec2(ray.origin), ray.direction, ray.length};
    for (std::uint32_t part = 0; part < parts.size(); ++part) {
        const DPlanarPose pose = partInWorld(object.pose, parts[part].pose);
        if (auto hit = raycast(parts[part].shape, pose, precise)) {
            hit->entry.child = hit->exit.child = part;
            hits.add(*hit, inOrder);
        }
    }
}

template <class T>
bool isHitBy(const BasicObject<T>& object, const BasicRay<T>& ray) {
    return raycastAny(object.shape, object.pose, ray);
}
template <class T>
bool isHitBy(const BasicObject<Planar<T>>& object, const BasicPlanarRay<T>& ray) {
    return raycast(object.shape, object.pose, ray).has_value();
}

template <class T, class Visit>
void cast(const BasicWorld<T>& world, const typename Space<T>::Ray& ray, const QueryFilter& filter,
          const Visit& visit) {
    WorldAccess::cast(world, pointBox(ray.origin), inSpace(ray.direction), static_cast<double>(ray.length),
                      filter, visit);
}

}  // namespace

template <class T>
std::optional<RayHitIn<T>> raycast(const BasicWorld<T>& world, const typename Space<T>::Ray& ray,
                                   const QueryFilter& filter) {
    std::optional<RayHitIn<T>> best;
    const auto visit = [&](ObjectId id, const BasicObject<T>& object, double limit) {
        const auto hit = raycast(object.shape, object.pose, cutAt(ray, limit));
        if (hit && (!best || isHitBefore<RayHitIn<T>>({id, *hit}, *best))) {
            best = {id, *hit};
        }
        return best ? limitAt(ray, best->hit.entry.distance, limit) : limit;
    };
    cast(world, ray, filter, visit);
    return best;
}

template <class T>
std::span<RayHitIn<T>> raycastAll(const BasicWorld<T>& world, const typename Space<T>::Ray& ray,
                                  std::type_identity_t<std::span<RayHitIn<T>>> buffer,
                                  const QueryFilter& filter) {
    SortedBuffer<RayHitIn<T>> all(buffer);
    const auto visit = [&](ObjectId id, const BasicObject<T>& object, double limit) {
        ObjectHits<RayHitIn<T>> hits(all, id);
        addHitsOf(object, cutAt(ray, limit), hits);
        const auto* last = hits.lastIfFull();
        return last != nullptr ? limitAt(ray, entryOf(*last), limit) : limit;
    };
    cast(world, ray, filter, visit);
    return all.items();
}

template <class T>
bool raycastAny(const BasicWorld<T>& world, const typename Space<T>::Ray& ray, const QueryFilter& filter) {
    bool isHit = false;
    const auto visit = [&](ObjectId, const BasicObject<T>& object, double limit) {
        isHit = isHitBy(object, ray);
        return isHit ? -1.0 : limit;
    };
    cast(world, ray, filter, visit);
    return isHit;
}

template <class T>
bool isVisible(const BasicWorld<T>& world, const typename Space<T>::Position& from,
               const typename Space<T>::Position& to, const QueryFilter& filter) {
    using Vector = typename Space<T>::Dimension::Vector;
    const auto displacement =
        glm::vec<Vector::length(), double>(to) - glm::vec<Vector::length(), double>(from);
    const auto length = static_cast<float>(glm::length(displacement));
    const bool isFinite = std::isfinite(length);
    SAT3D_ASSERT(isFinite, "the points of a line of sight are finite");
    Vector direction(displacement);
    if (length == 0.0f) {
        direction.x = 1.0f;  // any will do
    }
    return isFinite && !raycastAny(world, typename Space<T>::Ray{from, direction, length}, filter);
}

#define SAT3D_INSTANTIATE(T)                                                                            \
    template SAT3D_API std::optional<RayHitIn<T>> raycast(const BasicWorld<T>&, const Space<T>::Ray&,   \
                                                          const QueryFilter&);                          \
    template SAT3D_API std::span<RayHitIn<T>> raycastAll(const BasicWorld<T>&, const Space<T>::Ray&,    \
                                                         std::span<RayHitIn<T>>, const QueryFilter&);   \
    template SAT3D_API bool raycastAny(const BasicWorld<T>&, const Space<T>::Ray&, const QueryFilter&); \
    template SAT3D_API bool isVisible(const BasicWorld<T>&, const Space<T>::Position&,                  \
                                      const Space<T>::Position&, const QueryFilter&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
