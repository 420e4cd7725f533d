#include "broadphase/run_tasks.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/world/world_batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Queries of one task: 10 us or more.
constexpr std::size_t kQueriesPerTask = 32;

/// The number of queries, and the filter of each.
class Queries {
public:
    template <class... Sizes>
    explicit Queries(std::span<const QueryFilter> filters, std::size_t size, Sizes... others)
        : filters_(filters), count_(std::min({size, std::size_t{others}...})) {
        const bool areEqual = ((size == others) && ...);
        SAT3D_ASSERT(areEqual, "spans of queries and results have equal sizes");
        if (filters_.size() > 1) {
            SAT3D_ASSERT(filters_.size() == size, "no filter, one filter, or one for each query");
            count_ = std::min(count_, filters_.size());
        }
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    /// The part of a buffer that belongs to one query.
    template <class Item>
    [[nodiscard]] std::span<Item> share(std::span<Item> buffer, std::size_t query) const {
        const std::size_t size = buffer.size() / count_;
        return buffer.subspan(query * size, size);
    }
    /// Calls answer(number, filter) for each query.
    template <class Answer>
    void answerAll(ParallelFor parallelFor, const Answer& answer) const {
        runTasks(parallelFor, (count_ + kQueriesPerTask - 1) / kQueriesPerTask, [&](std::size_t task) {
            const std::size_t first = task * kQueriesPerTask;
            for (std::size_t i = first; i < std::min(first + kQueriesPerTask, count_); ++i) {
                answer(i, filters_.empty() ? QueryFilter{} : filters_[filters_.size() > 1 ? i : 0]);
            }
        });
    }

private:
    std::span<const QueryFilter> filters_;
    std::size_t count_;
};

std::uint32_t sizeOf(const auto& found) {
    return static_cast<std::uint32_t>(found.size());
}

}  // namespace

template <class T>
void raycastBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                  std::span<std::optional<RayHitIn<T>>> results, std::span<const QueryFilter> filters,
                  ParallelFor parallelFor) {
    const Queries queries(filters, rays.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = raycast(world, rays[i], filter);
    });
}

template <class T>
void raycastAllBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                     std::type_identity_t<std::span<RayHitIn<T>>> buffer, std::span<std::uint32_t> counts,
                     std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, rays.size(), counts.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        counts[i] = sizeOf(raycastAll(world, rays[i], queries.share(buffer, i), filter));
    });
}

template <class T>
void raycastAnyBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                     std::span<bool> results, std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, rays.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = raycastAny(world, rays[i], filter);
    });
}

template <class T>
void isVisibleBatch(const BasicWorld<T>& world, std::type_identity_t<std::span<const BasicSight<T>>> sights,
                    std::span<bool> results, std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, sights.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = isVisible(world, sights[i].from, sights[i].to, filter);
    });
}

template <class T>
void sweepBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                std::span<const typename Space<T>::Pose> poses,
                std::span<const typename Space<T>::Dimension::Vector> translations,
                std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                std::span<const QueryFilter> filters, const typename Space<T>::SweepOptions& options,
                ParallelFor parallelFor) {
    const Queries queries(filters, shapes.size(), poses.size(), translations.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = sweep(world, shapes[i], poses[i], translations[i], filter, options);
    });
}

template <class T>
void sweepBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                std::span<const typename Space<T>::Pose> poses,
                std::span<const typename Space<T>::Motion> motions,
                std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                std::span<const QueryFilter> filters, const typename Space<T>::SweepOptions& options,
                ParallelFor parallelFor) {
    const Queries queries(filters, shapes.size(), poses.size(), motions.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = sweep(world, shapes[i], poses[i], motions[i], filter, options);
    });
}

template <Spatial T>
void sweepBatch(const BasicWorld<T>& world, const std::type_identity_t<BasicObjectMotions<T>>& motions,
                std::span<const ShapeRef> shapes, std::type_identity_t<std::span<const BasicPose<T>>> poses,
                std::span<const RigidMotion> motionsOfShapes,
                std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                std::span<const QueryFilter> filters, const SweepOptions& options, ParallelFor parallelFor) {
    const Queries queries(filters, shapes.size(), poses.size(), motionsOfShapes.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = sweep(world, motions, shapes[i], poses[i], motionsOfShapes[i], filter, options);
    });
}

template <class T>
void overlappingBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                      std::span<const typename Space<T>::Pose> poses, std::span<ObjectId> buffer,
                      std::span<std::uint32_t> counts, std::span<const QueryFilter> filters,
                      ParallelFor parallelFor) {
    const Queries queries(filters, shapes.size(), poses.size(), counts.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        counts[i] = sizeOf(overlapping(world, shapes[i], poses[i], queries.share(buffer, i), filter));
    });
}

