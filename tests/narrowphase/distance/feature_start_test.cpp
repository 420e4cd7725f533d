#include "narrowphase/distance/feature_start.hpp"

#include "narrowphase/distance/gjk.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;

/// A hull over a slab, turned about the vertical and tilted a little.
struct OverSlab {
    ConvexHull slab, body;
    RigidTransform atBody;

    OverSlab(Random& random, ShapeType type, const glm::dvec3& halfSlab, double tilt)
        : slab(test::hullOf(test::boxCloud(halfSlab))), body(test::hullOf(test::randomCloud(random, type))) {
        const glm::dquat turn = glm::angleAxis(random.uniform(-3.0, 3.0), glm::dvec3(0.0, 0.0, 1.0)),
                         lean = glm::angleAxis(
                             tilt, glm::normalize(glm::dvec3(1.0, random.uniform(-1.0, 1.0), 0.0)));
        atBody = localToWorld(DPose{{}, turn * lean});
        const ConvexProxy proxy(ShapeRef(body), atBody);
        const double lowest = proxy.vertex(proxy.support({0.0, 0.0, -1.0})).z;
        atBody.translation = {random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5),
                              halfSlab.z - lowest + random.uniform(0.001, 0.02)};
    }
};

/// Whether GJK stops at the start: the closest features are among its vertices.
bool isAnswer(const VertexPairs& start, const VertexPairs& simplex) {
    bool all = simplex.count > 0;
    for (std::uint32_t i = 0; i < simplex.count; ++i) {
        bool isKnown = false;
        for (std::uint32_t j = 0; j < start.count; ++j) {
            isKnown =
                isKnown || (start.pairs[j].a == simplex.pairs[i].a && start.pairs[j].b == simplex.pairs[i].b);
        }
        all = all && isKnown;
    }
    return all;
}

// The start leads to the same distance in either order, and holds the closest features if the body is over
// the slab.
TEST(FeatureStart, EndsAtTheDistance) {
    Random random(71);
    constexpr std::array kTypes{ShapeType::Box, ShapeType::Wedge, ShapeType::Prism, ShapeType::Tank,
                                ShapeType::Ellipsoid32};
    int over = 0, beyond = 0, answered = 0;
    for (int round = 0; round < 1000; ++round) {
        const bool isWide = round % 2 == 0;  // otherwise some vertices lie beyond the slab
        const OverSlab pair{random, kTypes[random.below(kTypes.size())],
                            isWide ? glm::dvec3(8.0, 8.0, 0.5) : glm::dvec3(1.0, 1.0, 0.5),
                            random.uniform(0.0, 0.05)};
        const ConvexProxy slab(ShapeRef(pair.slab), {}), body(ShapeRef(pair.body), pair.atBody);
        const glm::dvec3 up(0.0, 0.0, 1.0);
        const GjkResult expected = gjk(slab, body);
        const std::uint32_t top = slab.faceToward(up), lowest = body.support(-up);
        const VertexPairs start = featureStart(slab, body, {FeaturePair::Kind::FaceA, top, lowest}),
                          mirrored = featureStart(body, slab, {FeaturePair::Kind::FaceB, lowest, top});
        ASSERT_EQ(start.count, 3u) << "round " << round;
        const GjkResult found = gjk(slab, body, start), flipped = gjk(body, slab, mirrored);
        EXPECT_NEAR(found.distance, expected.distance, 1e-13) << "round " << round;
        EXPECT_NEAR(flipped.distance, expected.distance, 1e-13) << "round " << round;
        ++(isWide ? over : beyond);
        answered += isWide && isAnswer(start, found.simplex) ? 1 : 0;
    }
    EXPECT_EQ(over, 500);
    EXPECT_EQ(beyond, 500);
    EXPECT_EQ(answered, over);
}

