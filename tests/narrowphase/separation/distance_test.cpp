#include "support/hulls.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace sat3d;
using test::at;
using test::kBall;
using test::kCube;
using Kind = FeaturePair::Kind;

TEST(Distance, Spheres) {
    const Distance apart = distance(kBall, at(0, 0, 0), Sphere{{0, 0, 0}, 0.5f}, at(3, 4, 0));
    EXPECT_FLOAT_EQ(apart.separation, 3.5f);
    EXPECT_NEAR(glm::length(apart.normal - glm::vec3(0.6f, 0.8f, 0)), 0.0f, 1e-7f);
    EXPECT_NEAR(glm::length(apart.pointA - glm::vec3(0.6f, 0.8f, 0)), 0.0f, 1e-6f);
    EXPECT_NEAR(glm::length(apart.pointB - glm::vec3(2.7f, 3.6f, 0)), 0.0f, 1e-6f);
    EXPECT_EQ(apart.features, (FeaturePair{Kind::VertexVertex, 0, 0}));

    const Distance deep = distance(kBall, at(0, 0, 0), kBall, at(0, 0, 0.5f));
    EXPECT_FLOAT_EQ(deep.separation, -1.5f);
    EXPECT_EQ(deep.normal, glm::vec3(0, 0, 1));
    const Distance same = distance(kBall, at(1, 2, 3), kBall, at(1, 2, 3));
    EXPECT_FLOAT_EQ(same.separation, -2.0f) << "no direction is better than another";
    EXPECT_FLOAT_EQ(glm::length(same.normal), 1.0f);
}

TEST(Distance, SphereAndBox) {
    // Over a face, an edge and a vertex.
    const Distance face = distance(kCube, at(0, 0, 0), kBall, at(0.3f, 0, 2.5f));
    EXPECT_FLOAT_EQ(face.separation, 0.5f);
    EXPECT_EQ(face.features, (FeaturePair{Kind::FaceA, 5, 0}));
    const Distance edge = distance(kCube, at(0, 0, 0), kBall, at(0.3f, 2, 2));
    EXPECT_FLOAT_EQ(edge.separation, std::sqrt(2.0f) - 1.0f);
    EXPECT_EQ(edge.features, (FeaturePair{Kind::EdgeVertex, 3, 0}));
    const Distance corner = distance(kBall, at(2, -2, 2), kCube, at(0, 0, 0));
    EXPECT_FLOAT_EQ(corner.separation, std::sqrt(3.0f) - 1.0f);
    EXPECT_EQ(corner.features, (FeaturePair{Kind::VertexVertex, 0, 5}));
    EXPECT_LT(corner.normal.x, 0.0f) << "from A to B";

    // The center is inside: the push leads through the closest face.
    const Distance inside = distance(kCube, at(0, 0, 0), kBall, at(0.25f, 0, -0.75f));
    EXPECT_FLOAT_EQ(inside.separation, -1.25f);
    EXPECT_EQ(inside.normal, glm::vec3(0, 0, -1));
    EXPECT_EQ(inside.features, (FeaturePair{Kind::FaceA, 4, 0}));
    EXPECT_NEAR(glm::length(inside.pointA - glm::vec3(0.25f, 0, -1)), 0.0f, 1e-6f);
    EXPECT_NEAR(glm::length(inside.pointB - glm::vec3(0.25f, 0, 0.25f)), 0.0f, 1e-6f);
}

TEST(Distance, Capsules) {
    const Capsule bar{{-2, 0, 0}, {2, 0, 0}, 0.25f};
    const Capsule post{{0, 0, -2}, {0, 0, 2}, 0.5f};
    const Distance crossed = distance(bar, at(0, 0, 0), post, at(0.5f, 1, 0));
    EXPECT_FLOAT_EQ(crossed.separation, 0.25f);
    EXPECT_EQ(crossed.features, (FeaturePair{Kind::EdgeEdge, 0, 0}));
    EXPECT_NEAR(glm::length(crossed.pointA - glm::vec3(0.5f, 0.25f, 0)), 0.0f, 1e-6f);
    const Distance through = distance(bar, at(0, 0, 0), post, at(0.5f, 0, 0));
    EXPECT_FLOAT_EQ(through.separation, -0.75f) << "the segments cross";
    EXPECT_FLOAT_EQ(std::abs(through.normal.y), 1.0f);
    const Distance along = distance(bar, at(0, 0, 0), bar, at(1, 0, 0));
    EXPECT_FLOAT_EQ(along.separation, -0.5f) << "one in the line of the other";
    EXPECT_FLOAT_EQ(along.normal.x, 0.0f);
    const Distance beyond = distance(bar, at(0, 0, 0), bar, at(5, 0, 0));
    EXPECT_FLOAT_EQ(beyond.separation, 0.5f);
    EXPECT_EQ(beyond.features, (FeaturePair{Kind::VertexVertex, 1, 0}));
}

TEST(Distance, BoxesAndTheirHullsAgree) {
    const ConvexHull cube = test::boxHull({1, 1, 1});
    const Pose turned{{2.5f, 1.75f, 0.25f}, glm::angleAxis(0.7f, glm::vec3(0.6f, 0, 0.8f))};
    const Distance boxes = distance(kCube, at(0, 0, 0), kCube, turned);
    const Distance hulls = distance(cube, at(0, 0, 0), cube, turned);
    const Distance mixed = distance(kCube, at(0, 0, 0), cube, turned);
    EXPECT_NEAR(boxes.separation, hulls.separation, 1e-6f);
    EXPECT_NEAR(boxes.separation, mixed.separation, 1e-6f);
    EXPECT_NEAR(glm::length(boxes.normal - hulls.normal), 0.0f, 1e-6f);
}

