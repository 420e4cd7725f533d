// Sweeps, rays, points and depths along a direction, for every type of shape, judged by the signed distance
// at sampled times and places.

#include "support/difference.hpp"
#include "support/random_convex.hpp"

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
#include <cstdint>
#include <cstdio>
#include <string>
#include <variant>

namespace {

using namespace sat3d;
using test::Random;

/// Metres, for shapes of about one, with poses in double.
constexpr double kTolerance = 1e-6;

struct Posed {
    ConvexShape shape;
    DPose pose;

    Posed(Random& random, std::size_t type, double reach)
        : shape(test::randomConvex(random, type)), pose{random.inBox(reach), random.rotation()} {}

    /// About where the shape is: off its frame's origin.
    [[nodiscard]] glm::dvec3 middle() const { return glm::dvec3(bounds(shape, pose).center()); }

    [[nodiscard]] DPose movedBy(const glm::dvec3& way) const { return {pose.position + way, pose.rotation}; }
};

/// The type of shape for a trial: every type against every type, again and again.
std::size_t typeA(int trial) {
    return std::size_t(trial) % test::kConvexTypes;
}
std::size_t typeB(int trial) {
    return std::size_t(trial) / test::kConvexTypes % test::kConvexTypes;
}

double separationAt(const Posed& a, const Posed& b, const LinearMotion& motion, double fraction) {
    return distance(a.shape, a.movedBy(glm::dvec3(motion.ofA) * fraction), b.shape,
                    b.movedBy(glm::dvec3(motion.ofB) * fraction))
        .separation;
}

void expectSweep(const Posed& a, const Posed& b, const LinearMotion& motion, const DSweep& answer) {
    const double end = answer.outcome == DSweep::Outcome::Hit ? double(answer.fraction) : 1.0;
    for (int i = 0; i <= 24; ++i) {
        EXPECT_GT(separationAt(a, b, motion, end * i / 24.0), -kTolerance) << "overlap at " << end * i / 24.0;
    }
    if (answer.outcome == DSweep::Outcome::Hit) {
        EXPECT_NEAR(separationAt(a, b, motion, end), 0.0, kTolerance);
        const DPose poseA = a.movedBy(glm::dvec3(motion.ofA) * end),
                    poseB = b.movedBy(glm::dvec3(motion.ofB) * end);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(answer.normal));
        EXPECT_NEAR(test::gapAlong(normal, a.shape, poseA, b.shape, poseB), 0.0, kTolerance);
        EXPECT_LT(glm::dot(normal, glm::dvec3(motion.ofB - motion.ofA)), 0.0) << "they approach";
        const Sphere dot{glm::vec3(0.0f), 0.0f};
        EXPECT_NEAR(distance(a.shape, poseA, dot, DPose{answer.point}).separation, 0.0, kTolerance);
        EXPECT_NEAR(distance(b.shape, poseB, dot, DPose{answer.point}).separation, 0.0, kTolerance);
    }
}

TEST(MovingPairs, SweepsAgreeWithDistancesOnTheWay) {
    constexpr std::uint32_t kSeed = 501;
    Random random(kSeed);
    int hits = 0, misses = 0, overlapping = 0;
    for (int trial = 0; trial < 800; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const Posed a(random, typeA(trial), 1.0), b(random, typeB(trial), 3.5);
        const glm::dvec3 toA = a.middle() - b.middle() + random.inBox(2.0);
        const LinearMotion motion{glm::vec3(random.inBox(1.0)), glm::vec3(toA * random.uniform(0.5, 2.0))};
        const DSweep answer = sweep(a.shape, a.pose, b.shape, b.pose, motion);
        EXPECT_EQ(answer.outcome == DSweep::Outcome::StartedOverlapping,
                  overlaps(a.shape, a.pose, b.shape, b.pose));
        if (answer.outcome == DSweep::Outcome::StartedOverlapping) {
            const auto push = penetration(a.shape, a.pose, b.shape, b.pose);
            EXPECT_EQ(answer.depth, push->depth);
            EXPECT_EQ(answer.normal, push->normal);
            ++overlapping;
        } else {
            expectSweep(a, b, motion, answer);
            ++(answer ? hits : misses);
        }
        const DSweep turned = sweep(b.shape, b.pose, a.shape, a.pose, {motion.ofB, motion.ofA});
        EXPECT_EQ(turned.outcome, answer.outcome);
        EXPECT_EQ(turned.fraction, answer.fraction);
        EXPECT_EQ(turned.normal, -answer.normal);
        EXPECT_EQ(turned.point, answer.point);
    }
    std::printf("seed %u: %d hits, %d misses, %d overlapping\n", kSeed, hits, misses, overlapping);
    EXPECT_GT(hits, 200);
    EXPECT_GT(misses, 100);
    EXPECT_GT(overlapping, 30);
}

