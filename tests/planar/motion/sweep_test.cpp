#include "support/planar/planar_shapes.hpp"
#include "support/planar/sweep_checks.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// Poses of shapes that overlap often, or seldom.
std::pair<DPlanarPose, DPlanarPose> randomPoses(Random& random) {
    const double reach = random.chance(0.3) ? 0.4 : 1.6;
    const auto poseA = randomPlanarPose<double>(random, reach);
    return {poseA, randomPlanarPose<double>(random, reach)};
}

/// Calls check(random, a, b, counts) for random shapes of every pair of kinds, and expects each way of ending
/// for every pair.
template <class Check>
void checkAllKinds(std::uint32_t seed, int trials, const Check& check) {
    std::array<int, 3> all{};
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = kindA; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            std::array<int, 3> counts{};
            forEachTrial(seed, trials, [&](Random& random, int) {
                const PlanarShape a = randomPlanarShape(random, PlanarKind(kindA), 0.5);
                const PlanarShape b = randomPlanarShape(random, PlanarKind(kindB), 0.5);
                check(random, a, b, counts);
            });
            for (std::size_t i = 0; i < counts.size(); ++i) {
                all[i] += counts[i];
            }
            // Few trials do not reach each regime of each kind.
            EXPECT_TRUE(kHasSanitizers || *std::min_element(counts.begin(), counts.end()) > 0);
        }
    }
    EXPECT_GT(*std::min_element(all.begin(), all.end()), 10);
}

void expectFlipped(const DPlanarSweep& flipped, const DPlanarSweep& result) {
    EXPECT_EQ(flipped.status, result.status);
    EXPECT_EQ(flipped.fraction, result.fraction);
    EXPECT_EQ(flipped.normal, -result.normal);
    EXPECT_EQ(flipped.point, result.point);
}

TEST(PlanarSweeps, TranslationAgreesWithSamplingSlow) {
    checkAllKinds(41, 120, [](Random& random, const PlanarShape& a, const PlanarShape& b, auto& counts) {
        const auto [poseA, poseB] = randomPoses(random);
        const PlanarMotion motionA{randomInSquare(random, 3.0)}, motionB{randomInSquare(random, 3.0)};
        const DPlanarSweep result = sweep(a, poseA, b, poseB, motionA, motionB);
        checkPlanarSweep(a, poseA, motionA, b, poseB, motionB, result, 1e-6, counts);
        expectFlipped(sweep(b, poseB, a, poseA, motionB, motionA), result);
    });
}

TEST(PlanarSweeps, RotatingMotionAgreesWithSampling) {
    checkAllKinds(42, trialCount(80),
                  [](Random& random, const PlanarShape& a, const PlanarShape& b, auto& counts) {
                      const auto [poseA, poseB] = randomPoses(random);
                      const auto motionOf = [&] {
                          return PlanarMotion{randomInSquare(random, 2.0), float(random.uniform(-4.0, 4.0)),
                                              randomInSquare(random, 0.5)};
                      };
                      const PlanarMotion motionA = motionOf(), motionB = motionOf();
                      const DPlanarSweep result = sweep(a, poseA, b, poseB, motionA, motionB);
                      checkPlanarSweep(a, poseA, motionA, b, poseB, motionB, result, 2e-4, counts);
                      expectFlipped(sweep(b, poseB, a, poseA, motionB, motionA), result);
                  });
}

TEST(PlanarSweeps, PassingBesideIsAMiss) {
    const PlanarBox wall{.halfExtents = {1.0f, 1.0f}}, crate{.halfExtents = {0.5f, 0.5f}};
    const auto tip = ConvexPolygon::fromPoints(std::vector<glm::vec2>{{0, 0}, {1, -1}, {1, 1}}).value();
    const auto passes = [&](const PlanarShape& shape, float x) {
        return sweep(shape, PlanarPose{{x, -5.0f}}, wall, PlanarPose{}, glm::vec2(0.0f, 10.0f)).status ==
               SweepStatus::Miss;
    };
    for (const auto& [shape, x] : {std::pair<PlanarShape, float>{crate, 1.5f},
                                   {Circle{.radius = 0.5f}, 1.5f},
                                   {Circle{.radius = 0.0f}, 1.0f},
                                   {PlanarCapsule{{0, -1}, {0, 1}, 0.25f}, 1.25f},
                                   {PlanarSegment{{0, -1}, {0, 1}}, 1.0f},
                                   {tip, 1.0f}}) {
        EXPECT_TRUE(passes(shape, x)) << shape.index();
        EXPECT_FALSE(passes(shape, x - 1e-4f)) << shape.index();
    }
}

TEST(PlanarSweeps, NothingEntersBetweenChildren) {
    const auto wall = PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {1, 1}}, {{-1, 0}}},
                                                    {PlanarBox{.halfExtents = {1, 1}}, {{1, 0}}}})
                          .value();
    const PlanarShape point = Circle{.radius = 0.0f}, needle = PlanarSegment{{0.0f, 0.0f}, {0.0f, 0.5f}};
    for (const auto& [shape, fraction] : {std::pair{point, 0.2f}, {needle, 0.15f}}) {
        const auto hit = sweep(shape, PlanarPose{{0, -3}}, wall, PlanarPose{}, glm::vec2(0.0f, 10.0f));
        EXPECT_EQ(hit.status, SweepStatus::Hit);
        EXPECT_NEAR(hit.fraction, fraction, 1e-6f);
        EXPECT_EQ(hit.normal, glm::vec2(0.0f, 1.0f));
        const auto other =
            sweep(wall, PlanarPose{}, shape, PlanarPose{{0, -3}}, {{0.0f, -10.0f}}, {{0.0f, 0.0f}});
        EXPECT_EQ(other.fraction, hit.fraction);
        EXPECT_EQ(other.normal, -hit.normal);
        EXPECT_NEAR(other.point.y, -1.0f - 10.0f * fraction, 1e-5f) << "where the wall is then";
    }
    EXPECT_FALSE(sweep(point, PlanarPose{{2, -3}}, wall, PlanarPose{}, glm::vec2(0.0f, 10.0f))) << "beside";
}

