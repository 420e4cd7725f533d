// Every pair of shapes and every verb of contact on a lattice, where shapes lie in one line, are flush or
// touch exactly, and where sizes are 0.

#include "support/planar/lattice_shapes.hpp"
#include "support/planar/pair_checks.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/raycast.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// @param step   of the lattice
/// @param reach  in steps
/// @param turns  whether both shapes are turned together, so that what is parallel or level is so up to
/// rounding
template <class T>
void checkLattice(std::uint32_t seed, double step, std::uint32_t reach, bool turns = false) {
    PairRegimes all;
    int contained = 0;
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = 0; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            forEachTrial(seed, trialCount(400), [&](Random& random, int trial) {
                PlanarLattice lattice(random, step, reach);
                const bool slants = trial % 3 == 0;
                const PlanarShape a = lattice.shape(PlanarKind(kindA)), b = lattice.shape(PlanarKind(kindB));
                const double angle = turns ? 0.2617993877991494 * random.below(24) : 0.0;  // of 15 degrees
                const BasicPlanarPose<T> turn{
                    {}, turns ? glm::vec<2, T>(std::cos(angle), std::sin(angle)) : glm::vec<2, T>(1, 0)};
                const auto poseA = turn * lattice.pose<T>(slants), poseB = turn * lattice.pose<T>(slants);
                PlanarPairChecks<T>(a, poseA, b, poseB).run(all);
                // A point is a circle of radius 0.
                const auto point = lattice.point<T>();
                const auto gap = distance(Circle{.radius = 0.0f}, BasicPlanarPose<T>{point}, a, poseA);
                EXPECT_EQ(contains(a, poseA, point), gap.separation < 0.0f);
                contained += gap.separation < 0.0f ? 1 : 0;
            });
        }
    }
    EXPECT_GT(all.apart, trialCount(4000));
    EXPECT_GT(all.overlapping, trialCount(4000));
    EXPECT_GT(all.vertices, trialCount(2000));
    EXPECT_GT(all.twoPoints, trialCount(1000));
    EXPECT_GT(contained, trialCount(1000));
}

TEST(PlanarLattice, QuartersAgreeWithBruteForce) {
    checkLattice<float>(71, 0.25, 8);
}

TEST(PlanarLattice, TenthsAgreeWithBruteForce) {
    checkLattice<float>(72, 0.1, 8);
}

TEST(PlanarLattice, TenthsInDoubleAgreeWithBruteForce) {
    checkLattice<double>(73, 0.1, 8);
}

TEST(PlanarLattice, TurnedQuartersAgreeWithBruteForce) {
    checkLattice<float>(76, 0.25, 8, true);
}

TEST(PlanarLattice, TurnedTenthsInDoubleAgreeWithBruteForce) {
    checkLattice<double>(77, 0.1, 8, true);
}

TEST(PlanarLattice, DistantShapesAgreeWithBruteForce) {
    checkLattice<double>(74, 25.0, 20);
}

/// Boxes whose corners face each other on a diagonal. Two edges of each separate them by the same distance,
/// and along each axis two corners are the lowest: rounding must not choose the far ones.
template <class T>
void checkDiagonals(std::uint32_t seed) {
    forEachTrial(seed, trialCount(4000), [](Random& random, int) {
        const auto quarters = [&](std::uint32_t count) {
            return 0.25f * static_cast<float>(random.below(count));
        };
        const glm::vec2 halfA(0.25f + quarters(4), 0.25f + quarters(4)), halfB(quarters(4), quarters(4)),
            centerA(quarters(9) - 1.0f, quarters(9) - 1.0f);
        const float gap = quarters(4);
        const PlanarBox a{.center = centerA, .halfExtents = halfA},
            b{.center = centerA + halfA + halfB + gap, .halfExtents = halfB};
        const auto rotation = planarRotation(0.2617993877991494 * random.below(24));  // of 15 degrees
        const BasicPlanarPose<T> pose{{T(quarters(17)), T(quarters(17))}, glm::vec<2, T>(rotation)};
        const double right = std::sqrt(2.0) * static_cast<double>(gap);
        EXPECT_NEAR(distance(a, pose, b, pose).separation, right, 1e-6);
        EXPECT_NEAR(distance(b, pose, a, pose).separation, right, 1e-6);
        EXPECT_EQ(overlaps(a, pose, b, pose, {.margin = static_cast<float>(right) + 0.01f}), true);
        if (gap > 0.0f) {  // along the diagonal, into the other box
            const glm::vec2 way(pose.transformDirection(glm::vec<2, T>(gap + 0.2f)));
            const auto hit = sweep(a, pose, b, pose, PlanarMotion{way});
            EXPECT_EQ(hit.status, SweepStatus::Hit);
            EXPECT_NEAR(hit.fraction, gap / (gap + 0.2f), 1e-4);
        }
    });
}

