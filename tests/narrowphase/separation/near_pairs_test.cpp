#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_shape.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;

constexpr float kNearMargin = 0.05f;

ConvexShape randomBody(Random& random) {
    constexpr std::array kTypes{ShapeType::Box,  ShapeType::Wedge,       ShapeType::Prism,
                                ShapeType::Tank, ShapeType::Ellipsoid16, ShapeType::Ellipsoid64};
    const glm::vec3 half(test::randomExtents(random));
    switch (random.below(3)) {
        case 0:
            return Box{.halfExtents = half};
        case 1:
            return test::boxHull(half);
        default:
            return test::hullOf(test::randomCloud(random, kTypes[random.below(kTypes.size())]));
    }
}

/// A rotation by quarter turns, or any rotation.
glm::quat randomTurn(Random& random, bool isOnLattice) {
    if (!isOnLattice) {
        return glm::quat(random.rotation());
    }
    constexpr float kHalf = 0.70710678f;
    const std::array turns{glm::quat(1, 0, 0, 0), glm::quat(kHalf, kHalf, 0, 0),
                           glm::quat(kHalf, 0, kHalf, 0), glm::quat(kHalf, 0, 0, kHalf),
                           glm::quat(0, 0, 1, 0)};
    return turns[random.below(turns.size())];
}

/// Moves B to a distance from A along a way, without passing it.
void moveTo(float separation, const ConvexShape& a, const Pose& poseA, const ConvexShape& b, Pose& poseB,
            const glm::vec3& way) {
    for (int i = 0; i < 200; ++i) {
        poseB.position += (separation - distance(a, poseA, b, poseB).separation) * way;
    }
}

/// The distance by GJK in double, from the centers.
GjkResult reference(const ConvexShape& a, const Pose& poseA, const ConvexShape& b, const Pose& poseB) {
    const ShapeRef shapeA(a), shapeB(b);
    const PairFrame frame(shapeA, poseA, poseB);
    return gjk(ConvexProxy(shapeA, frame.aInPair), ConvexProxy(shapeB, frame.bInPair));
}

struct NearTally {
    int faces = 0, edges = 0, vertices = 0, lattice = 0, missed = 0;
};

void expectAgreement(const ConvexShape& a, const Pose& poseA, const ConvexShape& b, const Pose& poseB,
                     NearTally& tally) {
    const Distance gap = distance(a, poseA, b, poseB);
    const auto push = penetration(a, poseA, b, poseB, {.margin = kNearMargin});
    const auto contact = collide(a, poseA, b, poseB, {.margin = kNearMargin});
    ASSERT_EQ(push.has_value(), gap.separation < kNearMargin);
    ASSERT_EQ(contact.has_value(), push.has_value());
    if (!push || !(gap.separation > 0.0f)) {
        ++tally.missed;
        return;
    }
    const double size = 0.5 * (boundingRadiusOf(ShapeRef(a)) + boundingRadiusOf(ShapeRef(b)));
    // The three verbs agree to the last bit.
    EXPECT_EQ(push->depth, kNearMargin - gap.separation);
    EXPECT_EQ(push->normal, gap.normal);
    EXPECT_EQ(push->features, gap.features);
    EXPECT_EQ(contact->penetration.depth, push->depth);
    EXPECT_EQ(contact->penetration.normal, push->normal);
    EXPECT_EQ(contact->penetration.features, push->features);
    // The faces of hulls are flat up to the rounding of their vertices.
    EXPECT_NEAR(gap.separation, reference(a, poseA, b, poseB).distance, 4e-7 * size);
    EXPECT_NEAR(glm::length(gap.normal), 1.0, 1e-6);
    EXPECT_LT(glm::length(gap.pointB - gap.pointA - gap.separation * gap.normal), 4e-6 * size);
    const auto points = contact->points();
    const float least = std::ranges::min(points, {}, &ContactPoint::separation).separation;
    EXPECT_NEAR(least, gap.separation, 1e-5 * size);
    const Distance mirrored = distance(b, poseB, a, poseA);
    EXPECT_EQ(mirrored.separation, gap.separation);
    EXPECT_EQ(mirrored.normal, -gap.normal);
    using Kind = FeaturePair::Kind;
    const Kind kind = gap.features.kind;
    ++(kind == Kind::FaceA || kind == Kind::FaceB ? tally.faces
       : kind == Kind::EdgeEdge                   ? tally.edges
                                                  : tally.vertices);
}

