// The kernel for a sphere or a capsule against a hull, compared with all features and all axes.

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "support/all_axes.hpp"
#include "support/hulls.hpp"
#include "support/random_convex.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <string>

namespace {

using namespace sat3d;
using test::Random;
using Kind = FeaturePair::Kind;

/// Clouds that are hard for a walk over faces: doubled points, slivers, caps of many sides, a cone.
test::Cloud hardCloud(Random& random) {
    test::Cloud cloud;
    const auto ring = [&](std::uint32_t sides, double radius, double height) {
        for (std::uint32_t i = 0; i < sides; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / sides;
            cloud.emplace_back(radius * std::cos(angle), radius * std::sin(angle), height);
        }
    };
    switch (random.below(5)) {
        case 0:
            ring(24, 0.8, -0.6);
            ring(24, 0.8, 0.6);
            break;
        case 1:
            ring(40, 0.9, -0.5);
            cloud.emplace_back(0.0f, 0.0f, 0.8f);
            break;
        case 2:  // doubled points
            for (const glm::vec3& point : test::boxCloud({0.9, 0.6, 0.4})) {
                cloud.push_back(point);
                const double noise = std::pow(10.0, random.uniform(-7.0, -3.0));
                cloud.push_back(point + glm::vec3(noise * random.direction()));
            }
            break;
        case 3:  // thin
            cloud = test::boxCloud({0.9, 0.7, 0.002});
            break;
        default:  // far from its origin
            for (const glm::vec3& point : test::boxCloud({0.9, 0.6, 0.4})) {
                cloud.push_back(point + glm::vec3(300.0f, -200.0f, 100.0f));
            }
    }
    return cloud;
}

struct Regimes {
    std::array<int, 6> apart{}, overlapping{};
};

/// Compares one pair with the brute force.
void compare(const ConvexShape& round, const DPose& poseA, const ConvexHull& hull, const DPose& poseB,
             Regimes& regimes) {
    const ShapeRef refA(round), refB(hull);
    RoundGap gap;
    ASSERT_EQ(roundGapKernel(PosedPair<double>{refA, poseA, refB, poseB}, {1e9, true}, gap),
              RoundGapStatus::Found);
    const ConvexProxy a(round, localToWorld(poseA)), b(refB, localToWorld(poseB));
    const double scale = roundingScale(a, b),
                 tolerance = 1e-6 * scale;  // gap.separation is a float, and faces may be bent
    const GjkResult near = gjk(a, b);
    const bool isApart = near.distance > 0.0;
    const double expected = isApart ? closestFeatures(a, b).distance : test::deepestOfAllAxes(a, b);
    EXPECT_NEAR(double(gap.separation) + a.convexRadius(), expected, tolerance);
    const glm::dvec3 normal(gap.normalAToB());
    EXPECT_NEAR(glm::length(normal), 1.0, 1e-6);
    EXPECT_NEAR(test::separationAlong(a, b, glm::normalize(normal)), expected, tolerance);
    const glm::dvec3 onA(gap.touchingPoint(0, poseA)), onB(gap.touchingPoint(1, poseB));
    EXPECT_NEAR(glm::length(onB - onA - double(gap.separation) * normal), 0.0, tolerance);
    const glm::dvec3 coreOfA = onA - a.convexRadius() * normal,
                     along = a.vertex(a.isSegment() ? 1 : 0) - a.vertex(0);
    const double share =
        a.isSegment()
            ? std::min(std::max(glm::dot(coreOfA - a.vertex(0), along) / glm::dot(along, along), 0.0), 1.0)
            : 0.0;
    EXPECT_NEAR(glm::length(coreOfA - a.vertex(0) - share * along), 0.0, tolerance) << "off the core of A";
    for (const ConvexHull::Face& face : hull.faces()) {
        EXPECT_LT(face.plane.signedDistance(poseB.inverse().transformPoint(onB)), tolerance)
            << "off the hull";
    }
    EXPECT_GT(glm::dot(normal, onB - b.vertex(b.support(-normal))), -1.0) << "sanity";
    const FeaturePair features = gap.features();
    const double height = glm::dot(normal, onB);
    const auto expectSupport = [&](std::uint32_t vertex) {
        EXPECT_NEAR(glm::dot(normal, b.vertex(vertex)), height, 2.0 * tolerance)
            << "not the feature of the normal";
    };
    switch (features.kind) {
        case Kind::FaceB:
            ASSERT_LT(features.b, b.faceCount());
            expectSupport(b.faceVertices(features.b)[0]);
            break;
        case Kind::EdgeEdge:
        case Kind::VertexEdge:
            ASSERT_LT(features.b, b.edgeCount());
            expectSupport(b.edge(features.b).from);
            expectSupport(b.edge(features.b).to);
            break;
        default:
            ASSERT_LT(features.b, b.vertexCount());
            expectSupport(features.b);
    }
    ++(isApart ? regimes.apart : regimes.overlapping)[std::size_t(features.kind)];
    // The other order mirrors every bit.
    RoundGap mirrored;
    ASSERT_EQ(roundGapKernel(PosedPair<double>{refB, poseB, refA, poseA}, {1e9, true}, mirrored),
              RoundGapStatus::Found);
    EXPECT_EQ(mirrored.separation, gap.separation);
    EXPECT_EQ(mirrored.normalAToB(), -gap.normalAToB());
    EXPECT_EQ(mirrored.features(), (FeaturePair{flipped(features)}));
}

void compareMany(std::uint32_t seed, int trials, bool areHard) {
    Random random(seed);
    Regimes ofType[2];
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", trial " + std::to_string(trial));
        const auto type = std::size_t(trial) % 2;
        const ConvexShape round = test::randomConvex(random, type);
        const ConvexHull hull =
            areHard ? test::hullOf(hardCloud(random)) : std::get<ConvexHull>(test::randomConvex(random, 3));
        const DPose poseB{random.inBox(20.0), random.rotation()};
        DPose poseA{{}, random.rotation()};
        const ConvexProxy a(round, localToWorld(poseA)), b(hull, localToWorld(poseB));
        const double away = random.uniform(0.0, 2.0) * (b.boundingRadius() + 0.3);
        poseA.position = b.center() - a.center() + away * random.direction();
        compare(round, poseA, hull, poseB, ofType[type]);
    }
    for (const Kind kind : {Kind::FaceB, Kind::VertexEdge, Kind::VertexVertex}) {
        EXPECT_GT(ofType[0].apart[std::size_t(kind)], trials / 200);
        EXPECT_GT(ofType[1].apart[std::size_t(kind)], trials / 200);
    }
    EXPECT_GT(ofType[1].apart[std::size_t(Kind::EdgeEdge)], trials / 200);
    EXPECT_GT(ofType[1].apart[std::size_t(Kind::EdgeVertex)], trials / 200);
    EXPECT_GT(ofType[0].overlapping[std::size_t(Kind::FaceB)], trials / 200);
    EXPECT_GT(ofType[1].overlapping[std::size_t(Kind::FaceB)], trials / 200);
    EXPECT_GT(ofType[1].overlapping[std::size_t(Kind::EdgeEdge)], trials / 200);
}

