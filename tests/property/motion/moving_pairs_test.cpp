// Sweeps, ray casts, contained points and depths along a direction for every type of shape, checked by the
// signed distance at sampled times and points.

#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/posed.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <variant>

namespace {

using namespace sat3d;
using test::forEachTrial;
using test::Posed;
using test::Random;
using test::randomPosed;

/// Meters, for shapes of about one meter with poses in double.
constexpr double kMotionTolerance = 1e-6;

DPose moved(const DPose& pose, const glm::dvec3& translation) {
    return {pose.position + translation, pose.rotation};
}

/// The type of shape of a trial: every type against every type, in rotation.
std::size_t typeA(int trial) {
    return std::size_t(trial) % test::kConvexTypes;
}
std::size_t typeB(int trial) {
    return std::size_t(trial) / test::kConvexTypes % test::kConvexTypes;
}

double separationAt(const Posed& a, const Posed& b, const LinearMotion& motion, double fraction) {
    return distance(a.shape, moved(a.pose, glm::dvec3(motion.translationA) * fraction), b.shape,
                    moved(b.pose, glm::dvec3(motion.translationB) * fraction))
        .separation;
}

void expectSweep(const Posed& a, const Posed& b, const LinearMotion& motion, const DSweep& answer) {
    const double end = answer.status == DSweep::Status::Hit ? double(answer.fraction) : 1.0;
    for (int i = 0; i <= 24; ++i) {
        EXPECT_GT(separationAt(a, b, motion, end * i / 24.0), -kMotionTolerance)
            << "overlap at " << end * i / 24.0;
    }
    if (answer.status == DSweep::Status::Hit) {
        EXPECT_NEAR(separationAt(a, b, motion, end), 0.0, kMotionTolerance);
        const DPose poseA = moved(a.pose, glm::dvec3(motion.translationA) * end),
                    poseB = moved(b.pose, glm::dvec3(motion.translationB) * end);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(answer.normal));
        EXPECT_NEAR(test::gapAlong(normal, a.shape, poseA, b.shape, poseB), 0.0, kMotionTolerance);
        EXPECT_LT(glm::dot(normal, glm::dvec3(motion.translationB - motion.translationA)), 0.0)
            << "they approach";
        EXPECT_NEAR(distance(a.shape, poseA, test::kPoint, DPose{answer.point}).separation, 0.0,
                    kMotionTolerance);
        EXPECT_NEAR(distance(b.shape, poseB, test::kPoint, DPose{answer.point}).separation, 0.0,
                    kMotionTolerance);
    }
}

TEST(MovingPairs, SweepsAgreeWithDistancesDuringTheMotion) {
    test::SweepTally tally;
    forEachTrial(501, 800, [&](Random& random, int trial) {
        const Posed a = randomPosed(random, typeA(trial), 1.0), b = randomPosed(random, typeB(trial), 3.5);
        const glm::dvec3 toA = a.middle() - b.middle() + random.inBox(2.0);
        const LinearMotion motion{glm::vec3(random.inBox(1.0)), glm::vec3(toA * random.uniform(0.5, 2.0))};
        const DSweep answer =
            sweep(a.shape, a.pose, b.shape, b.pose, {motion.translationA}, {motion.translationB});
        if (test::expectInitialOverlap(answer, a.shape, a.pose, b.shape, b.pose)) {
            ++tally.overlapping;
        } else {
            expectSweep(a, b, motion, answer);
            ++(answer ? tally.hits : tally.misses);
        }
        test::expectFlipped(
            sweep(b.shape, b.pose, a.shape, a.pose, {motion.translationB}, {motion.translationA}), answer);
    });
    tally.expectMore(200, 100, 30);
}