TEST(MovingPairs, DepthAlongIsWhereTheyJustTouch) {
    constexpr std::uint32_t kSeed = 502;
    Random random(kSeed);
    int overlapping = 0;
    for (int trial = 0; trial < 500; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const Posed a(random, typeA(trial), 0.5), b(random, typeB(trial), 0.5);
        const glm::vec3 direction(random.direction());
        const auto depth = depthAlong(a.shape, a.pose, b.shape, b.pose, direction);
        const auto hit = penetration(a.shape, a.pose, b.shape, b.pose);
        ASSERT_EQ(depth.has_value(), hit.has_value());
        if (depth) {
            ++overlapping;
            const glm::dvec3 way = glm::normalize(glm::dvec3(direction)) * double(*depth);
            EXPECT_NEAR(distance(a.shape, a.pose, b.shape, b.movedBy(way)).separation, 0.0, kTolerance);
            EXPECT_LT(distance(a.shape, a.pose, b.shape, b.movedBy(0.99 * way)).separation, kTolerance);
            EXPECT_GT(double(*depth), double(hit->depth) - kTolerance);
            const auto along = depthAlong(a.shape, a.pose, b.shape, b.pose, hit->normal);
            EXPECT_NEAR(*along, hit->depth, kTolerance);
            EXPECT_EQ(depthAlong(b.shape, b.pose, a.shape, a.pose, -direction), depth);
        }
    }
    EXPECT_GT(overlapping, 250);
}

TEST(MovingPairs, PointsInsideAreAtNegativeDistance) {
    constexpr std::uint32_t kSeed = 503;
    Random random(kSeed);
    int inside = 0, outside = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const Posed a(random, typeA(trial), 1.0);
        const glm::dvec3 point = a.middle() + random.inBox(0.8);
        const double separation =
            distance(a.shape, a.pose, Sphere{glm::vec3(0.0f), 0.0f}, DPose{point}).separation;
        if (std::abs(separation) > 1e-6) {
            EXPECT_EQ(contains(a.shape, a.pose, point), separation < 0.0)
                << "seed " << kSeed << ", trial " << trial << ": " << separation;
            ++(separation < 0.0 ? inside : outside);
        }
    }
    EXPECT_GT(inside, 300);
    EXPECT_GT(outside, 300);
}

void expectCrossing(const Posed& shape, const DRay& ray, const RayCrossing& crossing, double outward) {
    const glm::dvec3 direction = glm::normalize(glm::dvec3(ray.direction));
    const glm::dvec3 point = ray.origin + double(crossing.distance) * direction;
    const Sphere dot{glm::vec3(0.0f), 0.0f};
    EXPECT_NEAR(distance(shape.shape, shape.pose, dot, DPose{point}).separation, 0.0, kTolerance);
    const glm::dvec3 normal = glm::normalize(glm::dvec3(crossing.normal));
    EXPECT_NEAR(test::gapAlong(normal, shape.shape, shape.pose, dot, DPose{point}), 0.0, kTolerance)
        << "the plane of the normal supports the shape there";
    EXPECT_GT(outward * glm::dot(normal, direction), 0.0);
}

TEST(MovingPairs, RaysHitWhatTheirSegmentsOverlap) {
    constexpr std::uint32_t kSeed = 504;
    constexpr float kLength = 4.0f;
    Random random(kSeed);
    int hits = 0, misses = 0, inside = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const Posed a(random, typeA(trial), 1.0);
        const glm::dvec3 origin = a.middle() + random.inBox(2.0);
        const DRay ray{origin, glm::vec3(a.middle() - origin + random.inBox(1.0)), kLength};
        const auto hit = raycast(a.shape, a.pose, ray);
        const glm::vec3 end = glm::normalize(ray.direction) * kLength;
        const double separation =
            distance(a.shape, a.pose, Capsule{glm::vec3(0.0f), end, 0.0f}, DPose{ray.origin}).separation;
        if (std::abs(separation) < kTolerance) {
            continue;
        }
        ASSERT_EQ(hit.has_value(), separation < 0.0) << separation;
        if (!hit) {
            ++misses;
            continue;
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
    }
    std::printf("seed %u: %d hits, %d of them from inside, %d misses\n", kSeed, hits, inside, misses);
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
    EXPECT_GT(inside, 50);
}

}  // namespace
