#include "support/hulls.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::boxHull;
using Kind = FeaturePair::Kind;

const float kEighth = 0.78539816f;  // of a full rotation

TEST(Penetration, BoxesFaceToFace) {
    const ConvexHull a = boxHull({1, 1, 1}), b = boxHull({2, 0.5, 0.5});
    const auto hit = penetration(a, at(0, 0, 0), b, at(2.75f, 0.25f, 0));
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->normal, glm::vec3(1, 0, 0));
    EXPECT_FLOAT_EQ(hit->depth, 0.25f);
    EXPECT_EQ(hit->pushB(), glm::vec3(0.25f, 0, 0));
    EXPECT_EQ(hit->pushA(), glm::vec3(-0.25f, 0, 0));
    EXPECT_NE(hit->features.kind, Kind::EdgeEdge) << "faces win ties";
    EXPECT_TRUE(overlaps(a, at(0, 0, 0), b, at(2.75f, 0.25f, 0)));
}

TEST(Penetration, TouchingIsNotOverlapping) {
    const ConvexHull a = boxHull({0.5, 0.5, 0.5});
    EXPECT_FALSE(penetration(a, at(0, 0, 0), a, at(1, 0, 0))) << "face to face";
    EXPECT_FALSE(penetration(a, at(0, 0, 0), a, at(1, 1, 0))) << "edge to edge";
    EXPECT_FALSE(penetration(a, at(0, 0, 0), a, at(1, 1, 1))) << "vertex to vertex";
    EXPECT_FALSE(overlaps(a, at(0, 0, 0), a, at(-1, 0.3f, 0)));
    EXPECT_TRUE(overlaps(a, at(0, 0, 0), a, at(std::nextafter(1.0f, 0.0f), 0, 0)));
}

TEST(Penetration, Apart) {
    const ConvexHull a = boxHull({1, 1, 1});
    EXPECT_FALSE(penetration(a, at(0, 0, 0), a, at(10, 0, 0))) << "spheres apart";
    EXPECT_FALSE(penetration(a, at(0, 0, 0), a, at(2.0625f, 1, 1))) << "spheres overlap";
    EXPECT_FALSE(overlaps(a, at(0, 0, 0), a, at(2.0625f, 1, 1)));
}

TEST(Penetration, CrossedEdges) {
    // Two bars on their edges, crossed at right angles: an edge of A below an edge of B.
    const ConvexHull bar = boxHull({4, 0.5, 0.5});
    const Pose below{{0, 0, 0}, glm::angleAxis(kEighth, glm::vec3(1, 0, 0))};
    const float rise = std::sqrt(2.0f) - 0.125f;
    const Pose above{{0, 0, rise}, glm::angleAxis(2.0f * kEighth, glm::vec3(0, 0, 1)) * below.rotation};
    const auto hit = penetration(bar, below, bar, above);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->depth, 0.125f, 1e-6f);
    EXPECT_NEAR(hit->normal.z, 1.0f, 1e-6f);
    ASSERT_EQ(hit->features.kind, Kind::EdgeEdge);
    for (const std::uint32_t vertex : bar.edges()[hit->features.a].vertices) {
        EXPECT_NEAR(below.transformPoint(bar.vertices()[vertex]).z, std::sqrt(0.5f), 1e-6f);
    }
    for (const std::uint32_t vertex : bar.edges()[hit->features.b].vertices) {
        EXPECT_NEAR(above.transformPoint(bar.vertices()[vertex]).z, rise - std::sqrt(0.5f), 1e-6f);
    }
}

TEST(Penetration, ReportsTheFaceOfEitherHull) {
    // A small box with a vertex inside the top of a slab.
    const ConvexHull slab = boxHull({3, 3, 0.5}), corner = boxHull({0.3, 0.3, 0.3});
    const glm::quat onItsCorner =
        glm::angleAxis(std::atan(std::sqrt(2.0f)), glm::normalize(glm::vec3(1, -1, 0)));
    const Pose lying = at(0, 0, 0);
    const Pose standing{{0, 0, 0.5f + 0.3f * std::sqrt(3.0f) - 0.05f}, onItsCorner};

    const auto fromSlab = penetration(slab, lying, corner, standing);
    ASSERT_TRUE(fromSlab);
    EXPECT_EQ(fromSlab->features.kind, Kind::FaceA);
    EXPECT_NEAR(fromSlab->depth, 0.05f, 1e-6f);
    EXPECT_LT(glm::length(fromSlab->normal - glm::vec3(0, 0, 1)), 1e-6f);
    EXPECT_EQ(slab.faces()[fromSlab->features.a].plane.normal, glm::dvec3(0, 0, 1));
    EXPECT_NEAR(standing.transformPoint(corner.vertices()[fromSlab->features.b]).z, 0.45f, 1e-6f);

    const auto fromCorner = penetration(corner, standing, slab, lying);
    ASSERT_TRUE(fromCorner);
    EXPECT_EQ(fromCorner->features.kind, Kind::FaceB);
    EXPECT_EQ(fromCorner->normal, -fromSlab->normal);
    EXPECT_EQ(fromCorner->depth, fromSlab->depth);
    EXPECT_EQ(fromCorner->features.a, fromSlab->features.b);
    EXPECT_EQ(fromCorner->features.b, fromSlab->features.a);
}

