#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// The first of many times of a step at which the shapes overlap by more than a depth, by brute force; 2 if
/// there is none.
template <class PoseA, class PoseB>
double firstOverlap(const PlanarShape& a, const PoseA& poseAt, const PlanarShape& b, const PoseB& otherPoseAt,
                    double depth, int samples) {
    for (int i = 0; i <= samples; ++i) {
        const double t = double(i) / samples;
        if (separationByBruteForce(pointsOf(a, poseAt(t)), pointsOf(b, otherPoseAt(t))) < Real(-depth)) {
            return t;
        }
    }
    return 2.0;
}

/// Checks a sweep against samples in time.
/// @param tolerance  greatest gap of a hit, and the overlap that may be missed
void checkSweep(const PlanarShape& a, const DPlanarPose& poseA, const PlanarMotion& motionA,
                const PlanarShape& b, const DPlanarPose& poseB, const PlanarMotion& motionB,
                const DPlanarSweep& result, double tolerance, std::array<int, 3>& counts) {
    const auto aAt = [&](double t) { return poseAtFraction(poseA, motionA, t); };
    const auto bAt = [&](double t) { return poseAtFraction(poseB, motionB, t); };
    using enum PlanarSweepStatus;
    ASSERT_NE(result.status, NotConverged);
    ASSERT_EQ(result.status == InitialOverlap, overlaps(a, poseA, b, poseB));
    if (result.status == InitialOverlap) {
        EXPECT_EQ(result.depth, penetration(a, poseA, b, poseB)->depth);
        ++counts[0];
        return;
    }
    const double overlapAt = firstOverlap(a, aAt, b, bAt, 2.0 * tolerance, 300);
    if (result.status == Miss) {
        EXPECT_EQ(overlapAt, 2.0);
        ++counts[1];
        return;
    }
    const double fraction = result.fraction;
    EXPECT_GT(overlapAt, fraction - 1e-7);
    const auto gap = distance(a, aAt(fraction), b, bAt(fraction));
    EXPECT_NEAR(gap.separation, 0.0, tolerance + 1e-6);
    const PointsAndRadius pointsA = pointsOf(a, aAt(fraction)), pointsB = pointsOf(b, bAt(fraction));
    if (!pointsA.points.empty() && !pointsB.points.empty()) {
        EXPECT_NEAR(static_cast<double>(separationAlong(pointsA, pointsB, RealVector(result.normal))), 0.0,
                    3.0 * tolerance + 1e-5);
    }
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), pointsA)), 0.0,
                3.0 * tolerance + 1e-5);
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), pointsB)), 0.0,
                3.0 * tolerance + 1e-5);
    ++counts[2];
}

TEST(PlanarSweeps, LinearMotionAgreesWithSampling) {
    std::array<int, 3> counts{};
    forEachTrial(41, 3000, [&](Random& random, int) {
        const PlanarShape a = randomPlanarShape(random, PlanarKind(random.below(5)), 0.5);
        const PlanarShape b = randomPlanarShape(random, PlanarKind(random.below(5)), 0.5);
        const auto poseA = randomPlanarPose<double>(random, 2.0),
                   poseB = randomPlanarPose<double>(random, 2.0);
        const PlanarLinearMotion motion{randomInSquare(random, 3.0), randomInSquare(random, 3.0)};
        const DPlanarSweep result = sweep(a, poseA, b, poseB, motion);
        checkSweep(a, poseA, {.translation = motion.translationA}, b, poseB,
                   {.translation = motion.translationB}, result, 1e-6, counts);
        const DPlanarSweep other =
            sweep(b, poseB, a, poseA, PlanarLinearMotion{motion.translationB, motion.translationA});
        EXPECT_EQ(other.status, result.status);
        EXPECT_EQ(other.fraction, result.fraction);
        EXPECT_EQ(other.normal, -result.normal);
        EXPECT_EQ(other.point, result.point);
    });
    EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 200);
}

TEST(PlanarSweeps, RotatingMotionAgreesWithSampling) {
    std::array<int, 3> counts{};
    forEachTrial(42, 1500, [&](Random& random, int) {
        const PlanarShape a = randomPlanarShape(random, PlanarKind(random.below(5)), 0.5);
        const PlanarShape b = randomPlanarShape(random, PlanarKind(random.below(6)), 0.5);
        const auto poseA = randomPlanarPose<double>(random, 2.0),
                   poseB = randomPlanarPose<double>(random, 2.0);
        const auto motionOf = [&] {
            return PlanarMotion{randomInSquare(random, 2.0), float(random.uniform(-4.0, 4.0)),
                                randomInSquare(random, 0.5)};
        };
        const PlanarMotion motionA = motionOf(), motionB = motionOf();
        const DPlanarSweep result = sweep(a, poseA, b, poseB, motionA, motionB);
        checkSweep(a, poseA, motionA, b, poseB, motionB, result, 2e-4, counts);
        const DPlanarSweep other = sweep(b, poseB, a, poseA, motionB, motionA);
        EXPECT_EQ(other.status, result.status);
        EXPECT_EQ(other.fraction, result.fraction);
        EXPECT_EQ(other.normal, -result.normal);
    });
    EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 100);
}

