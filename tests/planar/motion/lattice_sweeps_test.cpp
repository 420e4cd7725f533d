// Sweeps on a lattice: in one line, past corners, along edges, from touching to touching, and shapes with
// sizes of 0, which never overlap but must not pass through each other.

#include "support/planar/lattice_shapes.hpp"
#include "support/planar/sweep_checks.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// Below this, rounding decides.
constexpr Real kClose = 1e-6L;

PointsAndRadius shifted(PointsAndRadius shape, const RealVector& by) {
    for (RealVector& point : shape.points) {
        point += by;
    }
    shape.offset += dotOf(shape.normal, by);
    return shape;
}

/// The time of impact of two convex shapes, of which B translates.
struct ExpectedHit {
    std::optional<Real> fraction;
    bool isOpen = false;  ///< rounding decides whether there is a hit
    Real least = 1e9L;    ///< separation
};

ExpectedHit expectedHit(const PointsAndRadius& a, const PointsAndRadius& b, const RealVector& motion,
                        Real skin) {
    // The separation is a convex function of the time.
    const auto separationAt = [&](Real t) { return separationByBruteForce(a, shifted(b, t * motion)); };
    const Real start = separationAt(0.0L), level = std::clamp(start, 0.0L, skin);
    Real low = 0.0L, high = 1.0L;
    for (int i = 0; i < 70; ++i) {
        const Real third = (high - low) / 3.0L;
        if (separationAt(low + third) <= separationAt(high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    const Real closest = 0.5L * (low + high),
               least = std::min({separationAt(closest), start, separationAt(1.0L)});
    if (isFlat(a) && isFlat(b) && level < kClose && std::abs(least) < 1e-9L) {
        // Shapes without width: they pass through each other if they do not pass beside each other.
        const Real length = std::hypot(motion.x, motion.y);
        const RealVector across = RealVector(-motion.y, motion.x) / (length > 0.0L ? length : 1.0L);
        const Real beside = std::max(separationAlong(a, b, across), separationAlong(a, b, -across));
        if (length == 0.0L || beside > -1e-12L) {
            return {{}, false, least};
        }
        const bool isOpen = beside > -kClose || start < kClose || closest > 1.0L - kClose;
        return {closest, isOpen, least};
    }
    if (least > level - 1e-12L) {
        return {{}, false, least};
    }
    if (least > level - kClose) {
        return {{}, true, least};
    }
    low = 0.0L;
    high = closest;
    for (int i = 0; i < 45; ++i) {
        const Real middle = 0.5L * (low + high);
        (separationAt(middle) < level ? high : low) = middle;
    }
    return {high, false, least};
}

struct SweepRegimes {
    int hits = 0, misses = 0, overlaps = 0, atStart = 0;
};

template <class T>
void checkTranslation(PlanarLattice& lattice, const PlanarShape& a, const PlanarShape& b, float skin,
                      bool slants, SweepRegimes& regimes) {
    const auto poseA = lattice.pose<T>(slants), poseB = lattice.pose<T>(slants);
    const glm::vec2 motionA = lattice.point(), motionB = lattice.point();
    const auto partsA = convexPartsOf(a, poseA), partsB = convexPartsOf(b, poseB);
    const RealVector way = RealVector(motionB) - RealVector(motionA);
    ExpectedHit expected;
    for (const PointsAndRadius& partA : partsA) {
        for (const PointsAndRadius& partB : partsB) {
            const ExpectedHit hit = expectedHit(partA, partB, way, Real(skin));
            if (hit.fraction && (!expected.fraction || *hit.fraction < *expected.fraction)) {
                expected.fraction = hit.fraction;
            }
            expected.isOpen = expected.isOpen || hit.isOpen;
            expected.least = std::min(expected.least, hit.least);
        }
    }
    const auto result = sweep(a, poseA, b, poseB, {motionA}, {motionB}, {.skin = skin});
    ASSERT_EQ(result.status == SweepStatus::InitialOverlap, overlaps(a, poseA, b, poseB));
    if (const Real start = separationByBruteForce(partsA, partsB); std::abs(start) > kClose) {
        ASSERT_EQ(result.status == SweepStatus::InitialOverlap, start < 0.0L);
    }
    if (result.status == SweepStatus::InitialOverlap) {
        ++regimes.overlaps;
        return;
    }
    const auto hasThinPart = [](const auto& parts) {
        return std::any_of(parts.begin(), parts.end(), isFlat);
    };
    const bool entersBorder =
        (partsA.size() > 1 && hasThinPart(partsB)) || (partsB.size() > 1 && hasThinPart(partsA));
    if (expected.isOpen || entersBorder) {
        return;
    }
    ASSERT_EQ(result.status, expected.fraction ? SweepStatus::Hit : SweepStatus::Miss)
        << result.fraction << ", least separation " << static_cast<double>(expected.least);
    if (!expected.fraction) {
        ++regimes.misses;
        return;
    }
    EXPECT_NEAR(result.fraction, static_cast<double>(*expected.fraction), 2e-6);
    // At the impact, the normal separates and the point is on both shapes.
    const Real t = *expected.fraction;
    const auto atHit = [&](const auto& parts, std::uint32_t child, const glm::vec2& translation) {
        return shifted(parts.at(child), t * RealVector(translation));
    };
    const PointsAndRadius hitA = atHit(partsA, result.children.a, motionA),
                          hitB = atHit(partsB, result.children.b, motionB);
    const double gap = static_cast<double>(separationByBruteForce(hitA, hitB));
    EXPECT_NEAR(gap, std::min(gap, double(skin)), 1e-5);
    EXPECT_NEAR(glm::length(result.normal), 1.0f, 1e-6f);
    if (!hitA.points.empty() && !hitB.points.empty()) {
        EXPECT_NEAR(static_cast<double>(separationAlong(hitA, hitB, RealVector(result.normal))), gap, 1e-5);
    }
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), hitA)), 0.5 * gap, 1e-5);
    EXPECT_NEAR(static_cast<double>(distanceOfPoint(RealVector(result.point), hitB)), 0.5 * gap, 1e-5);
    EXPECT_LT(static_cast<double>(dotOf(way, RealVector(result.normal))), 1e-6) << "they approach";
    ++regimes.hits;
    regimes.atStart += result.fraction == 0.0f ? 1 : 0;
}

