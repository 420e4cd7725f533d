#include "core/sorted_buffer.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"
#include "world/queries/earliest_sweep.hpp"
#include "world/queries/ray_limit.hpp"
#include "world/queries/swept_box.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr auto kIsIdBefore = [](ObjectId a, ObjectId b) { return a.index < b.index; };

Aabb grown(const Aabb& box, double reach) {
    return Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
}

double largestCoordinate(const Aabb& box) {
    const glm::dvec3 l = glm::abs(glm::dvec3(box.lower)), u = glm::abs(glm::dvec3(box.upper));
    return std::max({l.x, l.y, l.z, u.x, u.y, u.z});
}

}  // namespace

template <class T>
std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                        const typename Space<T>::Pose& pose,
                                        const typename Space<T>::Dimension::Vector& translation,
                                        const QueryFilter& filter,
                                        const typename Space<T>::SweepOptions& options) {
    const Aabb start = grown(tightBoxInSpace(shape, pose), options.skin);
    const double length = glm::length(glm::dvec3(inSpace(translation)));
    EarliestSweep<T> earliest;
    const auto visit = [&](ObjectId id, const BasicObject<T>& object) {
        earliest.add(id, sweep(shape, pose, object.shape, object.pose,
                               typename Space<T>::LinearMotion{translation, {}}, options));
        return true;
    };
    if (!(length > 0.0)) {
        WorldAccess::query(world, start, filter, visit);
        return earliest.best();
    }
    // Objects that are met at the same time, up to rounding, are visited as well.
    const double slack = 1e-6 * (largestCoordinate(start) + length);
    WorldAccess::cast(
        world, start, inSpace(translation), length, filter,
        [&](ObjectId id, const BasicObject<T>& object, double limit) {
            visit(id, object);
            const auto& best = earliest.best();
            return best ? std::min(limit, static_cast<double>(best->sweep.fraction) * length + slack) : limit;
        });
    return earliest.best();
}

template <class T>
std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                        const typename Space<T>::Pose& pose,
                                        const typename Space<T>::Motion& motion, const QueryFilter& filter,
                                        const typename Space<T>::SweepOptions& options) {
    EarliestSweep<T> earliest;
    WorldAccess::query(world, sweptBox(shape, pose, motion, options.skin), filter,
                       [&](ObjectId id, const BasicObject<T>& object) {
                           earliest.add(id, sweep(shape, pose, object.shape, object.pose, motion,
                                                  typename Space<T>::Motion{}, options));
                           return true;
                       });
    return earliest.best();
}

template <class T>
std::span<ObjectId> overlapping(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                const typename Space<T>::Pose& pose, std::span<ObjectId> buffer,
                                const QueryFilter& filter) {
    SortedBuffer found(buffer, kIsIdBefore);
    WorldAccess::query(world, tightBoxInSpace(shape, pose), filter,
                       [&](ObjectId id, const BasicObject<T>& object) {
                           if (overlaps(shape, pose, object.shape, object.pose)) {
                               found.add(id);
                           }
                           return true;
                       });
    return found.items();
}

template <class T>
std::span<ObjectId> containing(const BasicWorld<T>& world, const typename Space<T>::Position& pointInWorld,
                               std::span<ObjectId> buffer, const QueryFilter& filter) {
    SortedBuffer found(buffer, kIsIdBefore);
    WorldAccess::query(world, pointBox(pointInWorld), filter, [&](ObjectId id, const BasicObject<T>& object) {
        if (contains(object.shape, object.pose, pointInWorld)) {
            found.add(id);
        }
        return true;
    });
    return found.items();
}

template <class T>
std::optional<BasicWorldDistance<T>> closest(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                             const typename Space<T>::Pose& pose, float maxDistance,
                                             const QueryFilter& filter) {
    const Aabb box = tightBoxInSpace(shape, pose);
    const auto farthest = static_cast<double>(maxDistance);
    // Box by box four times as large, until the closest object must be in it.
    double reach = std::max(glm::length(glm::dvec3(box.halfExtents())), 1e-4 * largestCoordinate(box) + 1e-3);
    for (;;) {
        reach = std::min(reach, farthest);
        std::optional<BasicWorldDistance<T>> best;
        std::size_t visited = 0;
        WorldAccess::query(world, grown(box, reach), filter, [&](ObjectId id, const BasicObject<T>& object) {
            ++visited;
            const auto gap = distance(shape, pose, object.shape, object.pose);
            const bool isCloser =
                !best || gap.separation < best->distance.separation ||
                (gap.separation == best->distance.separation && id.index < best->object.index);
            if (std::isfinite(gap.separation) && gap.separation <= maxDistance && isCloser) {
                best = {id, gap};
            }
            return true;
        });
        const bool isCertain = best && best->distance.separation < reach * (1.0 - 1e-5);
        if (isCertain || visited == world.size() || !(reach < farthest) || reach > 1e38) {
            return best;
        }
        reach *= 4.0;
    }
}

#define SAT3D_INSTANTIATE(T)                                                                                 \
    template std::optional<BasicWorldSweep<T>> sweep(                                                        \
        const BasicWorld<T>&, Space<T>::ShapeRef, const Space<T>::Pose&, const Space<T>::Dimension::Vector&, \
        const QueryFilter&, const Space<T>::SweepOptions&);                                                  \
    template std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>&, Space<T>::ShapeRef,               \
                                                     const Space<T>::Pose&, const Space<T>::Motion&,         \
                                                     const QueryFilter&, const Space<T>::SweepOptions&);     \
    template std::span<ObjectId> overlapping(const BasicWorld<T>&, Space<T>::ShapeRef,                       \
                                             const Space<T>::Pose&, std::span<ObjectId>,                     \
                                             const QueryFilter&);                                            \
    template std::span<ObjectId> containing(const BasicWorld<T>&, const Space<T>::Position&,                 \
                                            std::span<ObjectId>, const QueryFilter&);                        \
    template std::optional<BasicWorldDistance<T>> closest(const BasicWorld<T>&, Space<T>::ShapeRef,          \
                                                          const Space<T>::Pose&, float, const QueryFilter&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
