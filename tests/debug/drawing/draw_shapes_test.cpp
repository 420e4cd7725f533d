#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

const Pose kPose{{3.0f, -1.0f, 2.0f}, glm::angleAxis(0.7f, glm::normalize(glm::vec3(1.0f, 2.0f, -1.0f)))};

DebugGeometry drawn(const Shape& shape, const DebugOptions& options = {}) {
    DebugGeometry geometry;
    draw(geometry, shape, kPose, options);
    expectSound(geometry);
    return geometry;
}

ConvexHull randomHull(std::uint32_t seed, int count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> coordinate(-1.0f, 1.0f);
    std::vector<glm::vec3> points;
    for (int i = 0; i < count; ++i) {
        points.push_back({coordinate(random), coordinate(random), coordinate(random)});
    }
    return *ConvexHull::fromPoints(points);
}

// A cube of twelve triangles that share no vertices.
TriangleMesh cubeMesh() {
    DebugGeometry cube;
    draw(cube, Box{}, Pose{});
    return *TriangleMesh::fromTriangles(cube.triangles.positions, cube.triangles.indices);
}

TEST(DrawShapes, BoxesHaveTwelveTrianglesAndTwelveEdges) {
    const DebugGeometry geometry = drawn(Box{{1.0f, 0.0f, 0.0f}, {0.5f, 1.0f, 2.0f}, kPose.rotation});
    EXPECT_EQ(triangleCount(geometry), 12u);
    EXPECT_EQ(lineCount(geometry), 12u);
    EXPECT_NEAR(volumeOf(geometry.triangles), 8.0, 1e-5);
    EXPECT_TRUE(areEdges(geometry, 1e-5));
}

TEST(DrawShapes, HullsHaveTheirEdgesWithoutDiagonals) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const ConvexHull hull = randomHull(seed, 12);
        const DebugGeometry geometry = drawn(hull);
        EXPECT_EQ(lineCount(geometry), hull.vertices().size() + hull.faces().size() - 2);  // Euler
        EXPECT_NEAR(volumeOf(geometry.triangles), hull.massProperties().volume, 1e-5);
        EXPECT_TRUE(areEdges(geometry, 1e-5));
    }
    // Faces of many corners: a prism with 12 sides has 36 edges, and 24 + 20 triangles.
    std::vector<glm::vec3> ring;
    for (int k = 0; k < 12; ++k) {
        const float angle = 0.523598776f * static_cast<float>(k);
        ring.emplace_back(std::cos(angle), -1.0f, std::sin(angle));
        ring.emplace_back(std::cos(angle), 1.0f, std::sin(angle));
    }
    const DebugGeometry prism = drawn(*ConvexHull::fromPoints(ring, {.coplanarTolerance = 1e-4f}));
    EXPECT_EQ(lineCount(prism), 36u);
    EXPECT_EQ(triangleCount(prism), 44u);
    EXPECT_TRUE(areEdges(prism, 1e-4));
}

TEST(DrawShapes, RoundShapesHaveTheNormalsOfTheTrueSurface) {
    const Sphere sphere{{1.0f, 0.0f, 0.0f}, 0.5f};
    const DebugGeometry ball = drawn(sphere);
    const glm::vec3 center = kPose * sphere.center;
    for (std::size_t i = 0; i < ball.triangles.positions.size(); ++i) {
        const glm::vec3 outward = (ball.triangles.positions[i] - center) / sphere.radius;
        EXPECT_LT(glm::distance(outward, ball.triangles.normals[i]), 1e-5f);
    }
    EXPECT_EQ(lineCount(ball), 3u * 16u);  // three circles
    for (const glm::vec3& position : ball.lines.positions) {
        EXPECT_NEAR(glm::distance(position, center), sphere.radius, 1e-6f);
    }

    const Capsule capsule{{0.0f, 0.0f, 0.0f}, {0.0f, 2.0f, 0.0f}, 0.5f};
    const DebugGeometry rod = drawn(capsule);
    EXPECT_EQ(lineCount(rod), 2u * 16u + 4u * 9u);  // two circles, and four lines of 4 + 1 + 4 parts
    const double volume = massProperties(capsule).volume;
    EXPECT_LT(volumeOf(rod.triangles), volume);
    EXPECT_GT(volumeOf(rod.triangles), 0.9 * volume);
}