TEST(PlanarSweeps, SlidingAndPartingAreMisses) {
    const PlanarBox floor{.halfExtents = {50.0f, 1.0f}}, crate;
    const PlanarPose on{{0.0f, 1.5f}};
    EXPECT_FALSE(sweep(floor, PlanarPose{}, crate, on, {}, {{5.0f, 0.0f}}));
    EXPECT_FALSE(sweep(floor, PlanarPose{}, crate, on, {}, {{5.0f, 1.0f}}));
    const PlanarSweep into = sweep(floor, PlanarPose{}, crate, on, {}, {{5.0f, -1.0f}});
    EXPECT_EQ(into.status, SweepStatus::Hit);
    EXPECT_EQ(into.fraction, 0.0f);
    EXPECT_EQ(into.normal, glm::vec2(0.0f, 1.0f));
    // The same on a slope, where positions round.
    int misses = 0;
    forEachTrial(43, 500, [&](Random& random, int) {
        const glm::dvec2 turn =
            glm::normalize(glm::dvec2{random.uniform(0.1, 1.0), random.uniform(-1.0, 1.0)});
        const DPlanarPose slope{{}, turn}, place = slope * DPlanarPose{{0.0, 1.5 + 1e-6}};
        const glm::dvec2 along = 5.0 * turn;
        misses += sweep(floor, slope, crate, place, {}, {glm::vec2(along)}) ? 0 : 1;
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
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_NEAR(hit.fraction, 0.005f, 1e-7f);
    EXPECT_EQ(hit.normal, glm::vec2(1.0f, 0.0f));
    int hits = 0;
    forEachTrial(44, 300, [&](Random& random, int) {
        const PlanarSegment blade{{-2.0f, 0.0f}, {2.0f, 0.0f}};
        const PlanarPose start{{float(random.uniform(-3.0, -2.5)), float(random.uniform(-0.5, 0.5))}};
        const PlanarMotion spin{.translation = {6.0f, 0.0f}, .angle = float(random.uniform(-3.0, 3.0))};
        const PlanarSweep result = sweep(blade, start, wall, PlanarPose{}, spin, PlanarMotion{});
        hits += result.status == SweepStatus::Hit ? 1 : 0;
    });
    EXPECT_EQ(hits, 300);
}

TEST(PlanarSweeps, KeepsASkin) {
    const PlanarBox wall{.halfExtents = {1.0f, 10.0f}}, crate;
    const PlanarSweep hit =
        sweep(crate, PlanarPose{{-5.0f, 0.0f}}, wall, PlanarPose{}, glm::vec2(10.0f, 1.0f), {.skin = 0.01f});
    ASSERT_EQ(hit.status, SweepStatus::Hit);
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
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    const PlanarPose tilted = poseAtFraction(PlanarPose{}, tilt, double(hit.fraction));
    EXPECT_NEAR(distance(floor, tilted, PlanarBox{}, PlanarPose{{4.0f, 1.0f}}).separation, 0.0f, 1e-4f);
    EXPECT_FALSE(sweep(floor, PlanarPose{}, HalfPlane{}, PlanarPose{}, tilt, tilt));
}

/// Neither has a size that a gap could be a fraction of.
TEST(PlanarSweeps, PointsThatTurnEndAtHalfPlanes) {
    test::forEachTrial(614, 200, [&](Random& random, int) {
        const Circle point{{float(random.uniform(0.1, 1.0)), 0.0f}, 0.0f};
        const PlanarPose pose{{0.0f, float(random.uniform(1.1, 3.0))}};
        const PlanarMotion motion{{0.3f, float(random.uniform(-9.0, -5.0))}, 1.0f};
        const PlanarSweep hit = sweep(point, pose, HalfPlane{{0, 1}, 0}, PlanarPose{}, motion);
        ASSERT_EQ(hit.status, SweepStatus::Hit);
        const PlanarPose after = poseAtFraction(pose, motion, hit.fraction);
        EXPECT_NEAR(distance(point, after, HalfPlane{{0, 1}, 0}, PlanarPose{}).separation, 0.0f, 2e-6f);
    });
}

TEST(PlanarSweeps, CompoundsHitWithTheFirstChild) {
    const auto pair = PlanarCompound::fromChildren({{Circle{.radius = 0.5f}, {{0.0f, 0.0f}}},
                                                    {Circle{.radius = 0.5f}, {{2.0f, 0.0f}}}})
                          .value();
    const PlanarSweep hit =
        sweep(pair, PlanarPose{}, PlanarBox{}, PlanarPose{{6.0f, 0.0f}}, glm::vec2(10.0f, 0.0f));
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_EQ(hit.children.a, 1u);
    EXPECT_NEAR(hit.fraction, 0.3f, 1e-6f);
}

}  // namespace
