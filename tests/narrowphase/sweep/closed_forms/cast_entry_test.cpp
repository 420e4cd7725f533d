#include "narrowphase/sweep/closed_forms/cast_entry.hpp"

#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "support/hulls.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// Multiples of a quarter, or any numbers.
glm::vec3 point(Random& random, bool isOnLattice, double reach) {
    const glm::dvec3 any = random.inBox(reach);
    return isOnLattice ? glm::vec3(0.25 * glm::round(4.0 * any)) : glm::vec3(any);
}
RigidTransform frame(Random& random, bool isOnLattice) {
    constexpr double kRoot = 0.70710678118654752440;
    const std::array quarters{glm::dquat(1, 0, 0, 0), glm::dquat(kRoot, kRoot, 0, 0),
                              glm::dquat(kRoot, 0, 0, kRoot), glm::dquat(0, 0, 1, 0)};
    const glm::dquat rotation = isOnLattice ? quarters[random.below(quarters.size())] : random.rotation();
    return {glm::mat3_cast(rotation), glm::dvec3(point(random, isOnLattice, 2.0))};
}
detail::SurfaceTriangle triangleOf(Random& random, bool isOnLattice) {
    for (;;) {
        const Triangle triangle{{point(random, isOnLattice, 1.5), point(random, isOnLattice, 1.5),
                                 point(random, isOnLattice, 1.5)}};
        const auto& [a, b, c] = triangle.corners;
        if (glm::length(glm::cross(b - a, c - a)) > 1e-2f) {
            return {triangle, Sides::Both};
        }
    }
}

struct EntryTally {
    int misses = 0, hits = 0, starts = 0;
};

/// Distance of the surfaces at a fraction of A's displacement, 0 or less where the cores or the shapes
/// overlap.
double distanceAt(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& displacement,
                  double fraction) {
    ConvexProxy moved = a;
    moved.move(fraction * displacement);
    return gjk(moved, b).distance - a.convexRadius() - b.convexRadius();
}

/// @param isExact  whether the entry is the first touch; otherwise it may be earlier
void check(const ShapeRef& shapeA, const RigidTransform& frameA, const ShapeRef& shapeB,
           const RigidTransform& frameB, const glm::dvec3& displacement, bool isExact, EntryTally& tally) {
    constexpr double kGap = 1e-7, kNear = 1e-5;
    const ConvexProxy a(shapeA, frameA), b(shapeB, frameB);
    const double entry = castEntry(a, b, displacement, kGap).fraction;
    if (entry == 0.0) {
        ++tally.starts;
        ASSERT_TRUE(!isExact || distanceAt(a, b, displacement, 0.0) < kNear);
        return;
    }
    const double upTo = std::isfinite(entry) ? entry : 1.0;
    for (int i = 0; i <= 64; ++i) {
        ASSERT_GT(distanceAt(a, b, displacement, upTo * i / 64.0), 0.0)
            << "at " << upTo * i / 64.0 << " of " << entry;
    }
    if (std::isfinite(entry) && isExact) {
        ASSERT_LT(distanceAt(a, b, displacement, entry), kNear);
    }
    ++(std::isfinite(entry) ? tally.hits : tally.misses);
}

template <class MakeA, class MakeB>
void checkPairs(std::uint32_t seed, bool isExact, const MakeA& makeA, const MakeB& makeB) {
    EntryTally tally;
    test::forEachTrial(seed, test::fewTrialsCount(3000), [&](Random& random, int trial) {
        const bool isOnLattice = trial % 2 == 0;
        const auto a = makeA(random, isOnLattice);
        const auto b = makeB(random, isOnLattice);
        const RigidTransform frameA = frame(random, isOnLattice), frameB = frame(random, isOnLattice);
        const glm::dvec3 displacement(point(random, isOnLattice, 6.0));
        check(a, frameA, b, frameB, displacement, isExact, tally);
    });
    EXPECT_GT(tally.hits, test::fewTrialsCount(150));
    EXPECT_GT(tally.misses, test::fewTrialsCount(300));
    EXPECT_GT(tally.starts, test::fewTrialsCount(100));
}

Sphere sphereOf(Random& random, bool isOnLattice) {
    return {point(random, isOnLattice, 0.5),
            isOnLattice ? 0.25f * static_cast<float>(1 + random.below(4)) : float(random.uniform(0.01, 1.0))};
}
Box boxOf(Random& random, bool isOnLattice) {
    const glm::vec3 center = point(random, isOnLattice, 0.5);
    const glm::vec3 half(test::randomExtents(random));
    return {.center = center, .halfExtents = isOnLattice ? 0.25f * glm::ceil(4.0f * half) : half};
}