TEST(DrawShapes, HalfSpacesAreSquares) {
    const HalfSpace floor{.normal = {0.0f, 0.6f, 0.8f}, .offset = 2.0f};
    DebugGeometry geometry;
    draw(geometry, floor, Pose{}, {.halfSpaceSize = 30.0f});
    expectSound(geometry);
    double area = 0.0;
    for (std::size_t i = 0; i < geometry.triangles.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) {
            return geometry.triangles.positions[geometry.triangles.indices[i + k]];
        };
        area += 0.5 * double(glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0))));
        EXPECT_NEAR(glm::dot(corner(0), floor.normal), floor.offset, 1e-4f);
        EXPECT_LT(glm::distance(geometry.triangles.normals[geometry.triangles.indices[i]], floor.normal),
                  1e-6f);
    }
    EXPECT_NEAR(area, 900.0, 1e-2);
}

TEST(DrawShapes, MeshesHaveBordersAndFoldsButNoDiagonals) {
    const DebugGeometry cube = drawn(cubeMesh());
    EXPECT_EQ(triangleCount(cube), 12u);
    EXPECT_EQ(lineCount(cube), 12u);
    EXPECT_TRUE(areEdges(cube, 1e-5));
    // A square of two triangles, and one without an area: four borders.
    const std::vector<glm::vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3, 0, 0, 1};
    const DebugGeometry flat = drawn(*TriangleMesh::fromTriangles(square, indices));
    EXPECT_EQ(triangleCount(flat), 2u);
    EXPECT_EQ(lineCount(flat), 4u);
}

TEST(DrawShapes, HeightFieldsHaveTheSidesOfTheirCells) {
    const std::vector<float> heights{0.0f, 1.0f, 2.0f, 0.5f, 1.5f, 2.5f, 3.0f, 4.0f, 5.0f};
    const HeightField field = *HeightField::fromHeights(heights, 3, 3, {2.0f, 1.0f});
    DebugGeometry geometry;
    draw(geometry, field, Pose{});
    expectSound(geometry);
    EXPECT_EQ(triangleCount(geometry), 8u);
    EXPECT_EQ(lineCount(geometry), 12u);
    for (std::size_t i = 0; i < geometry.lines.positions.size(); i += 2) {
        const glm::vec3 along = geometry.lines.positions[i + 1] - geometry.lines.positions[i];
        EXPECT_TRUE(along.x == 0.0f || along.y == 0.0f) << "a diagonal";
    }
    // Without the cell of the lower left corner, two triangles and two sides less.
    const std::vector<std::uint32_t> holes{0};
    const DebugGeometry withHole = drawn(*HeightField::fromHeights(
        heights, 3, 3, {2.0f, 1.0f}, {.sides = Sides::Both, .holes = holes, .tags = {}}));
    EXPECT_EQ(triangleCount(withHole), 6u);
    EXPECT_EQ(lineCount(withHole), 10u);
}

TEST(DrawShapes, CompoundsAreTheirChildren) {
    const ConvexHull hull = randomHull(7, 10);
    const Pose inCompound{{0.0f, 2.0f, 0.0f}, kPose.rotation};
    const DebugGeometry both = drawn(*Compound::fromChildren({{hull, inCompound}, {Sphere{}, {}}}));
    DebugGeometry apart;
    draw(apart, hull, kPose * inCompound);
    draw(apart, Sphere{}, kPose);
    ASSERT_EQ(both.triangles.positions.size(), apart.triangles.positions.size());
    ASSERT_EQ(both.lines.positions.size(), apart.lines.positions.size());
    for (std::size_t i = 0; i < both.triangles.positions.size(); ++i) {
        EXPECT_LT(glm::distance(both.triangles.positions[i], apart.triangles.positions[i]), 1e-5f);
    }
    EXPECT_EQ(both.triangles.indices, apart.triangles.indices);
}

TEST(DrawShapes, ShapesWithoutAVolumeHaveFiniteArrays) {
    for (const Shape& shape : {Shape(Box{{}, {1.0f, 0.0f, 2.0f}}), Shape(Sphere{{}, 0.0f}),
                               Shape(Capsule{{0, 0, 0}, {1, 0, 0}, 0.0f})}) {
        DebugGeometry geometry;
        draw(geometry, shape, kPose);
        for (const glm::vec3& normal : geometry.triangles.normals) {
            EXPECT_NEAR(glm::length(normal), 1.0f, 1e-6f);
        }
        for (const glm::vec3& position : geometry.lines.positions) {
            EXPECT_TRUE(std::isfinite(position.x + position.y + position.z));
        }
    }
}

