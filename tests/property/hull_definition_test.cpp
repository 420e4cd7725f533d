// A hull is the convex hull of its vertices: all verbs answer for that, whatever the faces and the options.

#include "support/brute_force_sat.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::BruteForceHull;
using test::BruteForceSat;
using test::Random;
using test::ShapeType;

constexpr double kHullAccuracy = 1e-6;  // fraction of size

enum class Origin { Near, Far, Noisy, Doubled, Simplified, kCount };
constexpr std::array kNames{"near the origin", "far from the origin", "noisy", "doubled", "simplified"};

/// A small cloud, and the options to build its hull with.
ConvexHull randomHull(Random& random, Origin origin) {
    constexpr std::array kKinds{ShapeType::Box,  ShapeType::Wedge,       ShapeType::Prism,
                                ShapeType::Tank, ShapeType::Ellipsoid16, ShapeType::NearCoplanar};
    const test::Cloud clean = randomCloud(random, kKinds[random.below(std::uint32_t{kKinds.size()})]);
    const glm::dquat rotation = random.rotation();
    const glm::dvec3 offset = origin == Origin::Far ? random.inBox(2300.0) : random.inBox(0.5);
    const double noise = origin == Origin::Noisy || origin == Origin::Simplified
                             ? std::pow(10.0, random.uniform(-7.5, -3.0))
                             : 0.0;
    const double apart = std::pow(10.0, random.uniform(-6.5, -3.0));
    std::vector<glm::vec3> points;
    for (const glm::vec3& point : clean) {
        const glm::dvec3 place = rotation * glm::dvec3(point) + offset + random.inBox(noise);
        points.emplace_back(place);
        if (origin == Origin::Doubled && random.chance(0.6)) {
            points.emplace_back(place + random.inBox(apart));
        }
    }
    HullOptions options;
    if (origin == Origin::Simplified) {
        options.coplanarTolerance = static_cast<float>(std::pow(10.0, random.uniform(-5.0, -2.0)));
    }
    return ConvexHull::fromPoints(points, options).value();
}

struct HullAndOracle {
    HullAndOracle(Random& random, Origin origin)
        : hull(randomHull(random, origin)), oracle(hull.vertices()) {}
    ConvexHull hull;
    BruteForceHull oracle;
};

struct HullTally {
    int pairs = 0, overlapping = 0, apart = 0, close = 0;
    double worst = 0.0;
};

void expectAgreement(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB,
                     double truth, HullTally& tally) {
    const double size = 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
    const auto hit = penetration(a, poseA, b, poseB);
    const double separation = distance(a, poseA, b, poseB).separation;
    ASSERT_EQ(overlaps(a, poseA, b, poseB), hit.has_value()) << truth / size;
    ASSERT_EQ(separation < 0.0, hit.has_value()) << truth / size << ", distance says " << separation / size;
    ASSERT_GE(separation, truth - kHullAccuracy * size);
    if (hit) {
        ASSERT_EQ(double(hit->depth), -separation);
        ASSERT_LE(separation, truth + kHullAccuracy * size);
        tally.worst = std::max(tally.worst, std::abs(separation - truth) / size);
    } else {
        ASSERT_GE(truth, -kHullAccuracy * size);
    }
    ++tally.pairs;
    ++(hit ? tally.overlapping : tally.apart);
    tally.close += std::abs(truth) < kHullAccuracy * size;
}

