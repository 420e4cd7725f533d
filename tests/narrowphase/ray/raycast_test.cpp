#include "support/hulls.hpp"
#include "support/unit_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace sat3d;
using test::at;
using test::kCube;

TEST(Raycast, ThroughABox) {
    const auto hit = raycast(kCube, at(5, 0, 0), Ray{{0, 0.5f, 0}, {3, 0, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.distance, 4.0f);
    EXPECT_EQ(hit->entry.normal, glm::vec3(-1, 0, 0));
    EXPECT_EQ(hit->entry.face, 0u);
    EXPECT_EQ(hit->exit.distance, 6.0f);
    EXPECT_EQ(hit->exit.face, 1u);
    EXPECT_FALSE(hit->startedInside);
}

TEST(Raycast, RoundShapes) {
    const auto ball = raycast(Sphere{{0, 0, 0}, 2.0f}, at(0, 0, 10), Ray{});
    ASSERT_TRUE(ball);
    EXPECT_EQ(ball->entry.distance, 8.0f);
    EXPECT_EQ(ball->exit.distance, 12.0f);
    EXPECT_EQ(ball->entry.normal, glm::vec3(0, 0, -1));
    EXPECT_EQ(ball->entry.face, RayIntersection::kNoFace);

    const Capsule post{{0, 0, -2}, {0, 0, 2}, 1.0f};
    EXPECT_EQ(raycast(post, at(0, 0, 10), Ray{})->entry.distance, 7.0f) << "onto the cap";
    const auto side = raycast(post, at(0, 0, 10), Ray{{-5, 0, 11}, {1, 0, 0}});
    EXPECT_EQ(side->entry.distance, 4.0f);
    EXPECT_EQ(side->entry.normal, glm::vec3(-1, 0, 0));
    const auto shoulder = raycast(post, at(0, 0, 0), Ray{{-5, 0, 2.6f}, {1, 0, 0}});
    EXPECT_NEAR(shoulder->entry.distance, 4.2f, 1e-6f);
    EXPECT_NEAR(shoulder->entry.normal.z, 0.6f, 1e-6f);
}

TEST(Raycast, ReportsTheArmorPlate) {
    const ConvexHull cube = test::boxHull({1, 1, 1});
    std::array<std::uint32_t, 6> tags{};
    for (std::uint32_t face = 0; face < 6; ++face) {
        tags[face] = cube.faces()[face].plane.normal.y > 0.5 ? 77 : face;
    }
    const auto hit = raycast(cube.withFaceTags(tags), at(0, 0, 0), Ray{{0.2f, 5, 0}, {0, -1, 0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.tag, 77u);
    EXPECT_EQ(cube.faces()[hit->entry.face].plane.normal, glm::dvec3(0, 1, 0));
    EXPECT_EQ(hit->exit.distance, 6.0f);
}

TEST(Raycast, TouchingIsAMiss) {
    const Ray inFace{{-5, 0, 1}, {1, 0, 0}}, alongEdge{{-5, 1, 1}, {1, 0, 0}};
    const Ray acrossEdge{{0, -1, 2}, {0, 1, -1}};  // from above through the edge y == 0, z == 1 of `lower`
    const Box lower{{0, -1, 0}, {1, 1, 1}};        // to the right of which the ray descends
    const ConvexHull hull = test::boxHull({1, 1, 1});
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), inFace));
    EXPECT_FALSE(raycast(hull, at(0, 0, 0), inFace));
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), alongEdge));
    EXPECT_FALSE(raycast(lower, at(0, 0, 0), acrossEdge));
    EXPECT_FALSE(raycast(Sphere{{0, 0, 0}, 1.0f}, at(0, 0, 0), inFace)) << "tangent";
    EXPECT_FALSE(raycast(Capsule{{-1, 0, 0}, {1, 0, 0}, 1.0f}, at(0, 0, 0), inFace));
    EXPECT_FALSE(raycast(HalfSpace{{0, 0, 1}, 1.0f}, at(0, 0, 0), inFace));
    EXPECT_FALSE(raycast(Box{{0, 0, 0}, {1, 1, 0}}, at(0, 0, 0), Ray{{0, 0, -1}, {0, 0, 1}}))
        << "a sheet has no inside";
}

TEST(Raycast, StartsInsideOrOnTheSurface) {
    const auto inside = raycast(kCube, at(0, 0, 0), Ray{{0, 0, 0.5f}, {0, 0, 2}});
    ASSERT_TRUE(inside);
    EXPECT_TRUE(inside->startedInside);
    EXPECT_EQ(inside->entry.distance, 0.0f);
    EXPECT_EQ(inside->entry.normal, glm::vec3(0, 0, -1)) << "opposite to the ray";
    EXPECT_EQ(inside->entry.face, RayIntersection::kNoFace);
    EXPECT_EQ(inside->exit.distance, 0.5f);
    EXPECT_EQ(inside->exit.face, 5u);

    const auto inward = raycast(kCube, at(0, 0, 0), Ray{{0, 0, 1}, {0, 0, -1}});
    ASSERT_TRUE(inward);
    EXPECT_FALSE(inward->startedInside);
    EXPECT_EQ(inward->entry.distance, 0.0f);
    EXPECT_EQ(inward->entry.normal, glm::vec3(0, 0, 1));
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), Ray{{0, 0, 1}, {0, 0, 1}})) << "outward from the surface";
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), Ray{{0, 0, 2}, {0, 0, 1}})) << "behind the ray";
}

