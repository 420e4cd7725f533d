// Closed forms of spheres and capsules, compared with all features and all axes of the same cores.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "support/all_axes.hpp"
#include "support/difference.hpp"
#include "support/hulls.hpp"
#include "support/random_convex.hpp"

#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>

namespace {

using namespace sat3d;
using test::at;
using test::Random;

constexpr double kAnyDistance = std::numeric_limits<double>::infinity();

struct PosedShapes {
    ConvexShape a, b;
    DPose poseA, poseB;
    ShapeRef refA, refB;

    /// @param typeA, typeB  alternatives of ConvexShape
    PosedShapes(Random& random, std::size_t typeA, std::size_t typeB)
        : a(test::randomConvex(random, typeA)),
          b(test::randomConvex(random, typeB)),
          poseA{random.inBox(20.0), random.rotation()},
          poseB{poseA.position + random.inBox(random.chance(0.5) ? 0.8 : 2.5), random.rotation()},
          refA(a),
          refB(b) {
        if (random.chance(0.3)) {  // nearly parallel
            const glm::dquat tilt(1.0, random.inBox(1.0) * std::pow(10.0, random.uniform(-12.0, -2.0)));
            poseB.rotation = glm::normalize(tilt * poseA.rotation);
        }
        if (random.chance(0.2)) {  // centered at the origins of their frames
            const auto center = [](ConvexShape& shape) {
                const glm::vec3 middle = bounds(shape, Pose{}).center();
                if (auto* const sphere = std::get_if<Sphere>(&shape)) {
                    sphere->center = glm::vec3(0.0f);
                } else if (auto* const capsule = std::get_if<Capsule>(&shape)) {
                    capsule->start = capsule->start - middle;
                    capsule->end = -capsule->start;
                }
            };
            center(a);
            center(b);
        }
    }
    PosedShapes(const PosedShapes&) = delete;  // the references refer to the members

    [[nodiscard]] PosedPair<double> pair() const { return {refA, poseA, refB, poseB}; }
};

/// The separation of the cores, by brute force.
struct ExpectedCores {
    double separation;
    bool overlap;
    FeaturePair features;             ///< only of disjoint cores
    glm::dvec3 touchingA, touchingB;  ///< only of disjoint cores

    ExpectedCores(const ConvexProxy& a, const ConvexProxy& b) {
        const double deepest = test::deepestOfAllAxes(a, b);
        overlap = deepest < 0.0 && b.faceCount() > 0;
        if (overlap) {
            separation = deepest;
        } else {
            const GjkResult nearest = closestFeatures(a, b);
            separation = nearest.distance;
            features = featuresOf(a, b, nearest);
            touchingA = nearest.onA + a.convexRadius() * nearest.normalAToB;
            touchingB = nearest.onB - b.convexRadius() * nearest.normalAToB;
        }
    }
};

void expectMirrored(const PosedShapes& shapes, const RoundGap& gap) {
    RoundGap mirrored;
    ASSERT_EQ(roundGapKernel(shapes.pair().flipped(), {kAnyDistance, true}, mirrored), RoundGapStatus::Found);
    FeaturePair features = mirrored.features();
    flip(features);
    EXPECT_EQ(mirrored.separation, gap.separation);
    EXPECT_EQ(features, gap.features());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(mirrored.normal[i], -gap.normal[i]);
        EXPECT_EQ(mirrored.points[0][i], gap.points[1][i]);
        EXPECT_EQ(mirrored.points[1][i], gap.points[0][i]);
    }
}

void expectPointsOnSurfaces(Random& random, const PosedShapes& shapes, const RoundGap& gap) {
    const glm::dvec3 pointA = gap.touchingPoint(0, shapes.poseA), pointB = gap.touchingPoint(1, shapes.poseB);
    const glm::dvec3 normal(gap.normalAToB());
    EXPECT_NEAR(glm::length(pointB - pointA - double(gap.separation) * normal), 0.0, 1e-6);
    EXPECT_LT(test::outsideBy(random, 20, pointA, shapes.a, shapes.poseA), 1e-6);
    EXPECT_LT(test::outsideBy(random, 20, pointB, shapes.b, shapes.poseB), 1e-6);
}