TEST(Distance, TouchingIsZeroWithANormal) {
    const ConvexHull cube = test::boxHull({1, 1, 1});
    const Distance hulls = distance(cube, at(0, 0, 0), cube, at(2, 0.5f, 0));
    EXPECT_EQ(hulls.separation, 0.0f);
    EXPECT_EQ(hulls.normal, glm::vec3(1, 0, 0));
    EXPECT_EQ(hulls.pointA.x, 1.0f);
    const Distance boxes = distance(kCube, at(0, 0, 0), kCube, at(0, -2, 0.5f));
    EXPECT_EQ(boxes.separation, 0.0f);
    EXPECT_EQ(boxes.normal, glm::vec3(0, -1, 0));
    const Distance ball = distance(kBall, at(0, 0, 0), kCube, at(0, 0, 2));
    EXPECT_EQ(ball.separation, 0.0f);
    EXPECT_EQ(ball.normal, glm::vec3(0, 0, 1));
    EXPECT_FALSE(overlaps(kBall, at(0, 0, 0), kCube, at(0, 0, 2)));
    EXPECT_FALSE(overlaps(cube, at(0, 0, 0), kCube, at(2, 2, 2))) << "vertex to vertex";
}

TEST(Distance, HalfSpace) {
    const HalfSpace floor{{0, 0, 1}, 0.5f};
    const Distance above = distance(kCube, at(0, 0, 3), floor, at(0, 0, 0));
    EXPECT_EQ(above.separation, 1.5f);
    EXPECT_EQ(above.normal, glm::vec3(0, 0, -1));
    EXPECT_EQ(above.pointB.z, 0.5f);
    EXPECT_EQ(above.features.kind, Kind::FaceB);
    const Distance turned = distance(floor, at(0, 0, 0), kBall, at(1, 1, 0.5f));
    EXPECT_EQ(turned.separation, -1.0f);
    EXPECT_EQ(turned.normal, glm::vec3(0, 0, 1));
    EXPECT_EQ(turned.pointB, glm::vec3(1, 1, -0.5f));
    EXPECT_EQ(turned.features.kind, Kind::FaceA);
}

TEST(Distance, VariantsAnswerAsTheirAlternatives) {
    const ConvexShape ball = kBall;
    const Shape cube = kCube, floor = HalfSpace{};
    EXPECT_EQ(distance(ball, at(0, 0, 0), cube, at(4, 0, 0)).separation, 2.0f);
    EXPECT_EQ(distance(floor, at(0, 0, 0), ball, at(0, 0, 4)).separation, 3.0f);
}

TEST(Distance, FarFromTheOriginInDouble) {
    const DPose a{{1e8, -2e8, 3e8}}, b{{1e8 + 3.0, -2e8, 3e8}};
    const DDistance apart = distance(kBall, a, kCube, b);
    EXPECT_EQ(apart.separation, 1.0f);
    EXPECT_EQ(apart.pointA, a.position + glm::dvec3(1, 0, 0));
}

TEST(Distance, OverlapsByMargin) {
    EXPECT_FALSE(overlaps(kBall, at(0, 0, 0), kCube, at(2.5f, 0, 0)));
    EXPECT_TRUE(overlaps(kBall, at(0, 0, 0), kCube, at(2.5f, 0, 0), {.margin = 0.75f}));
    EXPECT_FALSE(overlaps(kBall, at(0, 0, 0), kCube, at(2.5f, 0, 0), {.margin = 0.5f}))
        << "touching the margin";
    const ConvexHull cube = test::boxHull({1, 1, 1});
    PenetrationOptions options;
    options.margin = 0.75f;
    for (const float x : {2.5f, 1.75f}) {
        const auto hit = penetration(cube, at(0, 0, 0), cube, at(x, 0, 0), options);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->depth, 2.75f - x) << "the push restores the gap";
        EXPECT_EQ(hit->normal, glm::vec3(1, 0, 0));
    }
}

TEST(Distance, FlatAndPointLikeShapes) {
    const Sphere point{{0, 0, 0}, 0.0f};
    EXPECT_EQ(distance(point, at(0, 0, 0), point, at(0, 3, 0)).separation, 3.0f);
    EXPECT_EQ(distance(point, at(0, 0, 0), point, at(0, 0, 0)).separation, 0.0f);
    EXPECT_EQ(distance(point, at(0, 0, 0.75f), kCube, at(0, 0, 0)).separation, -0.25f);
    const Box sheet{{0, 0, 0}, {1, 1, 0}};
    EXPECT_EQ(distance(sheet, at(0, 0, 0), kCube, at(0, 0, 1.5f)).separation, 0.5f);
    EXPECT_EQ(distance(sheet, at(0, 0, 0), kCube, at(0, 0, 0.75f)).separation, -0.25f);
    const Capsule ball{{1, 1, 1}, {1, 1, 1}, 1.0f};
    EXPECT_EQ(distance(ball, at(0, 0, 0), kCube, at(1, 1, 5)).separation, 2.0f);
}

}  // namespace
