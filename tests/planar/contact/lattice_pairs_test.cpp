// Every pair of shapes and every verb of contact on a lattice, where shapes lie in one line, are flush or
// touch exactly, and where sizes are 0.

#include "support/planar/lattice_shapes.hpp"
#include "support/planar/pair_checks.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/raycast.hpp>

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