// Two boxes turned against each other, whose closest points lie inside of two edges.
TEST(FeatureStart, HoldsTheClosestEdges) {
    Random random(72);
    const ConvexHull hull = test::hullOf(test::boxCloud({0.5, 0.5, 0.5}));
    const ConvexProxy a(
        ShapeRef(hull),
        localToWorld(DPose{{}, glm::angleAxis(0.7853981633974483, glm::dvec3(0.0, 1.0, 0.0))}));
    int answered = 0;
    for (int round = 0; round < 200; ++round) {
        const glm::dquat turned = glm::angleAxis(random.uniform(0.2, 2.9), glm::dvec3(0.0, 0.0, 1.0)) *
                                  glm::angleAxis(0.7853981633974483, glm::dvec3(0.0, 1.0, 0.0));
        const double aside = random.uniform(-0.3, 0.3), along = random.uniform(-0.3, 0.3);
        const ConvexProxy b(ShapeRef(hull), localToWorld(DPose{{aside, along, 1.5}, turned}));
        const glm::dvec3 up(0.0, 0.0, 1.0);
        const FeaturePair edges{FeaturePair::Kind::EdgeEdge, a.supportingEdge(up), b.supportingEdge(-up)};
        const VertexPairs start = featureStart(a, b, edges);
        const GjkResult expected = gjk(a, b), found = gjk(a, b, start);
        EXPECT_NEAR(found.distance, expected.distance, 1e-13) << "round " << round;
        answered += isAnswer(start, found.simplex) ? 1 : 0;
    }
    EXPECT_GT(answered, 150);
}

// Features that lie over each other have the distance of the hulls, or touch. Other features have none.
TEST(FeatureDistance, IsTheDistanceOrTouches) {
    Random random(73);
    int known = 0, beyond = 0;
    for (int round = 0; round < 1000; ++round) {
        OverSlab pair(random, round % 2 == 0 ? ShapeType::Box : ShapeType::Tank, glm::dvec3(1.0, 1.0, 0.5),
                      random.uniform(0.01, 0.05));
        const glm::dvec3 up(0.0, 0.0, 1.0);
        const ConvexProxy slab(ShapeRef(pair.slab), {});
        ConvexProxy body(ShapeRef(pair.body), pair.atBody);
        const FeaturePair features{FeaturePair::Kind::FaceA, slab.faceToward(up), body.support(-up)};
        const std::optional<GjkResult> apart = featureDistance(slab, body, features);
        if (!apart) {
            ++beyond;
            continue;
        }
        ++known;
        EXPECT_NEAR(apart->distance, gjk(slab, body).distance, 1e-13) << "round " << round;
        body.move(-(apart->distance - 1e-10) * up);
        const std::optional<GjkResult> touching = featureDistance(slab, body, features);
        ASSERT_TRUE(touching) << "round " << round;
        EXPECT_EQ(touching->distance, 0.0) << "round " << round;
        body.move(-0.01 * up);
        EXPECT_FALSE(featureDistance(slab, body, features)) << "an overlap is no distance, round " << round;
    }
    EXPECT_GT(known, 200);
    EXPECT_GT(beyond, 200);
}

// Where the lowest vertex lies beside the face, the edges that cross over a side of the face are the closest,
// in either order of the hulls.
TEST(EdgesBeside, AreTheClosestFeatures) {
    Random random(74);
    int closest = 0, others = 0;
    for (int round = 0; round < 1000; ++round) {
        const OverSlab pair(random, round % 2 == 0 ? ShapeType::Box : ShapeType::Tank,
                            glm::dvec3(1.0, 1.0, 0.5), random.uniform(1e-6, 1e-3));
        const glm::dvec3 up(0.0, 0.0, 1.0);
        const ConvexProxy slab(ShapeRef(pair.slab), {}), body(ShapeRef(pair.body), pair.atBody);
        const FeaturePair onSlab{FeaturePair::Kind::FaceA, slab.faceToward(up), body.support(-up)};
        const std::optional<FeaturePair> edges = edgesBeside(slab, body, onSlab);
        const std::optional<GjkResult> apart =
            edges ? featureDistance(slab, body, *edges) : std::optional<GjkResult>();
        if (!apart) {
            ++others;
            continue;
        }
        ++closest;
        EXPECT_EQ(edges->kind, FeaturePair::Kind::EdgeEdge);
        EXPECT_NEAR(apart->distance, gjk(slab, body).distance, 1e-13) << "round " << round;
        const std::optional<FeaturePair> flipped =
            edgesBeside(body, slab, {FeaturePair::Kind::FaceB, onSlab.b, onSlab.a});
        ASSERT_TRUE(flipped) << "round " << round;
        EXPECT_EQ(flipped->a, edges->b);
        EXPECT_EQ(flipped->b, edges->a);
        EXPECT_FALSE(edgesBeside(slab, body, *edges)) << "edges have no edges beside them";
    }
    EXPECT_GT(closest, 450);
    EXPECT_GT(others, 200);  // over the face, or beside it altogether
}

}  // namespace