// Hulls and boxes within the margin, met from any side and stacked on a lattice.
TEST(NearPairs, VerbsAgreeWithTheDistance) {
    Random random(313);
    NearTally tally;
    for (int round = 0; round < 1500; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const bool isOnLattice = round % 3 == 0;
        const ConvexShape a = randomBody(random), b = round % 6 == 0 ? a : randomBody(random);
        const Pose poseA{{0.25f * float(random.below(9)), 0.1f, -0.5f}, randomTurn(random, isOnLattice)};
        const glm::vec3 way = isOnLattice ? glm::vec3(0, 0, 1) : glm::vec3(random.direction());
        const glm::vec3 aside =
            isOnLattice ? glm::vec3(0.25f * float(random.below(3)), 0, 0) : glm::vec3(0.0f);
        Pose poseB{poseA.position + aside + 8.0f * way, randomTurn(random, isOnLattice)};
        if (distance(a, poseA, b, poseB).separation > 20.0f) {
            continue;
        }
        const double exponent = random.uniform(-5.0, -1.35);
        moveTo(float(std::pow(10.0, exponent)), a, poseA, b, poseB, way);
        tally.lattice += isOnLattice ? 1 : 0;
        expectAgreement(a, poseA, b, poseB, tally);
    }
    EXPECT_GT(tally.faces, 300);
    EXPECT_GT(tally.edges, 150);
    EXPECT_GT(tally.lattice, 400);
    EXPECT_LT(tally.missed, 300);
    RecordProperty("vertices", tally.vertices);
}

// Bodies of one size that lie on each other, nearly flat: the lowest vertex often lies beside the face, and
// edges that cross over its side are the closest features by less than the rounding of the kernels.
TEST(NearPairs, VertexBesideTheFace) {
    Random random(314);
    NearTally tally;
    for (int round = 0; round < 1200; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const ConvexShape a = randomBody(random), b = randomBody(random);
        const glm::vec3 up(0, 0, 1), axis(glm::vec3(random.inBox(1.0)) * glm::vec3(1, 1, 0));
        const float tilt = float(std::pow(10.0, random.uniform(-6.0, -1.0))),
                    turn = float(random.uniform(0.0, round % 4 == 0 ? 0.01 : 6.2));
        const Pose poseA{glm::vec3(random.inBox(2.0)), randomTurn(random, true)};
        Pose poseB{poseA.position + glm::vec3(random.inBox(0.2)) + 8.0f * up,
                   glm::normalize(glm::angleAxis(turn, up) * glm::angleAxis(tilt, glm::normalize(axis)))};
        moveTo(float(std::pow(10.0, random.uniform(-4.0, -1.4))), a, poseA, b, poseB, up);
        expectAgreement(a, poseA, b, poseB, tally);
    }
    EXPECT_GT(tally.faces, 250);
    EXPECT_GT(tally.edges, 250);
    EXPECT_LT(tally.missed, 100);
    RecordProperty("vertices", tally.vertices);
}

// Boxes that stand on each other, turned a little: the edges of both faces cross.
TEST(NearPairs, StackedBoxesKeepFourPoints) {
    Random random(314);
    for (int round = 0; round < 300; ++round) {
        const glm::vec3 half(test::randomExtents(random));
        const ConvexShape asBox = Box{.halfExtents = half}, asHull = test::boxHull(half);
        const glm::quat turned = glm::angleAxis(float(random.uniform(0.05, 1.5)), glm::vec3(0, 0, 1));
        const Pose above{{0.05f, -0.02f, 2.0f * half.z + 0.002f}, turned};
        for (const ConvexShape& shape : {asBox, asHull}) {
            const auto contact = collide(shape, Pose{}, shape, above, {.margin = 0.01f});
            ASSERT_TRUE(contact);
            EXPECT_EQ(contact->pointCount, 4u);
            EXPECT_NEAR(contact->penetration.depth, 0.008f, 1e-6f);
            EXPECT_NEAR(contact->normal.z, 1.0f, 1e-6f);
        }
    }
}

}  // namespace