/// Checks that the features of the entry's axis touch first, if they touch.
/// @return whether they do
bool checkFeatures(const ShapeRef& shapeA, const RigidTransform& frameA, const ShapeRef& shapeB,
                   const RigidTransform& frameB, const glm::dvec3& displacement) {
    constexpr double kGap = 1e-3, kRounding = 1e-12, kNear = 1e-7;
    const ConvexProxy a(shapeA, frameA), b(shapeB, frameB);
    const CastEntry entry = castEntry(a, b, displacement, kGap);
    const std::optional<CastHit> hit =
        entry.axis ? featureCast(a, b, -displacement, *entry.axis) : std::nullopt;
    if (!hit) {
        return false;
    }
    EXPECT_GE(hit->fraction, entry.fraction - kRounding);
    const double approach = glm::dot(glm::dvec3(hit->contact.normalAToB), displacement);
    for (int i = 0; i <= 64; ++i) {
        const double left = i / 64.0 * hit->fraction;
        EXPECT_GT(distanceAt(a, b, displacement, hit->fraction - left), left * approach - kNear)
            << "at " << hit->fraction - left << " of " << hit->fraction;
    }
    EXPECT_LT(distanceAt(a, b, displacement, hit->fraction), kNear);
    EXPECT_LT(glm::distance(hit->contact.points->onA, hit->contact.points->onB), kNear);
    return true;
}

template <class MakeA, class MakeB>
void checkFeaturesOfPairs(std::uint32_t seed, const MakeA& makeA, const MakeB& makeB) {
    int touching = 0;
    test::forEachTrial(seed, test::fewTrialsCount(3000), [&](Random& random, int trial) {
        const bool isOnLattice = trial % 2 == 0;
        const auto a = makeA(random, isOnLattice);
        const auto b = makeB(random, isOnLattice);
        const RigidTransform frameA = frame(random, isOnLattice), frameB = frame(random, isOnLattice);
        touching += checkFeatures(a, frameA, b, frameB, glm::dvec3(point(random, isOnLattice, 6.0))) ? 1 : 0;
    });
    EXPECT_GT(touching, test::fewTrialsCount(30));
}

TEST(CastEntry, OfSphereAndTriangleIsTheFirstTouch) {
    checkPairs(811, true, sphereOf, triangleOf);
}

TEST(CastEntry, OfBoxAndTriangleIsTheFirstTouch) {
    checkPairs(812, true, boxOf, triangleOf);
}

TEST(CastEntry, OfTwoBoxesIsTheFirstTouch) {
    checkPairs(813, true, boxOf, boxOf);
}

TEST(CastEntry, OfSphereAndBoxOrHullIsNotLate) {
    checkPairs(814, false, sphereOf, boxOf);
    const ConvexHull tank = test::hullOf([] {
        Random random(3);
        return test::tankCloud(random);
    }());
    checkPairs(815, false, sphereOf, [&](Random&, bool) -> const ConvexHull& { return tank; });
}

TEST(FeatureCast, IsTheFirstTouch) {
    checkFeaturesOfPairs(817, boxOf, triangleOf);
    checkFeaturesOfPairs(818, boxOf, boxOf);
}

// A triangle comes down on the ridge of a box with its third corner ahead of the edge above the ridge.
TEST(FeatureCast, LeavesOutFeaturesThatOthersPrecede) {
    const Box box{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const glm::dvec3 up(0.0, 0.0, 1.0), motion(0.0, 0.0, -2.0);
    const ConvexProxy a(
        ShapeRef(box),
        localToWorld(DPose{{}, glm::angleAxis(0.7853981633974483, glm::dvec3(1.0, 0.0, 0.0))}));
    const auto castOnto = [&](float heightOfThird) {
        const Triangle corners{{glm::vec3(0, -1, 2), glm::vec3(0, 1, 2), glm::vec3(0.3f, 0, heightOfThird)}};
        const detail::SurfaceTriangle triangle{corners, Sides::Both};
        const ConvexProxy b(ShapeRef(triangle), {});
        const double gap = b.vertex(b.support(-up)).z - a.vertex(a.support(up)).z;
        return featureCast(a, b, motion, {gap, up, {FeaturePair::Kind::EdgeEdge, a.supportingEdge(up), 0}});
    };
    EXPECT_FALSE(castOnto(1.5f));
    const std::optional<CastHit> hit = castOnto(2.5f);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.5 * (2.0 - std::sqrt(0.5)), 1e-12);
}

}  // namespace
