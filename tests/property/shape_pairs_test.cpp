// Distance, penetration and overlap of every pair of convex shapes, checked by the supports of the shapes
// along directions, and against each other.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/posed.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using namespace sat3d;
using test::forEachTrial;
using test::gapAlong;
using test::kPoint;
using test::Random;

/// The accuracy of an answer, as a fraction of size.
constexpr double kAccuracy = 2e-6;

struct ShapePairTally {
    int apart = 0, overlapping = 0;
    std::array<int, 6> features{};
    double worst = 0.0;
};

struct PosedInFloat {
    ConvexShape shape;
    Pose pose;
    [[nodiscard]] DPose exactPose() const { return test::inDouble(pose); }
    [[nodiscard]] double radius() const { return test::radiusOf(shape); }
};

/// Checks that the answer mirrors that of the other order, and that all verbs agree.
void expectConsistent(const PosedInFloat& a, const PosedInFloat& b, const Distance& answer) {
    test::expectFlipped(distance(b.shape, b.pose, a.shape, a.pose), answer);
    const auto hit = penetration(a.shape, a.pose, b.shape, b.pose);
    ASSERT_EQ(hit.has_value(), answer.separation < 0.0f);
    EXPECT_EQ(overlaps(a.shape, a.pose, b.shape, b.pose), hit.has_value());
    if (hit) {
        EXPECT_EQ(hit->depth, -answer.separation);
        EXPECT_EQ(hit->normal, answer.normal);
        EXPECT_EQ(hit->features, answer.features);
    }
    const float margin = std::max(0.0f, answer.separation) + 0.25f;
    const auto widened = penetration(a.shape, a.pose, b.shape, b.pose, {.margin = margin});
    ASSERT_TRUE(widened);
    EXPECT_EQ(widened->depth, margin - answer.separation);
    if (!hit) {
        const float gap = answer.separation;
        EXPECT_FALSE(overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = gap}));
        EXPECT_TRUE(overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = std::nextafter(gap, 1e9f)}));
    }
}

/// Checks that the points lie on the surfaces and that their distance is that of the answer. Together with
/// the gap along the normal, this proves that a positive separation is exact.
void expectTouchingPoints(Random& random, const PosedInFloat& a, const PosedInFloat& b,
                          const Distance& answer, double tolerance) {
    const glm::dvec3 normal(answer.normal), pointA(answer.pointA), pointB(answer.pointB);
    EXPECT_NEAR(glm::length(pointB - pointA - double(answer.separation) * normal), 0.0, tolerance);
    EXPECT_LT(test::outsideBy(random, 60, pointA, a.shape, a.exactPose()), tolerance);
    EXPECT_LT(test::outsideBy(random, 60, pointB, b.shape, b.exactPose()), tolerance);
    EXPECT_NEAR(gapAlong(normal, a.shape, a.exactPose(), kPoint, DPose{pointA}), 0.0, tolerance);
    EXPECT_NEAR(gapAlong(-normal, b.shape, b.exactPose(), kPoint, DPose{pointB}), 0.0, tolerance);
}

void expectExact(Random& random, const PosedInFloat& a, const PosedInFloat& b, ShapePairTally& tally) {
    const Distance answer = distance(a.shape, a.pose, b.shape, b.pose);
    // Positions in float: their rounding affects points in the world.
    const double far = glm::length(glm::dvec3(a.pose.position)) + glm::length(glm::dvec3(b.pose.position));
    const double tolerance = 2.0 * kAccuracy * (a.radius() + b.radius()) + 2e-7 * far;
    EXPECT_NEAR(glm::length(glm::dvec3(answer.normal)), 1.0, 3e-7);
    const double along =
        gapAlong(glm::normalize(glm::dvec3(answer.normal)), a.shape, a.exactPose(), b.shape, b.exactPose());
    EXPECT_NEAR(along, answer.separation, tolerance) << "the normal does not give the separation";
    const double sampled =
        test::sampledSeparation(random, 300, a.shape, a.exactPose(), b.shape, b.exactPose());
    EXPECT_LT(sampled, double(answer.separation) + tolerance) << "a direction gives a larger separation";
    expectTouchingPoints(random, a, b, answer, tolerance);
    expectConsistent(a, b, answer);
    tally.worst = std::max(tally.worst, std::abs(along - double(answer.separation)));
    ++(answer.separation < 0.0f ? tally.overlapping : tally.apart);
    ++tally.features[std::size_t(answer.features.kind)];
}

/// The center of a shape's bounds in the world, for a pose at the origin.
glm::vec3 middleOf(const ConvexShape& shape, const glm::quat& rotation) {
    return bounds(shape, Pose{glm::vec3(0.0f), rotation}).center();
}

