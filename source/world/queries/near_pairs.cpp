#include "core/sorted_buffer.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cmath>
#include <functional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// The box of an object, wider by a distance and the rounding errors of the verb.
template <class T>
Aabb neighborhoodOf(const BasicObject<T>& object, float distance) {
    const Aabb box = boxInSpace(object.shape, object.pose);
    const double reach = static_cast<double>(distance) * (1.0 + 1e-6);
    return Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
}

}  // namespace

template <class T>
std::span<ObjectPair> nearPairs(const BasicWorld<T>& world, float distance, std::span<ObjectPair> buffer,
                                const QueryFilter& filter) {
    const bool isDistance = std::isfinite(distance) && distance >= 0.0f;
    SAT3D_ASSERT(isDistance, "a distance is finite and not negative");
    if (!isDistance) {
        return {};
    }
    SortedBuffer found(buffer, std::less<>());
    WorldAccess::forEach(world, filter, [&](ObjectId idA, const BasicObject<T>& a) {
        const auto add = [&](ObjectId idB, const BasicObject<T>& b) {
            const bool isNear =
                idA.index < idB.index && overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = distance});
            if (isNear) {
                found.add({idA, idB});
            }
            return true;
        };
        WorldAccess::query(world, neighborhoodOf(a, distance), filter, add);
        return !found.isFull();  // the pairs of later objects come later
    });
    return found.items();
}

template SAT3D_API std::span<ObjectPair> nearPairs(const World&, float, std::span<ObjectPair>,
                                                   const QueryFilter&);
template SAT3D_API std::span<ObjectPair> nearPairs(const DWorld&, float, std::span<ObjectPair>,
                                                   const QueryFilter&);
template SAT3D_API std::span<ObjectPair> nearPairs(const PlanarWorld&, float, std::span<ObjectPair>,
                                                   const QueryFilter&);
template SAT3D_API std::span<ObjectPair> nearPairs(const DPlanarWorld&, float, std::span<ObjectPair>,
                                                   const QueryFilter&);

}  // namespace sat3d::SAT3D_ABI
