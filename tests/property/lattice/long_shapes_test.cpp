// Shapes a hundred times longer than the other one, with cores that nearly touch: the normal must be exact in
// spite of coordinates that are large beside the gap.

#include "support/lattice/faults.hpp"
#include "support/lattice/solid.hpp"
#include "support/random_convex.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace sat3d;
using test::Faults;
using test::Random;
using test::Solid;

/// A capsule, a box or a hull, about one meter wide and up to 100 m long.
ConvexShape longShape(Random& random, std::uint32_t type) {
    const auto length = float(std::pow(10.0, random.uniform(0.0, 2.0)));
    if (type == 0) {
        return Capsule{
            {-length, 0, 0}, {length * float(random.unit()), 0, 0}, random.chance(0.5) ? 0.0f : 0.5f};
    }
    const glm::vec3 half{length, float(random.uniform(0.1, 0.5)), float(random.uniform(0.1, 0.5))};
    return type == 1 ? ConvexShape(Box{{0, 0, 0}, half}) : ConvexShape(test::boxHull(glm::dvec3(half)));
}

/// The angle between the normal and the shortest way between the cores, and the error of the gap along it.
void checkNormal(const ConvexShape& a, const DPose& poseA, const ConvexShape& b, const DPose& poseB,
                 Faults& faults) {
    const Solid solidA = test::solidOf(a, poseA), solidB = test::solidOf(b, poseB);
    const test::FeatureDistance cores(solidA, solidB);
    const double gap = std::sqrt(cores.squared()), size = 0.5 * (solidA.reach() + solidB.reach());
    // Closer than that, rounding decides whether they touch, and any separating axis is the normal. Pairs of
    // boxes and hulls have kernels in float.
    const bool isRound = solidA.edges.size() < 2 || solidB.edges.size() < 2;
    if (test::AxisSeparation(solidA, solidB).separation() < 0.0 || gap < (isRound ? 1e-7 : 2e-6) * size) {
        return;
    }
    const DDistance answer = distance(a, poseA, b, poseB);
    const glm::dvec3 normal(answer.normal);
    const double along = std::abs(test::gapAlong(normal, solidA, solidB) - double(answer.separation));
    faults.check(along <= 1e-6 * size, "the gap along the normal", along / size);
    // Normals are rounded to float, and closest points have the rounding of doubles.
    const double angle = glm::length(glm::cross(normal, cores.between() / gap));
    faults.check(angle <= 1e-6 + 1e-13 * size / gap, "the angle of the normal", angle);
}

TEST(LongShapes, HaveExactNormalsThoughTheirCoresNearlyTouch) {
    constexpr std::uint32_t kSeed = 3421;
    const int trials = test::trialCount(int(test::fromEnvironment("SAT3D_LATTICE_TRIALS", 200)));
    Random random(kSeed);
    Faults faults;
    for (int trial = 0; trial < trials; ++trial) {
        for (std::uint32_t typeA = 0; typeA < 3; ++typeA) {
            for (std::size_t typeB = 0; typeB < test::kConvexTypes; ++typeB) {
                faults.startPair("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial) +
                                 ", types " + std::to_string(typeA) + " and " + std::to_string(typeB));
                const ConvexShape a = longShape(random, typeA), b = test::randomConvex(random, typeB);
                const DPose poseA{random.inBox(1.0), random.rotation()};
                DPose poseB{random.inBox(1.0), random.rotation()};
                // Twice, as the first normal need not be that of the touch.
                for (int step = 0; step < 3; ++step) {
                    const DDistance now = distance(a, poseA, b, poseB);
                    const double radii = test::solidOf(a, poseA).radius + test::solidOf(b, poseB).radius;
                    const double wanted = std::pow(10.0, random.uniform(-6.5, -2.0));
                    poseB.position += (wanted - radii - double(now.separation)) * glm::dvec3(now.normal);
                    checkNormal(a, poseA, b, poseB, faults);
                }
            }
        }
    }
    faults.expectNone(trials);
}

}  // namespace
