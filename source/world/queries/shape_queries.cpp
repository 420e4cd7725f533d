#include "core/sorted_buffer.hpp"
#include "narrowphase/sweep/limited_sweep.hpp"
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

namespace sat3d::SAT3D_ABI {

namespace {

constexpr auto kIsIdBefore = [](ObjectId a, ObjectId b) { return a.index < b.index; };

Aabb grown(const Aabb& box, double reach) {
    return Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
}

RigidMotion motionOf(const glm::vec3& translation) {
    return {translation};
}
PlanarMotion motionOf(const glm::vec2& translation) {
    return {translation};
}

/// The sweep of a shape to one object. It need not be found after a fraction of the motion.
template <class T>
BasicSweep<T> sweepTo(const BasicObject<T>& object, double upTo, ShapeRef shape, const BasicPose<T>& pose,
                      const RigidMotion& motion, const SweepOptions& options) {
    return sweepUpTo(upTo, shape, pose, object.shape, object.pose, motion, RigidMotion{}, options);
}
template <class T>
typename Space<Planar<T>>::Sweep sweepTo(const BasicObject<Planar<T>>& object, double, PlanarShapeRef shape,
                                         const BasicPlanarPose<T>& pose, const PlanarMotion& motion,
                                         const SweepOptions& options) {
    return sweep(shape, pose, object.shape, object.pose, motion, PlanarMotion{}, options);
}

/// Names the faces in contact. Sweeps in the plane name theirs themselves.
template <class T>
void complete(std::optional<BasicWorldSweep<T>>& best, const BasicWorld<T>& world, ShapeRef shape,
              const BasicPose<T>& pose, const RigidMotion& motion) {
    if (best) {
        const BasicObject<T>& object = *world.find(best->object);
        nameFaces(best->sweep, shape, pose, motion, object.shape, object.pose, RigidMotion{});
    }
}
template <class T>
void complete(const std::optional<BasicWorldSweep<Planar<T>>>&, const BasicWorld<Planar<T>>&, PlanarShapeRef,
              const BasicPlanarPose<T>&, const PlanarMotion&) {}

double largestCoordinate(const Aabb& box) {
    const glm::dvec3 l = glm::abs(glm::dvec3(box.lower)), u = glm::abs(glm::dvec3(box.upper));
    return std::max({l.x, l.y, l.z, u.x, u.y, u.z});
}

}  // namespace

template <class T>
std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                        const typename Space<T>::Pose& pose,
                                        const typename Space<T>::Dimension::Vector& translation,
                                        const QueryFilter& filter, const SweepOptions& options) {
    const Aabb start = grown(tightBoxInSpace(shape, pose), options.skin);
    const double length = glm::length(glm::dvec3(inSpace(translation)));
    EarliestSweep<T> earliest;
    const auto visit = [&](ObjectId id, const BasicObject<T>& object, double upTo) {
        earliest.add(id, sweepTo(object, upTo, shape, pose, motionOf(translation), options));
    };
    if (!(length > 0.0)) {
        WorldAccess::query(world, start, filter, [&](ObjectId id, const BasicObject<T>& object) {
            visit(id, object, 1.0);
            return true;
        });
    } else {
        // Objects that are met at the same time, up to rounding, are visited as well.
        const double slack = 1e-6 * (largestCoordinate(start) + length);
        WorldAccess::cast(world, start, inSpace(translation), length, filter,
                          [&](ObjectId id, const BasicObject<T>& object, double limit) {
                              visit(id, object, limit / length);
                              const auto& best = earliest.best();
                              const double now =
                                  best ? static_cast<double>(best->sweep.fraction) * length + slack : limit;
                              return std::min(limit, now);
                          });
    }
    auto best = earliest.best();
    complete(best, world, shape, pose, motionOf(translation));
    return best;
}

template <class T>
std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                        const typename Space<T>::Pose& pose,
                                        const typename Space<T>::Motion& motion, const QueryFilter& filter,
                                        const SweepOptions& options) {
    EarliestSweep<T> earliest;
    WorldAccess::query(world, sweptBox(shape, pose, motion, options.skin), filter,
                       [&](ObjectId id, const BasicObject<T>& object) {
                           earliest.add(id, sweepTo(object, earliest.limit(), shape, pose, motion, options));
                           return true;
                       });
    auto best = earliest.best();
    complete(best, world, shape, pose, motion);
    return best;
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
        const double rounded = reach * (1.0 + 1e-6);  // distances are rounded to float
        WorldAccess::query(
            world, grown(box, rounded), filter, [&](ObjectId id, const BasicObject<T>& object) {
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
    template SAT3D_API std::optional<BasicWorldSweep<T>> sweep(                                              \
        const BasicWorld<T>&, Space<T>::ShapeRef, const Space<T>::Pose&, const Space<T>::Dimension::Vector&, \
        const QueryFilter&, const SweepOptions&);                                                            \
    template SAT3D_API std::optional<BasicWorldSweep<T>> sweep(                                              \
        const BasicWorld<T>&, Space<T>::ShapeRef, const Space<T>::Pose&, const Space<T>::Motion&,            \
        const QueryFilter&, const SweepOptions&);                                                            \
    template SAT3D_API std::span<ObjectId> overlapping(const BasicWorld<T>&, Space<T>::ShapeRef,             \
                                                       const Space<T>::Pose&, std::span<ObjectId>,           \
                                                       const QueryFilter&);                                  \
    template SAT3D_API std::span<ObjectId> containing(const BasicWorld<T>&, const Space<T>::Position&,       \
                                                      std::span<ObjectId>, const QueryFilter&);              \
    template SAT3D_API std::optional<BasicWorldDistance<T>> closest(                                         \
        const BasicWorld<T>&, Space<T>::ShapeRef, const Space<T>::Pose&, float, const QueryFilter&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