TEST(DrawShapes, LayersSelectFacesEdgesAndTrees) {
    const Shape shapes[] = {cubeMesh(), *Compound::fromChildren({{Box{}, {}}, {Sphere{}, {}}}),
                            *HeightField::fromHeights(std::vector<float>(81, 1.0f), 9, 9, {1.0f, 1.0f})};
    for (const Shape& shape : shapes) {
        EXPECT_GT(triangleCount(drawn(shape, {.show = DebugLayer::Faces})), 0u);
        EXPECT_EQ(lineCount(drawn(shape, {.show = DebugLayer::Faces})), 0u);
        EXPECT_EQ(triangleCount(drawn(shape, {.show = DebugLayer::Edges})), 0u);
        EXPECT_GT(lineCount(drawn(shape, {.show = DebugLayer::Edges})), 0u);
        EXPECT_GE(lineCount(drawn(shape, {.show = DebugLayer::ShapeTrees})), 12u);
        EXPECT_EQ(lineCount(drawn(shape, {.show = ~(DebugLayer::Edges | DebugLayer::ShapeTrees)})), 0u);
    }
}

TEST(DrawShapes, ChildrenAreDrawnAlone) {
    const Compound tank = *Compound::fromChildren({{Box{}, {}}, {Sphere{}, {{0.0f, 2.0f, 0.0f}}}});
    const HeightField ground = *HeightField::fromHeights(std::vector<float>(81, 1.0f), 9, 9, {1.0f, 1.0f});
    const Pose pose{{3.0f, 0.0f, 0.0f}};
    DebugGeometry part, alone;
    drawChild(part, tank, pose, 0);
    draw(alone, Box{}, pose);
    EXPECT_EQ(part.triangles.positions, alone.triangles.positions);
    EXPECT_EQ(part.lines.positions, alone.lines.positions);
    part.clear();
    drawChild(part, ground, Pose{}, 5);
    expectSound(part);
    EXPECT_EQ(triangleCount(part), 1u);
    EXPECT_EQ(lineCount(part), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(part.triangles.positions[k], ground.triangle(5).corners[k]);
    }
    part.clear();
    drawChild(part, Box{}, Pose{}, 0);  // a whole shape is its own child
    EXPECT_EQ(lineCount(part), 12u);
}

TEST(DrawShapes, LayersHaveNames) {
    EXPECT_EQ(toString(DebugLayer::Faces), "Faces");
    EXPECT_EQ(toString(DebugLayer::Trees), "Trees");
    EXPECT_EQ(toString(DebugLayer::ContactEvents), "ContactEvents");
    EXPECT_EQ(toString(DebugLayer::AllPlanes), "AllPlanes");
    EXPECT_EQ(toString(static_cast<DebugLayer>(1u << (kDebugLayerCount - 1))), "Vehicles");
    EXPECT_EQ(toString(static_cast<DebugLayer>(1u << kDebugLayerCount)), "?");
    EXPECT_EQ(toString(DebugLayer::Default), "?");
    EXPECT_EQ(toString(DebugLayer::None), "None");
}

TEST(DrawShapes, ColorsAreThoseAskedFor) {
    EXPECT_EQ(rgba(1, 2, 3, 4), 0x04030201u);
    EXPECT_EQ(argb(rgba(1, 2, 3, 4)), 0x04010203u);
    DebugGeometry geometry;
    draw(geometry, Box{}, Pose{}, {.colors = {.edge = rgba(9, 8, 7)}}, rgba(1, 2, 3));
    EXPECT_EQ(geometry.triangles.colors, std::vector<Color>(24, rgba(1, 2, 3)));
    EXPECT_EQ(geometry.lines.colors, std::vector<Color>(24, rgba(9, 8, 7)));
    geometry.clear();
    EXPECT_TRUE(geometry.triangles.positions.empty() && geometry.triangles.indices.empty());
    EXPECT_TRUE(geometry.lines.positions.empty() && geometry.lines.colors.empty());
}

TEST(DrawShapes, PositionsFarAwayArePreciseRelativeToAnOriginNearby) {
    const glm::dvec3 far(1e9, -2e9, 3e9);
    DebugGeometry near, away;
    draw(near, Box{}, DPose{glm::dvec3(0.125, 0.25, 0.5)});
    draw(away, Box{}, DPose{far + glm::dvec3(0.125, 0.25, 0.5)}, {.origin = far});
    EXPECT_EQ(near.triangles.positions, away.triangles.positions);
    EXPECT_EQ(near.lines.positions, away.lines.positions);
}

}  // namespace