TEST(ShapePairs, EveryTypeAgainstEveryType) {
    constexpr std::uint32_t kSeed = 401;
    constexpr int kTrials = 60;
    Random random(kSeed);
    ShapePairTally all;
    for (std::size_t typeA = 0; typeA < test::kConvexTypes; ++typeA) {
        for (std::size_t typeB = 0; typeB < test::kConvexTypes; ++typeB) {
            ShapePairTally tally;
            for (int trial = 0; trial < kTrials; ++trial) {
                SCOPED_TRACE("seed " + std::to_string(kSeed) + ", types " + std::to_string(typeA) + " and " +
                             std::to_string(typeB) + ", trial " + std::to_string(trial));
                PosedInFloat a{test::randomConvex(random, typeA), test::randomPose(random)};
                PosedInFloat b{test::randomConvex(random, typeB), test::randomPose(random)};
                const double reach = (a.radius() + b.radius()) * random.uniform(0.0, 1.2);
                b.pose.position = a.pose.position + middleOf(a.shape, a.pose.rotation) -
                                  middleOf(b.shape, b.pose.rotation) + glm::vec3(reach * random.direction());
                expectExact(random, a, b, tally);
            }
            EXPECT_GT(tally.apart, kTrials / 10);
            EXPECT_GT(tally.overlapping, kTrials / 10);
            all.apart += tally.apart;
            all.overlapping += tally.overlapping;
            all.worst = std::max(all.worst, tally.worst);
            for (std::size_t kind = 0; kind < all.features.size(); ++kind) {
                all.features[kind] += tally.features[kind];
            }
        }
    }
    std::printf("%d apart, %d overlapping, worst error %.2g m\n", all.apart, all.overlapping, all.worst);
    for (const int count : all.features) {
        EXPECT_GT(count, 3) << "a kind of feature pair was hardly tested";
    }
}

TEST(ShapePairs, HalfSpaceAgainstEveryType) {
    int overlapping = 0;
    forEachTrial(402, 200, [&](Random& random, int trial) {
        const PosedInFloat a{test::randomConvex(random, std::size_t(trial) % test::kConvexTypes),
                             test::randomPose(random, 2.0)};
        const HalfSpace half{glm::vec3(random.direction()), float(random.uniform(-1.0, 1.0))};
        const Pose pose = test::randomPose(random, 2.0);
        const glm::dvec3 normal = test::inDouble(pose).rotation * glm::normalize(glm::dvec3(half.normal));
        const double offset = double(half.offset) + glm::dot(normal, glm::dvec3(pose.position));
        const double expected = gapAlong(-normal, a.shape, a.exactPose(), kPoint, DPose{normal * offset});
        const Distance answer = distance(a.shape, a.pose, half, pose);
        EXPECT_NEAR(answer.separation, expected, 1e-5);
        EXPECT_NEAR(glm::dot(glm::dvec3(answer.pointB), normal), offset, 1e-5);
        EXPECT_NEAR(glm::dot(glm::dvec3(answer.pointA), normal), offset + expected, 1e-5);
        EXPECT_EQ(distance(half, pose, a.shape, a.pose).normal, -answer.normal);
        EXPECT_EQ(overlaps(half, pose, a.shape, a.pose), answer.separation < 0.0f);
        overlapping += answer.separation < 0.0f ? 1 : 0;
    });
    EXPECT_GT(overlapping, 50);
    EXPECT_LT(overlapping, 190);
}

TEST(ShapePairs, AnswersScaleWithTheUnitOfLength) {
    forEachTrial(403, 120, [&](Random& random, int) {
        const ConvexShape shapeA = test::randomConvex(random, random.below(test::kConvexTypes));
        const ConvexShape shapeB = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose poseA = test::randomPose(random, 1.0), poseB = test::randomPose(random, 1.0);
        const Distance meters = distance(shapeA, poseA, shapeB, poseB);
        for (const float scale : {0x1p-10f, 0x1p10f}) {
            const auto scaledA = transformed(shapeA, glm::mat3(scale)),
                       scaledB = transformed(shapeB, glm::mat3(scale));
            ASSERT_TRUE(scaledA && scaledB);
            const Distance scaled = distance(*scaledA, Pose{poseA.position * scale, poseA.rotation}, *scaledB,
                                             Pose{poseB.position * scale, poseB.rotation});
            EXPECT_NEAR(scaled.separation / scale, meters.separation, 1e-5);
        }
    });
}

TEST(ShapePairs, GjkAgreesWithTheSearchOfAllFeatures) {
    int compared = 0;
    double worst = 0.0;
    forEachTrial(404, 600, [&](Random& random, int) {
        const ConvexShape shapeA = test::randomConvex(random, random.below(test::kConvexTypes));
        const ConvexShape shapeB = test::randomConvex(random, random.below(test::kConvexTypes));
        const auto coreOf = [&](const ConvexShape& shape, double reach) {
            return ConvexProxy(ShapeRef(shape), localToWorld(test::randomPose(random, reach)));
        };
        const ConvexProxy a = coreOf(shapeA, 0.0), b = coreOf(shapeB, 4.0);
        const GjkResult fast = gjk(a, b);
        if (fast.distance > 0.0) {
            const GjkResult exact = closestFeatures(a, b);
            EXPECT_NEAR(fast.distance, exact.distance, 1e-13 * roundingScale(a, b));
            EXPECT_NEAR(glm::length(fast.normalAToB - exact.normalAToB), 0.0, 1e-6);
            worst = std::max(worst, std::abs(fast.distance - exact.distance));
            ++compared;
        }
    });
    std::printf("%d pairs apart, worst difference %.2g m\n", compared, worst);
    EXPECT_GT(compared, 200);
}

}  // namespace
