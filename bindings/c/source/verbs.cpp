#include "checks.hpp"
#include "layout.hpp"

#ifndef S3_PLANE
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#endif

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

}  // namespace

s3_status s3_overlaps(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                      float margin, bool* result) {
    return guarded([&] {
        const s3_status bad = checkPair(a, pose_a, b, pose_b, margin, result);
        if (!bad) {
            *result =
                overlaps(refOf(a), in(*pose_a), refOf(b), in(*pose_b), c::OverlapOptions{.margin = margin});
        }
        return bad;
    });
}

s3_status s3_penetrate(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                       float margin, s3_penetration* result) {
    return guarded([&] {
        const s3_status bad = checkPair(a, pose_a, b, pose_b, margin, result);
        if (!bad) {
            const std::optional<c::Penetration> push = penetration(
                refOf(a), in(*pose_a), refOf(b), in(*pose_b), c::PenetrationOptions{.margin = margin});
            *result = c::out<s3_penetration>(push.value_or(c::Penetration{}));
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
                             c::CollideOptions{.margin = margin})
                         .size();
        }
        return bad;
    });
}

s3_status s3_sweep_shapes(const s3_shape* a, const s3_pose* pose_a, s3_vector translation_a,
                          const s3_shape* b, const s3_pose* pose_b, s3_vector translation_b,
                          s3_sweep* result) {
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
                                             c::Motion{in(translation_a)}, c::Motion{in(translation_b)}));
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
            const std::optional<c::RayHit> hit = raycast(refOf(shape), in(*pose), in(*ray));
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