TEST(RoundGap, EqualsTheBruteForce) {
    std::array<int, 6> kinds{}, within{};
    int overlapping = 0, overlappingCores = 0;
    for (std::size_t pairOfTypes = 0; pairOfTypes < 6; ++pairOfTypes) {
        Random random(421 + static_cast<std::uint32_t>(pairOfTypes));
        for (int trial = 0; trial < 1500; ++trial) {
            const std::size_t typeA = pairOfTypes / 3, typeB = pairOfTypes % 3;
            SCOPED_TRACE(std::to_string(typeA) + " and " + std::to_string(typeB) + ", trial " +
                         std::to_string(trial));
            const PosedShapes shapes(random, typeA, typeB);
            const ConvexProxy a(shapes.refA, localToWorld(shapes.poseA)),
                b(shapes.refB, localToWorld(shapes.poseB));
            const ExpectedCores expected(a, b);
            const double separation = expected.separation - a.convexRadius() - b.convexRadius();
            RoundGap gap;
            ASSERT_EQ(roundGapKernel(shapes.pair(), {kAnyDistance, true}, gap), RoundGapStatus::Found);
            const glm::dvec3 normal(gap.normalAToB());
            ASSERT_NEAR(gap.separation, separation, 4e-7);
            ASSERT_NEAR(glm::length(normal), 1.0, 1e-6);
            ASSERT_NEAR(test::gapAlong(normal, shapes.a, shapes.poseA, shapes.b, shapes.poseB), separation,
                        1e-6)
                << "the normal proves the separation";
            if (!expected.overlap && typeA < typeB) {
                ASSERT_EQ(gap.features(), expected.features);
            }
            if (!expected.overlap && typeA == 0) {  // of two segments, several points may be closest
                ASSERT_NEAR(glm::length(gap.touchingPoint(0, shapes.poseA) - expected.touchingA), 0.0, 1e-9);
                ASSERT_NEAR(glm::length(gap.touchingPoint(1, shapes.poseB) - expected.touchingB), 0.0, 1e-9);
            }
            expectMirrored(shapes, gap);
            expectPointsOnSurfaces(random, shapes, gap);
            RoundGap unused;
            const double before = separation - 1e-5, after = separation + 1e-5;
            EXPECT_EQ(roundGapKernel(shapes.pair(), {after, false}, unused), RoundGapStatus::Found);
            if (before > 0.0) {
                EXPECT_EQ(roundGapKernel(shapes.pair(), {before, false}, unused),
                          RoundGapStatus::BeyondLimit);
                EXPECT_EQ(roundGapKernel(shapes.pair(), {before, false, false}, unused),
                          RoundGapStatus::BeyondLimit);
            }
            EXPECT_NE(roundGapKernel(shapes.pair(), {after, false, false}, unused),
                      RoundGapStatus::BeyondLimit);
            const auto wide = roundGapKernel(shapes.pair(), {after + 3.0, false, false}, unused);
            within[pairOfTypes] += wide == RoundGapStatus::WithinLimit ? 1 : 0;
            ++kinds[std::size_t(gap.kind)];
            overlapping += separation < 0.0 ? 1 : 0;
            overlappingCores += expected.overlap ? 1 : 0;
        }
    }
    EXPECT_GT(overlapping, 2000);
    EXPECT_LT(overlapping, 7000);
    EXPECT_GT(overlappingCores, 500);
    EXPECT_GT(within[2], 1400) << "spheres and boxes";
    for (const auto kind :
         {FeaturePair::Kind::FaceB, FeaturePair::Kind::EdgeEdge, FeaturePair::Kind::VertexVertex,
          FeaturePair::Kind::VertexEdge, FeaturePair::Kind::EdgeVertex}) {
        EXPECT_GT(kinds[std::size_t(kind)], 100);
    }
}

TEST(RoundGap, IsUndefinedWhereCoresTouch) {
    const Capsule a{{-1, 0, 0}, {1, 0, 0}, 0.25f}, b{{0, -1, 0}, {0, 1, 0}, 0.5f};
    RoundGap none;
    const ShapeRef refA(a), refB(b);
    const Pose pose;
    EXPECT_EQ(roundGapKernel(PosedPair<float>{refA, pose, refB, pose}, {kAnyDistance, true}, none),
              RoundGapStatus::Undefined)
        << "the segments touch";
    const Distance crossed = distance(a, Pose{}, b, Pose{});
    EXPECT_FLOAT_EQ(crossed.separation, -0.75f);
    EXPECT_FLOAT_EQ(std::abs(crossed.normal.z), 1.0f);
    EXPECT_FLOAT_EQ(distance(a, at(0, 0, 1), a, Pose{}).separation, 0.5f) << "side by side";
    EXPECT_FLOAT_EQ(distance(Sphere{}, Pose{}, Sphere{}, Pose{}).separation, -1.0f) << "one center";
}

TEST(RoundGap, OfShapesWithoutSize) {
    const Capsule point{{1, 2, 3}, {1, 2, 3}, 0.0f};
    const Box flat{.halfExtents = {1, 1, 0}};
    EXPECT_FLOAT_EQ(distance(point, Pose{}, flat, Pose{}).separation, glm::length(glm::vec3(0, 1, 3)));
    EXPECT_FLOAT_EQ(distance(Sphere{.radius = 0}, at(0, 0, 2), flat, Pose{}).separation, 2.0f);
    EXPECT_FLOAT_EQ(distance(point, Pose{}, point, at(0, 0, 2)).separation, 2.0f);
    EXPECT_FLOAT_EQ(distance(Capsule{{0, 0, -1}, {0, 0, 1}, 0.25f}, Pose{}, flat, Pose{}).separation, -1.25f);
}

}  // namespace
