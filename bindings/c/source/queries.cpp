#include "layout.hpp"
#include "query_filter.hpp"
#include "world_errors.hpp"

#include <sat3d/world/world_queries.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace {

using namespace sat3d;
using c::Checks;
using c::filterOf;
using c::guarded;
using c::in;
using c::packed;

s3_world_ray_hit hitOf(const std::optional<c::WorldRayHit>& hit) {
    return hit ? s3_world_ray_hit{packed(hit->object), c::out<s3_ray_hit>(hit->hit)} : s3_world_ray_hit{};
}

/// Runs a query that fills a buffer, and gives the caller what it found.
template <class Query>
void giveIds(s3_id* ids, std::size_t capacity, std::size_t* count, const Query& query) {
    *count = query(std::span(reinterpret_cast<ObjectId*>(ids), capacity)).size();
}

}  // namespace

s3_query_filter s3_default_query_filter(void) {
    return {sizeof(s3_query_filter), false, ~std::uint64_t{0}, nullptr, 0};
}

s3_status s3_world_raycast(s3_world* world, const s3_ray* ray, const s3_query_filter* filter,
                           s3_world_ray_hit* result) {
    return s3_world_raycast_many(world, ray, 1, filter, result);
}

s3_status s3_world_raycast_many(s3_world* world, const s3_ray* rays, size_t count,
                                const s3_query_filter* filter, s3_world_ray_hit* results) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .array(results, count, "the array of results")
                                  .rays(rays, count)
                                  .status();
        if (!bad) {
            const c::World& fresh = world->fresh();
            const QueryFilter selected = filterOf(filter);
            for (std::size_t i = 0; i < count; ++i) {
                results[i] = hitOf(raycast(fresh, in(rays[i]), selected));
            }
        }
        return bad;
    });
}

s3_status s3_world_raycast_all(s3_world* world, const s3_ray* ray, const s3_query_filter* filter,
                               s3_world_ray_hit* hits, size_t capacity, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .output(count)
                                  .array(hits, capacity, "the array of hits")
                                  .ray(ray)
                                  .status();
        if (!bad) {
            world->hits.resize(std::max(world->hits.size(), capacity));
            const auto found = raycastAll(world->fresh(), in(*ray), std::span(world->hits).first(capacity),
                                          filterOf(filter));
            std::ranges::transform(found, hits, hitOf);
            *count = found.size();
        }
        return bad;
    });
}

s3_status s3_world_is_visible(s3_world* world, s3_position from, s3_position to,
                              const s3_query_filter* filter, bool* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .output(result)
                                  .finite(from, "the first point")
                                  .finite(to, "the second point")
                                  .status();
        if (!bad) {
            *result = isVisible(world->fresh(), in(from), in(to), filterOf(filter));
        }
        return bad;
    });
}

s3_status s3_world_overlapping(s3_world* world, const s3_shape* shape, const s3_pose* pose,
                               const s3_query_filter* filter, s3_id* ids, size_t capacity, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .output(count)
                                  .array(ids, capacity, "the array of ids")
                                  .status();
        if (!bad) {
            giveIds(ids, capacity, count, [&](std::span<ObjectId> buffer) {
                return overlapping(world->fresh(), c::refOf(shape), in(*pose), buffer, filterOf(filter));
            });
        }
        return bad;
    });
}

s3_status s3_world_containing(s3_world* world, s3_position point, const s3_query_filter* filter, s3_id* ids,
                              size_t capacity, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .output(count)
                                  .array(ids, capacity, "the array of ids")
                                  .finite(point, "the point")
                                  .status();
        if (!bad) {
            giveIds(ids, capacity, count, [&](std::span<ObjectId> buffer) {
                return containing(world->fresh(), in(point), buffer, filterOf(filter));
            });
        }
        return bad;
    });
}

s3_status s3_world_closest(s3_world* world, const s3_shape* shape, const s3_pose* pose, float max_distance,
                           const s3_query_filter* filter, s3_id* object, s3_distance* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .output(object)
                                  .output(result)
                                  .reach(max_distance, "the greatest distance")
                                  .status();
        if (!bad) {
            const auto found =
                closest(world->fresh(), c::refOf(shape), in(*pose), max_distance, filterOf(filter));
            *object = found ? packed(found->object) : S3_NO_OBJECT;
            if (found) {
                *result = c::out<s3_distance>(found->distance);
            }
        }
        return bad;
    });
}

s3_status s3_world_sweep(s3_world* world, const s3_shape* shape, const s3_pose* pose, s3_vector translation,
                         const s3_query_filter* filter, s3_id* object, s3_sweep* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .output(object)
                                  .output(result)
                                  .finite(translation, "the translation")
                                  .status();
        if (!bad) {
            const auto found =
                sweep(world->fresh(), c::refOf(shape), in(*pose), in(translation), filterOf(filter));
            *object = found ? packed(found->object) : S3_NO_OBJECT;
            if (found) {
                *result = c::out<s3_sweep>(found->sweep);
            }
        }
        return bad;
    });
}