template <class T>
void checkTranslations(std::uint32_t seed, double step, bool slants) {
    SweepRegimes all;
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = 0; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            const bool areRound = std::max(kindA, kindB) <= static_cast<int>(PlanarKind::Segment);
            forEachTrial(seed, trialCount(areRound ? 250 : 50), [&](Random& random, int trial) {
                PlanarLattice lattice(random, step, 8);
                const PlanarShape a = lattice.shape(PlanarKind(kindA)), b = lattice.shape(PlanarKind(kindB));
                const float skin = trial % 4 == 0 ? static_cast<float>(step) : 0.0f;
                checkTranslation<T>(lattice, a, b, skin, slants, all);
            });
        }
    }
    EXPECT_GT(all.hits, trialCount(200));
    EXPECT_GT(all.misses, trialCount(300));
    EXPECT_GT(all.overlaps, trialCount(200));
    EXPECT_GT(all.atStart, trialCount(10));
}

TEST(PlanarLatticeSweeps, QuartersAgreeWithBruteForce) {
    checkTranslations<float>(91, 0.25, false);
}

TEST(PlanarLatticeSweeps, TenthsInDoubleAgreeWithBruteForce) {
    checkTranslations<double>(92, 0.1, true);
}

/// Whether a point crosses a segment well between its ends, by samples in time.
bool crosses(const PlanarShape& point, const DPlanarPose& pose, const PlanarMotion& motion,
             const PlanarShape& segment, const DPlanarPose& otherPose, const PlanarMotion& otherMotion) {
    Real before = 0.0L;
    for (int i = 0; i <= 400; ++i) {
        const double t = i / 400.0;
        const auto at = pointsOf(point, poseAtFraction(pose, motion, t)).points[0];
        const auto wall = pointsOf(segment, poseAtFraction(otherPose, otherMotion, t)).points;
        const RealVector along = wall[1] - wall[0], from = at - wall[0];
        const Real squared = dotOf(along, along);
        if (squared == 0.0L) {
            return false;
        }
        const Real side = (along.x * from.y - along.y * from.x) / std::sqrt(squared),
                   share = dotOf(along, from) / squared;
        if (i > 0 && before * side < 0.0L && std::abs(before) > 1e-3L && std::abs(side) > 1e-3L &&
            share > 0.1L && share < 0.9L) {
            return true;
        }
        before = std::abs(side) > 1e-3L ? side : before;
    }
    return false;
}

