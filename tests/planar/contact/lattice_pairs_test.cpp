// Every pair of shapes and every verb of contact on a lattice, where shapes lie in one line, are flush or
// touch exactly, and where sizes are 0.

#include "support/planar/lattice_shapes.hpp"
#include "support/planar/pair_checks.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// @param step   of the lattice
/// @param reach  in steps
template <class T>
void checkLattice(std::uint32_t seed, double step, std::uint32_t reach) {
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
                const auto poseA = lattice.pose<T>(slants), poseB = lattice.pose<T>(slants);
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

TEST(PlanarLattice, DistantShapesAgreeWithBruteForce) {
    checkLattice<double>(74, 25.0, 20);
}

/// Polygons whose corners are in one line up to rounding, and what lies on that line beyond their end.
TEST(PlanarLattice, NeedlesAreApartFromWhatIsInTheirLine) {
    int needles = 0;
    forEachTrial(75, trialCount(8000), [&](Random& random, int) {
        const glm::dvec2 step(0.1 * random.below(9), 0.1 * (1 + random.below(9))), origin(0.1, -0.3);
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