void expectOneDefinition(Origin origin, int trials) {
    const auto seed = 740 + static_cast<std::uint32_t>(origin);
    Random random(seed);
    HullTally tally;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", trial " + std::to_string(trial));
        const HullAndOracle a(random, origin), b(random, trial % 2 == 0 ? origin : Origin::Near);
        const glm::dvec3 middleA(a.hull.boundingSphere().center), middleB(b.hull.boundingSphere().center);
        const DPose poseA{random.inBox(5.0), random.rotation()};
        DPose poseB{glm::dvec3(0.0), random.rotation()};
        const BruteForceSat oracle(a.oracle, poseA.rotation, b.oracle, poseB.rotation);
        const double size =
            0.5 * (double(a.hull.boundingSphere().radius) + double(b.hull.boundingSphere().radius));
        for (int step = 0; step < 24; ++step) {
            // From the middles, along a random direction, to the distance at which the hulls touch.
            const glm::dvec3 between = poseA.rotation * middleA - poseB.rotation * middleB;
            const glm::dvec3 direction = random.direction();
            double low = 0.0, high = 4.0 * size;
            for (int half = 0; half < 50; ++half) {
                const double middle = 0.5 * (low + high);
                (oracle.best(between + middle * direction).separation < 0.0 ? low : high) = middle;
            }
            const double beyond = step % 3 == 0 ? 0.0 : std::pow(10.0, random.uniform(-9.0, -1.0)) * size;
            const glm::dvec3 fromAToB = between + (low + (step % 3 == 1 ? beyond : -beyond)) * direction;
            poseB.position = poseA.position + fromAToB;
            expectAgreement(a.hull, poseA, b.hull, poseB,
                            oracle.best(poseB.position - poseA.position).separation, tally);
        }
        if (::testing::Test::HasFatalFailure()) {
            return;
        }
    }
    std::printf(
        "%s: %d pairs, %d overlapping, %d apart, %d within the accuracy of touching; worst depth %.2g of "
        "size\n",
        kNames[static_cast<std::size_t>(origin)], tally.pairs, tally.overlapping, tally.apart, tally.close,
        tally.worst);
    EXPECT_GT(tally.overlapping, tally.pairs / 5);
    EXPECT_GT(tally.apart, tally.pairs / 5);
    EXPECT_GT(tally.close, tally.pairs / 5);
}

class HullDefinition : public ::testing::TestWithParam<int> {};

TEST_P(HullDefinition, AllVerbsAnswerForTheVertices) {
    expectOneDefinition(static_cast<Origin>(GetParam()), test::fewTrialsCount(24));
}

TEST_P(HullDefinition, AllVerbsAnswerForTheVerticesSlow) {
    expectOneDefinition(static_cast<Origin>(GetParam()), test::slowCount(3000));
}

INSTANTIATE_TEST_SUITE_P(Hulls, HullDefinition, ::testing::Range(0, static_cast<int>(Origin::kCount)));

/// Two hulls with a bent face that the option used to join.
TEST(HullDefinition, AnExplicitToleranceMovesTheVertices) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 8; ++i) {
        points.emplace_back(i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : 0.0f);
    }
    points.back().z = 0.99f;
    const ConvexHull bent = ConvexHull::fromPoints(points, {0.01f}).value();
    const ConvexHull wedge =
        ConvexHull::fromPoints(
            std::array<glm::vec3, 4>{{{0.25f, 0, 0}, {-0.25f, 0, 0}, {0, 0.25f, 0.25f}, {0, -0.25f, 0.25f}}})
            .value();
    EXPECT_EQ(bent.faces().size(), 6u);
    EXPECT_GT(bent.maxInputDistance(), 1e-3);
    EXPECT_LT(bent.maxInputDistance(), 0.04);
    const BruteForceHull oracleA(bent.vertices()), oracleB(wedge.vertices());
    const BruteForceSat oracle(oracleA, glm::dquat(1, 0, 0, 0), oracleB, glm::dquat(1, 0, 0, 0));
    HullTally tally;
    for (const glm::dvec3 place : {glm::dvec3(0.28, 0.52, 0.9973), glm::dvec3(-0.82, -0.54, 1.0)}) {
        for (int k = -20; k <= 20; ++k) {
            const DPose pose{place + glm::dvec3(0, 0, 5e-4 * k), {1, 0, 0, 0}};
            expectAgreement(bent, DPose{}, wedge, pose, oracle.best(pose.position).separation, tally);
        }
    }
    EXPECT_GT(tally.overlapping, 10);
    EXPECT_GT(tally.apart, 10);
}

}  // namespace