TEST(PlanarLattice, CornersThatFaceOnADiagonal) {
    checkDiagonals<float>(78);
    checkDiagonals<double>(79);
}

/// Checks a pair in one pose of each of 24 turns, so that what touches or is parallel is so up to rounding.
template <class T>
void checkTurned(std::uint32_t seed, int trials, const auto& pairOf) {
    PairRegimes all;
    forEachTrial(seed, trialCount(trials), [&](Random& random, int) {
        PlanarLattice lattice(random, random.chance(0.5) ? 0.25 : 0.1, 4);
        const auto [a, b] = pairOf(lattice);
        const double angle = 0.2617993877991494 * random.below(24);  // of 15 degrees
        const BasicPlanarPose<T> pose{lattice.point<T>(), {T(std::cos(angle)), T(std::sin(angle))}};
        PlanarPairChecks<T>(a, pose, b, pose).run(all);
    });
    EXPECT_GT(all.overlapping, trialCount(trials) / 4);
}

/// Cores that touch in a corner: every edge there is at distance 0, but not every one separates them.
TEST(PlanarLattice, CapsulesThatShareAnEndAreFreedByTheirPush) {
    const auto capsules = [](PlanarLattice& lattice) {
        const glm::vec2 end = lattice.point();
        const float radius = lattice.size();
        return std::pair{PlanarShape(PlanarCapsule{lattice.point(), end, radius}),
                         PlanarShape(PlanarCapsule{end, lattice.point(), radius + 0.25f})};
    };
    checkTurned<float>(80, 20000, capsules);
    checkTurned<double>(81, 20000, capsules);
}

/// Polygons with corners in one line, up to rounding, and circles beside them.
TEST(PlanarLattice, CirclesBesideEdgesInOneLine) {
    const auto pair = [](PlanarLattice& lattice) {
        for (;;) {
            const glm::vec2 start = lattice.point(), step = lattice.point();
            std::vector<glm::vec2> corners{lattice.point(), lattice.point()};
            for (int i = 0; i < 4; ++i) {
                corners.push_back(start + static_cast<float>(lattice.number()) * step);
            }
            if (const auto polygon = ConvexPolygon::fromPoints(corners)) {
                const glm::vec2 center = start + 0.5f * static_cast<float>(lattice.number()) * step;
                return std::pair{PlanarShape(*polygon),
                                 PlanarShape(Circle{center + 0.5f * lattice.point(), 0.5f})};
            }
        }
    };
    checkTurned<float>(82, 20000, pair);
    checkTurned<double>(83, 20000, pair);
}

/// Polygons whose corners are in one line up to rounding, and what lies on that line beyond their end.
TEST(PlanarLattice, NeedlesAreApartFromWhatIsInTheirLine) {
    int needles = 0;
    forEachTrial(75, trialCount(8000), [&](Random& random, int) {
        const glm::dvec2 step{0.1 * random.below(9), 0.1 * (1 + random.below(9))}, origin(0.1, -0.3);
        std::vector<glm::dvec2> corners(3 + random.below(3));
        for (glm::dvec2& corner : corners) {
            corner = origin + double(random.below(12)) * step;
        }
        const auto needle = ConvexPolygon::fromPoints(corners);
        if (!needle) {
            return;
        }
        const double side = random.chance(0.5) ? 1.0 : -1.0;
        const glm::dvec2 place = origin + side * (12.0 + random.below(1000)) * step;
        const PlanarShape other = random.chance(0.5) ? PlanarShape(Circle{.radius = 0.0f})
                                                     : PlanarShape(PlanarSegment{{0, 0}, {1, 0}});
        const DPlanarPose pose{place, side * step / glm::length(step)};
        const auto parts = convexPartsOf(PlanarShape(*needle), DPlanarPose{});
        const auto exact = static_cast<double>(separationByBruteForce(parts, convexPartsOf(other, pose)));
        EXPECT_NEAR(distance(*needle, DPlanarPose{}, other, pose).separation, exact, 1e-6 * (1.0 + exact));
        EXPECT_FALSE(overlaps(*needle, DPlanarPose{}, other, pose));
        ++needles;
    });
    EXPECT_GT(needles, trialCount(1000));
}

}  // namespace
