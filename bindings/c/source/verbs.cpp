#include "checks.hpp"
#include "layout.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace {

using namespace sat3d;
using c::Checks;
using c::guarded;
using c::in;
using c::refOf;

s3_status checkPair(const s3_shape* a, const s3_pose* poseA, const s3_shape* b, const s3_pose* poseB,
                    float margin, const void* result) {
    return Checks()
        .output(result)
        .shape(a, "shape a")
        .pose(poseA, "the pose of a")
        .shape(b, "shape b")
        .pose(poseB, "the pose of b")
        .atLeastZero(margin, "the margin")
        .status();
}

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

s3_status s3_overlaps(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                      float margin, bool* result) {
    return guarded([&] {
        const s3_status bad = checkPair(a, pose_a, b, pose_b, margin, result);
        if (!bad) {
            *result = overlaps(refOf(a), in(*pose_a), refOf(b), in(*pose_b), {.margin = margin});
        }
        return bad;
    });
}

s3_status s3_penetrate(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                       float margin, s3_penetration* result) {
    return guarded([&] {
        const s3_status bad = checkPair(a, pose_a, b, pose_b, margin, result);
        if (!bad) {
            const std::optional<Penetration> push = penetration(refOf(a), in(*pose_a), refOf(b), in(*pose_b),
                                                                PenetrationOptions{.margin = margin});
            *result = c::out<s3_penetration>(push.value_or(Penetration{}));
        }
        return bad;
    });
}

s3_status s3_measure_distance(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b,
                              const s3_pose* pose_b, s3_distance* result) {
    return guarded([&] {
        const s3_status bad = checkPair(a, pose_a, b, pose_b, 0.0f, result);
        if (!bad) {
            *result = c::out<s3_distance>(distance(refOf(a), in(*pose_a), refOf(b), in(*pose_b)));
        }
        return bad;
    });
}

s3_status s3_collide(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                     float margin, s3_manifold* manifolds, size_t capacity, size_t* count) {
    return guarded([&] {
        s3_status bad = checkPair(a, pose_a, b, pose_b, margin, count);
        if (!bad) {
            bad = Checks().array(manifolds, capacity, "the array of manifolds").status();
        }
        if (!bad) {
            *count = collide(refOf(a), in(*pose_a), refOf(b), in(*pose_b), c::inPlace(manifolds, capacity),
                             CollideOptions{.margin = margin})
                         .size();
        }
        return bad;
    });
}

s3_status s3_sweep_shapes(const s3_shape* a, const s3_pose* pose_a, s3_vec3 translation_a, const s3_shape* b,
                          const s3_pose* pose_b, s3_vec3 translation_b, s3_sweep* result) {
    return guarded([&] {
        s3_status bad = checkPair(a, pose_a, b, pose_b, 0.0f, result);
        if (!bad) {
            bad = Checks()
                      .finite(translation_a, "the translation of a")
                      .finite(translation_b, "the translation of b")
                      .status();
        }
        if (!bad) {
            *result = c::out<s3_sweep>(sweep(refOf(a), in(*pose_a), refOf(b), in(*pose_b),
                                             {in(translation_a)}, {in(translation_b)}));
        }
        return bad;
    });
}

s3_status s3_raycast(const s3_shape* shape, const s3_pose* pose, const s3_ray* ray, bool* did_hit,
                     s3_ray_hit* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .output(did_hit)
                                  .output(result)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .ray(ray)
                                  .status();
        if (!bad) {
            const std::optional<RayHit> hit = raycast(refOf(shape), in(*pose), in(*ray));
            *did_hit = hit.has_value();
            if (hit) {
                *result = c::out<s3_ray_hit>(*hit);
            }
        }
        return bad;
    });
}

s3_status s3_contains(const s3_shape* shape, const s3_pose* pose, s3_position point_in_world, bool* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .output(result)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .finite(point_in_world, "the point")
                                  .status();
        if (!bad) {
            *result = contains(refOf(shape), in(*pose), in(point_in_world));
        }
        return bad;
    });
}

s3_status s3_penetrate_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                             const s3_pair* pairs, size_t pair_count, float margin, s3_penetration* results) {
    return guarded([&] {
        const s3_status bad = checkPairs(shapes, poses, object_count, pairs, pair_count, margin, results);
        if (bad) {
            return bad;
        }
        std::array<std::optional<Penetration>, kBatch> pushes;
        for (std::size_t first = 0; first < pair_count; first += kBatch) {
            const std::size_t count = std::min(kBatch, pair_count - first);
            penetrationBatch(in(shapes, object_count), in(poses, object_count), in(pairs + first, count),
                             std::span(pushes).first(count), {.margin = margin});
            for (std::size_t i = 0; i < count; ++i) {
                results[first + i] = c::out<s3_penetration>(pushes[i].value_or(Penetration{}));
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
        RayHit miss;
        miss.entry.distance = std::numeric_limits<float>::infinity();
        std::array<std::optional<RayHit>, kBatch> hits;
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
