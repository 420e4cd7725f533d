// Questions about many pairs, or with many rays, at once.

#include "checks.hpp"
#include "layout.hpp"
#ifdef S3_PLANE
#include "planar_batches.hpp"
#else
#include <sat3d/narrowphase/batch.hpp>
#endif

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>

namespace {

using namespace sat3d;
using c::Checks;
using c::guarded;
using c::in;
using c::refOf;

s3_status checkPairs(const s3_shape_ref* shapes, const s3_pose* poses, std::size_t objectCount,
                     const s3_pair* pairs, std::size_t pairCount, float margin, const void* results) {
    Checks checks;
    checks.array(shapes, objectCount, "the array of shapes")
        .array(pairs, pairCount, "the array of pairs")
        .array(results, pairCount, "the array of results")
        .atLeastZero(margin, "the margin")
        .poses(poses, objectCount);
    if (checks.status() == S3_OK) {
        checks.refs({shapes, objectCount}).pairs({pairs, pairCount}, objectCount);
    }
    return checks.status();
}

/// Answers by batches that fit the stack.
constexpr std::size_t kBatch = 256;

}  // namespace

s3_status s3_penetrate_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                             const s3_pair* pairs, size_t pair_count, float margin, s3_penetration* results) {
    return guarded([&] {
        const s3_status bad = checkPairs(shapes, poses, object_count, pairs, pair_count, margin, results);
        if (bad) {
            return bad;
        }
        std::array<std::optional<c::Penetration>, kBatch> pushes;
        for (std::size_t first = 0; first < pair_count; first += kBatch) {
            const std::size_t count = std::min(kBatch, pair_count - first);
            penetrationBatch(in(shapes, object_count), in(poses, object_count), in(pairs + first, count),
                             std::span(pushes).first(count), {.margin = margin});
            for (std::size_t i = 0; i < count; ++i) {
                results[first + i] = c::out<s3_penetration>(pushes[i].value_or(c::Penetration{}));
            }
        }
        return bad;
    });
}

s3_status s3_overlap_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                           const s3_pair* pairs, size_t pair_count, float margin, bool* results) {
    return guarded([&] {
        const s3_status bad = checkPairs(shapes, poses, object_count, pairs, pair_count, margin, results);
        if (!bad) {
            overlapBatch(in(shapes, object_count), in(poses, object_count), in(pairs, pair_count),
                         std::span(results, pair_count), {.margin = margin});
        }
        return bad;
    });
}

s3_status s3_collide_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                           const s3_pair* pairs, size_t pair_count, float margin, s3_manifold* manifolds,
                           size_t capacity, uint32_t* ends) {
    return guarded([&] {
        s3_status bad = checkPairs(shapes, poses, object_count, pairs, pair_count, margin, ends);
        if (!bad) {
            bad = Checks().array(manifolds, capacity, "the array of manifolds").status();
        }
        if (!bad) {
            collideBatch(in(shapes, object_count), in(poses, object_count), in(pairs, pair_count),
                         c::inPlace(manifolds, capacity), std::span(ends, pair_count), {.margin = margin});
        }
        return bad;
    });
}

s3_status s3_raycast_many(const s3_shape* shape, const s3_pose* pose, const s3_ray* rays, size_t count,
                          s3_ray_hit* results) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .array(results, count, "the array of results")
                                  .rays(rays, count)
                                  .status();
        if (bad) {
            return bad;
        }
        c::RayHit miss;
        miss.entry.distance = std::numeric_limits<float>::infinity();
        std::array<std::optional<c::RayHit>, kBatch> hits;
        for (std::size_t first = 0; first < count; first += kBatch) {
            const std::size_t size = std::min(kBatch, count - first);
            raycastBatch(refOf(shape), in(*pose), in(rays + first, size), std::span(hits).first(size));
            for (std::size_t i = 0; i < size; ++i) {
                results[first + i] = c::out<s3_ray_hit>(hits[i].value_or(miss));
            }
        }
        return bad;
    });
}