template <class T>
void containingBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Position> pointsInWorld,
                     std::span<ObjectId> buffer, std::span<std::uint32_t> counts,
                     std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, pointsInWorld.size(), counts.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        counts[i] = sizeOf(containing(world, pointsInWorld[i], queries.share(buffer, i), filter));
    });
}

template <class T>
void closestBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                  std::span<const typename Space<T>::Pose> poses,
                  std::type_identity_t<std::span<std::optional<BasicWorldDistance<T>>>> results,
                  float maxDistance, std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, shapes.size(), poses.size(), results.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        results[i] = closest(world, shapes[i], poses[i], maxDistance, filter);
    });
}

template <Spatial T>
void shootThroughBatch(const BasicWorld<T>& world, const std::type_identity_t<BasicObjectMotions<T>>& motions,
                       std::type_identity_t<std::span<const BasicRay<T>>> paths,
                       std::span<PiercedPlate> buffer, std::span<std::uint32_t> counts,
                       std::span<const QueryFilter> filters, ParallelFor parallelFor) {
    const Queries queries(filters, paths.size(), counts.size());
    queries.answerAll(parallelFor, [&](std::size_t i, const QueryFilter& filter) {
        counts[i] = sizeOf(shootThrough(world, motions, paths[i], queries.share(buffer, i), filter));
    });
}

#define SAT3D_INSTANTIATE(T)                                                                                \
    template void raycastBatch(const BasicWorld<T>&, std::span<const Space<T>::Ray>,                        \
                               std::span<std::optional<RayHitIn<T>>>, std::span<const QueryFilter>,         \
                               ParallelFor);                                                                \
    template void raycastAllBatch(const BasicWorld<T>&, std::span<const Space<T>::Ray>,                     \
                                  std::span<RayHitIn<T>>, std::span<std::uint32_t>,                         \
                                  std::span<const QueryFilter>, ParallelFor);                               \
    template void raycastAnyBatch(const BasicWorld<T>&, std::span<const Space<T>::Ray>, std::span<bool>,    \
                                  std::span<const QueryFilter>, ParallelFor);                               \
    template void isVisibleBatch(const BasicWorld<T>&, std::span<const BasicSight<T>>, std::span<bool>,     \
                                 std::span<const QueryFilter>, ParallelFor);                                \
    template void sweepBatch(const BasicWorld<T>&, std::span<const Space<T>::ShapeRef>,                     \
                             std::span<const Space<T>::Pose>, std::span<const Space<T>::Dimension::Vector>, \
                             std::span<std::optional<BasicWorldSweep<T>>>, std::span<const QueryFilter>,    \
                             const Space<T>::SweepOptions&, ParallelFor);                                   \
    template void sweepBatch(const BasicWorld<T>&, std::span<const Space<T>::ShapeRef>,                     \
                             std::span<const Space<T>::Pose>, std::span<const Space<T>::Motion>,            \
                             std::span<std::optional<BasicWorldSweep<T>>>, std::span<const QueryFilter>,    \
                             const Space<T>::SweepOptions&, ParallelFor);                                   \
    template void overlappingBatch(const BasicWorld<T>&, std::span<const Space<T>::ShapeRef>,               \
                                   std::span<const Space<T>::Pose>, std::span<ObjectId>,                    \
                                   std::span<std::uint32_t>, std::span<const QueryFilter>, ParallelFor);    \
    template void containingBatch(const BasicWorld<T>&, std::span<const Space<T>::Position>,                \
                                  std::span<ObjectId>, std::span<std::uint32_t>,                            \
                                  std::span<const QueryFilter>, ParallelFor);                               \
    template void closestBatch(                                                                             \
        const BasicWorld<T>&, std::span<const Space<T>::ShapeRef>, std::span<const Space<T>::Pose>,         \
        std::span<std::optional<BasicWorldDistance<T>>>, float, std::span<const QueryFilter>, ParallelFor)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

#define SAT3D_INSTANTIATE(T)                                                                                \
    template void sweepBatch(const BasicWorld<T>&, const BasicObjectMotions<T>&, std::span<const ShapeRef>, \
                             std::span<const BasicPose<T>>, std::span<const RigidMotion>,                   \
                             std::span<std::optional<BasicWorldSweep<T>>>, std::span<const QueryFilter>,    \
                             const SweepOptions&, ParallelFor);                                             \
    template void shootThroughBatch(const BasicWorld<T>&, const BasicObjectMotions<T>&,                     \
                                    std::span<const BasicRay<T>>, std::span<PiercedPlate>,                  \
                                    std::span<std::uint32_t>, std::span<const QueryFilter>, ParallelFor);
SAT3D_INSTANTIATE(float)
SAT3D_INSTANTIATE(double)
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