TEST(Penetration, AcceptsRotationsOfAboutUnitLength) {
    const ConvexHull a = boxHull({1, 1, 1});
    Pose stretched = at(1.5f, 0, 0);
    stretched.rotation = glm::quat(1.0004f, 0, 0, 0);
    const auto hit = penetration(a, at(0, 0, 0), a, stretched);
    ASSERT_TRUE(hit);
    EXPECT_FLOAT_EQ(hit->depth, 0.5f) << "queries renormalize rotations";
}

int assertionsSeen = 0;

TEST(Penetration, InvalidPosesHaveNoAnswer) {
    const AssertHandler former =
        setAssertHandler([](const char*, const char*, const char*, int) { ++assertionsSeen; });
    const ConvexHull a = boxHull({1, 1, 1});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Pose noRotation = at(0, 0, 0);
    noRotation.rotation = glm::quat(0, 0, 0, 0);
    for (const Pose& broken : {at(nan, 0, 0), at(0, std::numeric_limits<float>::infinity(), 0), noRotation}) {
        assertionsSeen = 0;
        EXPECT_FALSE(penetration(a, at(0, 0, 0), a, broken));
        EXPECT_FALSE(overlaps(a, broken, a, at(0, 0, 0)));
        EXPECT_TRUE(explain(a, at(0, 0, 0), a, broken).planes.empty());
#ifndef NDEBUG
        EXPECT_GE(assertionsSeen, 3);
#endif
    }
    const ConvexHull wedge = test::hullOf(std::vector<glm::vec3>{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}});
    for (const Pose& broken : {at(nan, 0, 0), at(0, std::numeric_limits<float>::infinity(), 0), noRotation}) {
        assertionsSeen = 0;
        EXPECT_TRUE(penetration(wedge, at(0, 0, 0), a, at(0.5f, 0, 0)));
        EXPECT_FALSE(penetration(wedge, at(0, 0, 0), a, broken));
        EXPECT_FALSE(overlaps(wedge, broken, a, at(0, 0, 0)));
        const DPose inDouble{glm::dvec3(broken.position), glm::dquat(broken.rotation)};
        EXPECT_FALSE(penetration(wedge, DPose{}, a, inDouble));
        EXPECT_FALSE(overlaps(wedge, DPose{}, a, inDouble));
#ifndef NDEBUG
        EXPECT_GE(assertionsSeen, 4);
#endif
    }
#ifndef NDEBUG
    const Box stretched{.rotation = glm::quat(2, 0, 0, 1)};
    for (const ConvexShape& other : {ConvexShape(Box{}), ConvexShape(Sphere{})}) {
        assertionsSeen = 0;
        EXPECT_FALSE(overlaps(other, at(9, 0, 0), stretched, at(0, 0, 0)));
        EXPECT_GE(assertionsSeen, 1) << "a box's own rotation, too";
    }
#endif
    setAssertHandler(former);
}

TEST(Penetration, FarFromTheWorldsOrigin) {
    const ConvexHull a = boxHull({1, 1, 1});
    const glm::dvec3 far{4e7, -2.5e7, 1e6};
    const DPose poseA{far, glm::dquat(1, 0, 0, 0)};
    const DPose poseB{far + glm::dvec3(1.75, 0.5, 0), glm::dquat(1, 0, 0, 0)};
    const auto hit = penetration(a, poseA, a, poseB);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->depth, 0.25f);
    EXPECT_EQ(hit->normal, glm::vec3(1, 0, 0));
}

TEST(Penetration, FarFromTheModelsOrigin) {
    // The same boxes, modeled 1000 m from their origin.
    test::Cloud cloud = test::boxCloud({1, 1, 1});
    for (glm::vec3& point : cloud) {
        point += glm::vec3(1024, 0, 0);
    }
    const ConvexHull a = test::hullOf(cloud), b = boxHull({1, 1, 1});
    const auto hit = penetration(a, at(-1024, 0, 0), b, at(0, 1.75f, 0));
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->depth, 0.25f);
    EXPECT_EQ(hit->normal, glm::vec3(0, 1, 0));
}

}  // namespace