PlanarMotion latticeMotion(PlanarLattice& lattice, Random& random) {
    constexpr float kQuarterTurn = 1.5707964f;
    const glm::vec2 translation = lattice.point();
    return {translation, kQuarterTurn * (static_cast<float>(random.below(5)) - 2.0f), lattice.point()};
}

TEST(PlanarLatticeSweeps, RotationsAgreeWithSampling) {
    std::array<int, 3> counts{};
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = kindA; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            forEachTrial(93, trialCount(40), [&](Random& random, int) {
                PlanarLattice lattice(random, 0.25, 6);
                const PlanarShape a = lattice.shape(PlanarKind(kindA)), b = lattice.shape(PlanarKind(kindB));
                const auto poseA = lattice.pose<double>(true), poseB = lattice.pose<double>(true);
                const PlanarMotion motionA = latticeMotion(lattice, random),
                                   motionB =
                                       random.chance(0.3) ? PlanarMotion{} : latticeMotion(lattice, random);
                const auto result = sweep(a, poseA, b, poseB, motionA, motionB);
                checkPlanarSweep(a, poseA, motionA, b, poseB, motionB, result, 5e-4, counts);
            });
        }
    }
    EXPECT_GT(*std::min_element(counts.begin(), counts.end()), trialCount(60));
}

TEST(PlanarLatticeSweeps, PointsDoNotPassThroughTurningSegments) {
    int crossings = 0;
    forEachTrial(94, trialCount(400), [&](Random& random, int) {
        PlanarLattice lattice(random, 0.25, 6);
        const PlanarShape point = Circle{lattice.point(), 0.0f};
        const PlanarShape wall = lattice.shape(PlanarKind::Segment);
        const auto pose = lattice.pose<double>(true), wallPose = lattice.pose<double>(true);
        const PlanarMotion motion = latticeMotion(lattice, random),
                           wallMotion = latticeMotion(lattice, random);
        if (crosses(point, pose, motion, wall, wallPose, wallMotion)) {
            EXPECT_EQ(sweep(point, pose, wall, wallPose, motion, wallMotion).status, SweepStatus::Hit);
            ++crossings;
        }
    });
    EXPECT_GT(crossings, trialCount(20));
}

TEST(PlanarLatticeSweeps, ShapesWithoutWidthDoNotPassThroughEachOther) {
    const PlanarBox flat{.halfExtents = {1.0f, 0.0f}};
    const PlanarShape walls[] = {flat, PlanarSegment{{-1, 0}, {1, 0}}, PlanarCapsule{{-1, 0}, {1, 0}, 0.0f}};
    const PlanarShape bullets[] = {Circle{.radius = 0.0f},
                                   PlanarSegment{{0, 0}, {0, 0}},
                                   PlanarSegment{{-0.5f, 0}, {0.5f, 0}},
                                   PlanarBox{.halfExtents = {0.0f, 0.0f}},
                                   PlanarBox{.halfExtents = {0.5f, 0.0f}},
                                   PlanarCapsule{{0, 0}, {0, 0}, 0.0f}};
    for (const PlanarShape& wall : walls) {
        for (const PlanarShape& bullet : bullets) {
            SCOPED_TRACE(std::to_string(wall.index()) + " " + std::to_string(bullet.index()));
            const auto straight = sweep(bullet, PlanarPose{{0, 2}}, wall, PlanarPose{}, glm::vec2(0.25f, -4));
            ASSERT_EQ(straight.status, SweepStatus::Hit);
            EXPECT_NEAR(straight.fraction, 0.5f, 1e-6f);
            EXPECT_EQ(straight.normal, glm::vec2(0, -1));
            const auto turning =
                sweep(bullet, PlanarPose{{0, 2}}, wall, PlanarPose{},
                      PlanarMotion{.translation = {0.25f, -4}, .angle = 0.01f}, PlanarMotion{});
            ASSERT_EQ(turning.status, SweepStatus::Hit);
            EXPECT_NEAR(turning.fraction, 0.5f, 2e-3f);
        }
    }
}

}  // namespace