TEST(RoundAgainstHull, AgreesWithAllFeaturesAndAxes) {
    compareMany(471, 4000, false);
}

TEST(RoundAgainstHull, AgreesOnHullsThatAreHardToWalkOver) {
    compareMany(472, 4000, true);
}

/// A sphere whose center lies at a vertex, on an edge or on a face, up to rounding.
TEST(RoundAgainstHull, CentersOnTheSurfaceHaveAnAnswer) {
    Random random(473);
    int negative = 0, positive = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        SCOPED_TRACE(trial);
        const ConvexHull hull = std::get<ConvexHull>(test::randomConvex(random, 3));
        const std::uint32_t face = random.below(std::uint32_t(hull.faces().size()));
        const auto corners = hull.faceVertices(face);
        const glm::dvec3 first(hull.vertices()[corners[0]]), second(hull.vertices()[corners[1]]),
            third(hull.vertices()[corners[2]]);
        const double u = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.5),
                     v = random.chance(0.3) ? 0.0 : 0.3;
        const glm::dvec3 point = first + u * (second - first) + v * (third - first);
        const Sphere sphere{glm::vec3(0.0f), 1e-8f};
        // Bent faces: the point may lie below the plane of its face, and above that of a neighbor.
        const double bend = random.uniform(-1.0, 1.0) * hull.data().mesh.maxPlanarityError;
        const glm::dvec3 moved = point + bend * hull.faces()[face].plane.normal;
        const DPose poseB{random.inBox(20.0), random.rotation()}, poseA{poseB.transformPoint(moved)};
        RoundGap gap;
        const ShapeRef a(sphere), b(hull);
        ASSERT_EQ(roundGapKernel(PosedPair<double>{a, poseA, b, poseB}, {1e9, true}, gap),
                  RoundGapStatus::Found);
        EXPECT_NEAR(gap.separation, 0.0f, 2e-6f);
        EXPECT_NEAR(glm::length(gap.normalAToB()), 1.0f, 1e-6f);
        ++(gap.separation < -1e-8f ? negative : positive);
    }
    EXPECT_GT(negative, 100);
    EXPECT_GT(positive, 100);
}

}  // namespace