TEST(Raycast, EndsBeforeTheShape) {
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), Ray{{0, 0, 3}, {0, 0, -1}, 2.0f})) << "ends on the surface";
    const auto hit = raycast(kCube, at(0, 0, 0), Ray{{0, 0, 3}, {0, 0, -1}, 2.5f});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->exit.distance, 4.0f) << "exit beyond the length";
}

TEST(Raycast, HalfSpaceHasNoFarSide) {
    const auto hit = raycast(HalfSpace{{0, 0, 1}, 0.0f}, at(0, 0, 1), Ray{{0, 0, 4}, {0, 0, -1}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entry.distance, 3.0f);
    EXPECT_EQ(hit->entry.face, 0u);
    EXPECT_EQ(hit->exit.distance, std::numeric_limits<float>::infinity());
    const auto outward = raycast(HalfSpace{}, at(0, 0, 1), Ray{{0, 0, 0}, {0, 0, 1}});
    ASSERT_TRUE(outward);
    EXPECT_TRUE(outward->startedInside);
    EXPECT_EQ(outward->exit.distance, 1.0f);
}

TEST(Raycast, FarOriginLosesNoPrecision) {
    const auto hit = raycast(Sphere{{0, 0, 0}, 1.0f}, DPose{{1e7, 0, 0}}, DRay{{-1e7, 0.6, 0}, {1, 0, 0}});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->entry.normal.y, 0.6f, 1e-6f);
}

TEST(Raycast, NanMisses) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const ConvexHull hull = test::boxHull({1, 1, 1});
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), Ray{{nan, 0, 0}, {0, 0, 1}}));
    EXPECT_FALSE(raycast(Sphere{}, at(0, 0, 0), Ray{{0, nan, 0}, {0, 0, 1}}));
    EXPECT_FALSE(raycast(hull, at(0, nan, 0), Ray{}));
    const Ray slanted{{nan, 0, 0}, {1, 2, 3}};  // in no face's plane
    EXPECT_FALSE(raycast(hull, at(0, 0, 0), slanted));
    EXPECT_FALSE(raycast(kCube, at(0, 0, 0), slanted));
    EXPECT_FALSE(raycast(HalfSpace{}, at(0, 0, 0), slanted));
    EXPECT_FALSE(contains(hull, at(0, 0, 0), {nan, 0, 0}));
    setAssertHandler(former);
}

TEST(Contains, IsTrueOnlyInside) {
    EXPECT_TRUE(contains(kCube, at(5, 0, 0), {5.5f, 0.5f, -0.5f}));
    EXPECT_FALSE(contains(kCube, at(5, 0, 0), {6, 0, 0})) << "the surface is not inside";
    EXPECT_FALSE(contains(Sphere{{0, 0, 0}, 1.0f}, at(0, 0, 0), {0, 1, 0}));
    EXPECT_TRUE(contains(Capsule{{0, 0, 0}, {0, 0, 4}, 1.0f}, at(0, 0, 0), {0.5f, 0, 4.5f}));
    EXPECT_FALSE(contains(Capsule{{0, 0, 0}, {0, 0, 4}, 1.0f}, at(0, 0, 0), {0.8f, 0, 4.8f}));
    EXPECT_TRUE(contains(HalfSpace{}, at(0, 0, 1), {100, 0, 0.5f}));
    EXPECT_FALSE(contains(Shape(HalfSpace{}), at(0, 0, 1), {100, 0, 1}));
}

/// The start is in the plane of the face that the ray enters, up to rounding, but beside the shape.
TEST(Raycast, BesideAShapeDoesNotStartOnIt) {
    const Box box{{50, 0, -50}, {50, 50, 50}};
    const auto entry = raycast(box, DPose{}, DRay{{-10.0, 0.0, 1.54e-12}, {1.0f, 0.0f, -1.5e-13f}, 200.0f});
    ASSERT_TRUE(entry);
    EXPECT_NEAR(entry->entry.distance, 10.27f, 0.01f);
    const std::array<glm::vec3, 3> corners{{{0, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    const std::array<std::uint32_t, 3> indices{0, 1, 2};
    const TriangleMesh mesh = *TriangleMesh::fromTriangles(corners, indices, {.sides = Sides::Both});
    const auto crossing = raycast(mesh, DPose{}, DRay{{-10.0, 0.0, 2.05e-13}, {1.0f, 0.0f, -2e-14f}, 20.0f});
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->entry.distance, 10.25f, 0.1f);
}

}  // namespace
