// Every pair of shapes and every verb of contact, against brute force in long double.

#include "support/planar/pair_checks.hpp"
#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

using namespace sat3d;
using namespace sat3d::test;

template <class T>
void checkAllPairs(std::uint32_t seed, int trials) {
    PairRegimes all;
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = 0; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            PairRegimes regimes;
            forEachTrial(seed, trials, [&](Random& random, int) {
                const PlanarShape a = randomPlanarShape(random, PlanarKind(kindA), 1.0);
                const PlanarShape b = randomPlanarShape(random, PlanarKind(kindB), 1.0);
                const auto poseA = randomPlanarPose<T>(random, 1.5), poseB = randomPlanarPose<T>(random, 1.5);
                PlanarPairChecks<T>(a, poseA, b, poseB).run(regimes);
            });
            EXPECT_GT(regimes.apart, trials / 20);
            EXPECT_GT(regimes.overlapping, trials / 100);
            if (kindA > 0 && kindB > 0) {
                EXPECT_GT(regimes.twoPoints, trials / 100);
                EXPECT_GT(regimes.edges, trials / 20);
            }
            all.vertices += regimes.vertices;
            all.overlapping += regimes.overlapping;
        }
    }
    EXPECT_GT(all.vertices, 4 * trials);
    EXPECT_GT(all.overlapping, 8 * trials);
}

TEST(PlanarPairs, AgreeWithBruteForce) {
    checkAllPairs<float>(11, fewTrialsCount(400));
}

TEST(PlanarPairs, AgreeWithBruteForceInDouble) {
    checkAllPairs<double>(12, fewTrialsCount(300));
}

/// Shapes of a lattice touch exactly, in points and edges.
PlanarShape latticeShape(Random& random) {
    const auto place = [&] { return glm::vec2{random.below(5), random.below(5)}; };
    switch (random.below(5)) {
        case 0:
            return Circle{place(), float(1 + random.below(2))};
        case 1: {
            const glm::vec2 start = place();
            return PlanarCapsule{start, start + glm::vec2(random.below(3), 0.0f), 1.0f};
        }
        case 2: {
            const glm::vec2 start = place();
            return PlanarSegment{start, start + glm::vec2(0.0f, 1 + random.below(3))};
        }
        case 3:
            return PlanarBox{place(), {float(1 + random.below(2)), 1.0f}, {1.0f, 0.0f}};
        default: {
            const glm::vec2 at = place();
            return ConvexPolygon::fromPoints(std::vector<glm::vec2>{at, at + glm::vec2(2, 0),
                                                                    at + glm::vec2(2, 1),
                                                                    at + glm::vec2(0, 1)})
                .value();
        }
    }
}

TEST(PlanarPairs, TouchingIsOneThingForAllVerbs) {
    int touching = 0, overlapping = 0;
    forEachTrial(13, 4000, [&](Random& random, int) {
        const PlanarShape a = latticeShape(random), b = latticeShape(random);
        const PlanarPose poseA, poseB{{float(random.below(4)), float(random.below(4))}, {1.0f, 0.0f}};
        const double exact =
            static_cast<double>(separationByBruteForce(pointsOf(a, poseA), pointsOf(b, poseB)));
        const float separation = distance(a, poseA, b, poseB).separation;
        EXPECT_NEAR(separation, exact, 1e-6);
        if (exact == 0.0) {
            EXPECT_EQ(separation, 0.0f);
            EXPECT_FALSE(overlaps(a, poseA, b, poseB));
            EXPECT_FALSE(penetration(a, poseA, b, poseB));
            EXPECT_FALSE(collide(a, poseA, b, poseB));
            EXPECT_TRUE(overlaps(a, poseA, b, poseB, {.margin = 1e-6f}));
            EXPECT_TRUE(collide(a, poseA, b, poseB, {.margin = 1e-6f}));
            ++touching;
        }
        overlapping += exact < 0.0 ? 1 : 0;
    });
    EXPECT_GT(std::min(touching, overlapping), 300)
        << touching << " touching, " << overlapping << " overlapping";
}

TEST(PlanarPairs, AnswersMoveWithTheShapes) {
    forEachTrial(14, 1000, [&](Random& random, int) {
        const PlanarShape a = randomPlanarShape(random, PlanarKind(random.below(6)), 1.0);
        const PlanarShape b = randomPlanarShape(random, PlanarKind(random.below(5)), 1.0);
        const auto poseA = randomPlanarPose<double>(random, 1.5),
                   poseB = randomPlanarPose<double>(random, 1.5);
        const auto motion = randomPlanarPose<double>(random, 100.0);
        const auto before = distance(a, poseA, b, poseB);
        const auto after = distance(a, motion * poseA, b, motion * poseB);
        EXPECT_NEAR(after.separation, before.separation, 1e-6);
        EXPECT_EQ(after.features, before.features);
        EXPECT_LT(
            glm::length(motion.transformDirection(glm::dvec2(before.normal)) - glm::dvec2(after.normal)),
            1e-5);
    });
}

TEST(PlanarPairs, AnswersScaleWithTheShapes) {
    for (const float scale : {1e-3f, 1e3f}) {
        forEachTrial(15, 500, [&](Random& random, int) {
            const auto halfA = randomInSquare(random, 1.0), halfB = randomInSquare(random, 1.0);
            const auto poseB = randomPlanarPose<float>(random, 1.5);
            const auto boxOf = [](const glm::vec2& half, float by) {
                return PlanarBox{{}, {by * std::abs(half.x), by * std::abs(half.y)}, {1.0f, 0.0f}};
            };
            const float one = distance(boxOf(halfA, 1), PlanarPose{}, boxOf(halfB, 1), poseB).separation;
            const float other = distance(boxOf(halfA, scale), PlanarPose{}, boxOf(halfB, scale),
                                         {scale * poseB.position, poseB.rotation})
                                    .separation;
            EXPECT_NEAR(other / scale, one, 1e-6);
        });
    }
}

TEST(PlanarPairs, BrokenPosesFindNothing) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const PlanarShape box = PlanarBox{}, circle = Circle{};
#if !SAT3D_ENABLE_ASSERTS
    for (const PlanarPose& broken : {PlanarPose{{nan, 0.0f}, {1.0f, 0.0f}}, PlanarPose{{}, {0.0f, 0.0f}}}) {
        EXPECT_FALSE(overlaps(box, broken, circle, PlanarPose{}));
        EXPECT_FALSE(collide(circle, PlanarPose{}, box, broken));
        EXPECT_EQ(distance(box, broken, circle, PlanarPose{}).separation,
                  std::numeric_limits<float>::infinity());
    }
#endif
    static_cast<void>(nan);
}

}  // namespace