TEST(MovingPairs, DepthAlongMovesThemUntilTheyJustTouch) {
    int overlapping = 0;
    forEachTrial(502, 500, [&](Random& random, int trial) {
        const Posed a = randomPosed(random, typeA(trial), 0.5), b = randomPosed(random, typeB(trial), 0.5);
        const glm::vec3 direction(random.direction());
        const auto depth = depthAlong(a.shape, a.pose, b.shape, b.pose, direction);
        const auto hit = penetration(a.shape, a.pose, b.shape, b.pose);
        ASSERT_EQ(depth.has_value(), hit.has_value());
        if (depth) {
            ++overlapping;
            const glm::dvec3 push = glm::normalize(glm::dvec3(direction)) * double(*depth);
            EXPECT_NEAR(distance(a.shape, a.pose, b.shape, moved(b.pose, push)).separation, 0.0,
                        kMotionTolerance);
            EXPECT_LT(distance(a.shape, a.pose, b.shape, moved(b.pose, 0.99 * push)).separation,
                      kMotionTolerance);
            EXPECT_GT(double(*depth), double(hit->depth) - kMotionTolerance);
            const auto along = depthAlong(a.shape, a.pose, b.shape, b.pose, hit->normal);
            EXPECT_NEAR(*along, hit->depth, kMotionTolerance);
            EXPECT_EQ(depthAlong(b.shape, b.pose, a.shape, a.pose, -direction), depth);
        }
    });
    EXPECT_GT(overlapping, 250);
}

TEST(MovingPairs, PointsInsideAreAtNegativeDistance) {
    int inside = 0, outside = 0;
    forEachTrial(503, 2000, [&](Random& random, int trial) {
        const Posed a = randomPosed(random, typeA(trial), 1.0);
        const glm::dvec3 point = a.middle() + random.inBox(0.8);
        const double separation = distance(a.shape, a.pose, test::kPoint, DPose{point}).separation;
        if (std::abs(separation) > 1e-6) {
            EXPECT_EQ(contains(a.shape, a.pose, point), separation < 0.0) << separation;
            ++(separation < 0.0 ? inside : outside);
        }
    });
    EXPECT_GT(inside, 300);
    EXPECT_GT(outside, 300);
}

void expectCrossing(const Posed& shape, const DRay& ray, const RayIntersection& crossing, double outward) {
    const glm::dvec3 direction = glm::normalize(glm::dvec3(ray.direction));
    const glm::dvec3 point = ray.origin + double(crossing.distance) * direction;
    EXPECT_NEAR(distance(shape.shape, shape.pose, test::kPoint, DPose{point}).separation, 0.0,
                kMotionTolerance);
    const glm::dvec3 normal = glm::normalize(glm::dvec3(crossing.normal));
    EXPECT_NEAR(test::gapAlong(normal, shape.shape, shape.pose, test::kPoint, DPose{point}), 0.0,
                kMotionTolerance)
        << "the normal's plane supports the shape there";
    EXPECT_GT(outward * glm::dot(normal, direction), 0.0);
}

TEST(MovingPairs, RaysHitTheShapesThatTheirSegmentsOverlap) {
    constexpr float kLength = 4.0f;
    int hits = 0, misses = 0, inside = 0;
    forEachTrial(504, 2000, [&](Random& random, int trial) {
        const Posed a = randomPosed(random, typeA(trial), 1.0);
        const glm::dvec3 origin = a.middle() + random.inBox(2.0);
        const DRay ray{origin, glm::vec3(a.middle() - origin + random.inBox(1.0)), kLength};
        const auto hit = raycast(a.shape, a.pose, ray);
        const glm::vec3 end = glm::normalize(ray.direction) * kLength;
        const double separation =
            distance(a.shape, a.pose, Capsule{glm::vec3(0.0f), end, 0.0f}, DPose{ray.origin}).separation;
        if (std::abs(separation) < kMotionTolerance) {
            return;
        }
        ASSERT_EQ(hit.has_value(), separation < 0.0) << separation;
        if (!hit) {
            ++misses;
            return;
        }
        ++hits;
        EXPECT_LT(hit->entry.distance, kLength);
        EXPECT_LT(hit->entry.distance, hit->exit.distance);
        EXPECT_EQ(hit->startedInside, contains(a.shape, a.pose, ray.origin));
        expectCrossing(a, ray, hit->exit, 1.0);
        if (hit->startedInside) {
            ++inside;
        } else {
            expectCrossing(a, ray, hit->entry, -1.0);
        }
        if (const auto* hull = std::get_if<ConvexHull>(&a.shape)) {
            const glm::dvec3 normal = hull->faces()[hit->exit.face].plane.normal;
            EXPECT_NEAR(glm::length(a.pose.rotation * normal - glm::dvec3(hit->exit.normal)), 0.0, 1e-6);
        }
    });
    std::printf("%d hits, %d of them from inside, %d misses\n", hits, inside, misses);
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
    EXPECT_GT(inside, 50);
}

}  // namespace