TEST(PlanarSweeps, SlidingAndPartingAreMisses) {
    const PlanarBox floor{.halfExtents = {50.0f, 1.0f}}, crate;
    const PlanarPose on{{0.0f, 1.5f}};
    EXPECT_FALSE(sweep(floor, PlanarPose{}, crate, on, PlanarLinearMotion{{}, {5.0f, 0.0f}}));
    EXPECT_FALSE(sweep(floor, PlanarPose{}, crate, on, PlanarLinearMotion{{}, {5.0f, 1.0f}}));
    const PlanarSweep into = sweep(floor, PlanarPose{}, crate, on, PlanarLinearMotion{{}, {5.0f, -1.0f}});
    EXPECT_EQ(into.status, PlanarSweepStatus::Hit);
    EXPECT_EQ(into.fraction, 0.0f);
    EXPECT_EQ(into.normal, glm::vec2(0.0f, 1.0f));
    // The same on a slope, where positions round.
    int misses = 0;
    forEachTrial(43, 500, [&](Random& random, int) {
        const glm::dvec2 turn =
            glm::normalize(glm::dvec2(random.uniform(0.1, 1.0), random.uniform(-1.0, 1.0)));
        const DPlanarPose slope{{}, turn}, place = slope * DPlanarPose{{0.0, 1.5 + 1e-6}};
        const glm::dvec2 along = 5.0 * turn;
        misses += sweep(floor, slope, crate, place, PlanarLinearMotion{{}, glm::vec2(along)}) ? 0 : 1;
    });
    EXPECT_EQ(misses, 500);
}

TEST(PlanarSweeps, AWheelRolls) {
    const PlanarBox floor{.halfExtents = {50.0f, 1.0f}};
    const Circle wheel{.center = {0.1f, 0.0f}, .radius = 0.5f};
    const PlanarMotion rolling{.translation = {0.5f, 0.0f}, .angle = -1.0f, .localCenter = {0.1f, 0.0f}};
    EXPECT_FALSE(sweep(floor, PlanarPose{}, wheel, PlanarPose{{0.0f, 1.5f}}, PlanarMotion{}, rolling));
}

TEST(PlanarSweeps, NothingTunnels) {
    // A bullet without size against a wall without thickness, and two segments that turn.
    const PlanarSegment wall{{0.0f, -1.0f}, {0.0f, 1.0f}};
    const Circle bullet{.radius = 0.0f};
    const PlanarSweep hit =
        sweep(bullet, PlanarPose{{-5.0f, 0.3f}}, wall, PlanarPose{}, glm::vec2(1000.0f, 0.0f));
    ASSERT_EQ(hit.status, PlanarSweepStatus::Hit);
    EXPECT_NEAR(hit.fraction, 0.005f, 1e-7f);
    EXPECT_EQ(hit.normal, glm::vec2(1.0f, 0.0f));
    int hits = 0;
    forEachTrial(44, 300, [&](Random& random, int) {
        const PlanarSegment blade{{-2.0f, 0.0f}, {2.0f, 0.0f}};
        const PlanarPose start{{float(random.uniform(-3.0, -2.5)), float(random.uniform(-0.5, 0.5))}};
        const PlanarMotion spin{.translation = {6.0f, 0.0f}, .angle = float(random.uniform(-3.0, 3.0))};
        const PlanarSweep result = sweep(blade, start, wall, PlanarPose{}, spin, PlanarMotion{});
        hits += result.status == PlanarSweepStatus::Hit ? 1 : 0;
    });
    EXPECT_EQ(hits, 300);
}

TEST(PlanarSweeps, KeepsASkin) {
    const PlanarBox wall{.halfExtents = {1.0f, 10.0f}}, crate;
    const PlanarSweep hit =
        sweep(crate, PlanarPose{{-5.0f, 0.0f}}, wall, PlanarPose{}, glm::vec2(10.0f, 1.0f), {.skin = 0.01f});
    ASSERT_EQ(hit.status, PlanarSweepStatus::Hit);
    EXPECT_NEAR(hit.fraction, 0.349f, 1e-6f);
    const PlanarPose close{{-1.505f, 0.0f}};
    EXPECT_EQ(sweep(crate, close, wall, PlanarPose{}, glm::vec2(1.0f, 0.0f), {.skin = 0.01f}).fraction, 0.0f);
    EXPECT_FALSE(sweep(crate, close, wall, PlanarPose{}, glm::vec2(0.0f, 1.0f), {.skin = 0.01f}));
    EXPECT_FALSE(sweep(crate, close, wall, PlanarPose{}, glm::vec2(-1.0f, 1.0f), {.skin = 0.01f}));
}

TEST(PlanarSweeps, HalfPlanesThatTurn) {
    const HalfPlane floor;
    const PlanarMotion tilt{.angle = 0.5f};
    const PlanarSweep hit =
        sweep(floor, PlanarPose{}, PlanarBox{}, PlanarPose{{4.0f, 1.0f}}, tilt, PlanarMotion{});
    ASSERT_EQ(hit.status, PlanarSweepStatus::Hit);
    const PlanarPose tilted = poseAtFraction(PlanarPose{}, tilt, double(hit.fraction));
    EXPECT_NEAR(distance(floor, tilted, PlanarBox{}, PlanarPose{{4.0f, 1.0f}}).separation, 0.0f, 1e-4f);
    EXPECT_FALSE(sweep(floor, PlanarPose{}, HalfPlane{}, PlanarPose{}, tilt, tilt));
}

TEST(PlanarSweeps, CompoundsHitWithTheFirstChild) {
    const auto pair = PlanarCompound::fromChildren({{Circle{.radius = 0.5f}, {{0.0f, 0.0f}}},
                                                    {Circle{.radius = 0.5f}, {{2.0f, 0.0f}}}})
                          .value();
    const PlanarSweep hit =
        sweep(pair, PlanarPose{}, PlanarBox{}, PlanarPose{{6.0f, 0.0f}}, glm::vec2(10.0f, 0.0f));
    ASSERT_EQ(hit.status, PlanarSweepStatus::Hit);
    EXPECT_EQ(hit.features.childA, 1u);
    EXPECT_NEAR(hit.fraction, 0.3f, 1e-6f);
}

}  // namespace
