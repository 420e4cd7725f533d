#include "geometry/hull_builder/brute_force_hull.hpp"
#include "geometry/hull_builder/hull_validation.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using sat3d::test::IntPoint;

std::vector<glm::vec3> toFloat(const std::vector<IntPoint>& points, float unit) {
    std::vector<glm::vec3> result;
    for (const IntPoint& p : points) {
        result.emplace_back(unit * static_cast<float>(p[0]), unit * static_cast<float>(p[1]),
                            unit * static_cast<float>(p[2]));
    }
    return result;
}

double volumeOf(const sat3d::HullMesh& mesh) {
    double sixfold = 0.0;
    for (const auto& face : mesh.faces) {
        const auto corner = [&](std::uint32_t i) {
            return glm::dvec3(mesh.vertices[mesh.faceIndices[face.firstVertex + i]]);
        };
        for (std::uint32_t i = 1; i + 1 < face.vertexCount; ++i) {
            sixfold += glm::dot(corner(0), glm::cross(corner(i), corner(i + 1)));
        }
    }
    return sixfold / 6.0;
}

/// Integer points in grids of width 2 to 1,000: many are coplanar, collinear or equal.
std::vector<IntPoint> randomPoints(sat3d::test::Random& random) {
    const std::uint32_t width = std::array{2u, 3u, 4u, 6u, 10u, 64u, 1000u}[random.below(7)];
    std::vector<IntPoint> points(4 + random.below(14));
    for (IntPoint& p : points) {
        for (std::int64_t& coordinate : p) {
            coordinate = static_cast<std::int64_t>(random.below(width)) - width / 2;
        }
    }
    return points;
}

/// Expects the vertices, edges, faces and volume of the brute force hull.
void expectHull(const sat3d::HullMesh& mesh, const sat3d::test::BruteForceHull& expected,
                const std::vector<IntPoint>& points, float unit) {
    const auto floats = toFloat(points, unit);
    std::set<IntPoint> vertices;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        vertices.insert(points[mesh.inputIndices[i]]);
        EXPECT_EQ(mesh.vertices[i], floats[mesh.inputIndices[i]]);
        EXPECT_EQ(std::find(floats.begin(), floats.end(), mesh.vertices[i]) - floats.begin(),
                  std::ptrdiff_t{mesh.inputIndices[i]})
            << "the lowest index among duplicates";
    }
    EXPECT_EQ(vertices, expected.vertices);
    EXPECT_EQ(mesh.faces.size(), expected.faces);
    EXPECT_EQ(mesh.edges.size(), expected.edges);
    EXPECT_EQ(mesh.maxInputDistance, 0.0);
    const double cube = std::pow(double{unit}, 3);
    EXPECT_NEAR(volumeOf(mesh), static_cast<double>(expected.sixfoldVolume) / 6.0 * cube, 1e-6 * cube);
    EXPECT_TRUE(sat3d::test::isPolyhedron(mesh));
}

TEST(HullBuilder, EqualsTheBruteForceHullOfIntegers) {
    int solids = 0, flat = 0, withLargeFaces = 0, withPointsOnEdges = 0;
    sat3d::test::forEachTrial(
        31337, sat3d::test::fewTrialsCount(1500), [&](sat3d::test::Random& random, int) {
            const std::vector<IntPoint> points = randomPoints(random);
            const float unit = std::ldexp(1.0f, static_cast<int>(random.below(40)) - 20);
            const auto expected = sat3d::test::bruteForceHull(points);
            const auto mesh = sat3d::buildHull(toFloat(points, unit), {random.chance(0.5) ? 0.0f : 5e-7f});
            ASSERT_EQ(mesh.has_value(), expected.sixfoldVolume != 0);
            if (!mesh) {
                ++flat;
                return;
            }
            ++solids;
            expectHull(*mesh, expected, points, unit);
            withLargeFaces += mesh->faceIndices.size() > 3 * mesh->faces.size();
            withPointsOnEdges +=
                std::set<IntPoint>(points.begin(), points.end()).size() > expected.vertices.size();
        });
    std::cout << solids << " solids, " << flat << " flat, " << withLargeFaces << " with polygons, "
              << withPointsOnEdges << " with points that are not vertices\n";
    EXPECT_GT(solids, sat3d::test::fewTrialsCount(1000));
    EXPECT_GT(flat, sat3d::test::fewTrialsCount(10));
    EXPECT_GT(withLargeFaces, sat3d::test::fewTrialsCount(300));
    EXPECT_GT(withPointsOnEdges, sat3d::test::fewTrialsCount(300));
}

/// Translation by integers changes no face, edge or vertex.
TEST(HullBuilder, IsTheSameFarFromTheOrigin) {
    sat3d::test::Random random(4);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<glm::vec3> near, far;
        for (int i = 0; i < 40; ++i) {
            near.push_back({random.below(64), random.below(64), random.below(64)});
            far.push_back(near.back() + glm::vec3(65536.0f, -131072.0f, 262144.0f));
        }
        const auto a = sat3d::buildHull(near, {0.0f});
        const auto b = sat3d::buildHull(far, {0.0f});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->inputIndices, b->inputIndices);
        EXPECT_EQ(a->faceIndices, b->faceIndices);
    }
}

/// The order of the points changes indices, but no face.
TEST(HullBuilder, IgnoresTheOrderOfThePoints) {
    sat3d::test::Random random(8);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<glm::vec3> points;
        for (int i = 0; i < 60; ++i) {
            points.push_back({random.below(5), random.below(5), random.below(5)});
        }
        const auto a = sat3d::buildHull(points);
        for (std::size_t i = points.size() - 1; i > 0; --i) {
            std::swap(points[i], points[random.below(static_cast<std::uint32_t>(i + 1))]);
        }
        const auto b = sat3d::buildHull(points);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->faces.size(), b->faces.size());
        EXPECT_EQ(a->edges.size(), b->edges.size());
        const auto sorted = [](std::vector<glm::vec3> vertices) {
            std::sort(vertices.begin(), vertices.end(), [](const glm::vec3& p, const glm::vec3& q) {
                return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
            });
            return vertices;
        };
        EXPECT_EQ(sorted(a->vertices), sorted(b->vertices));
        EXPECT_NEAR(volumeOf(*a), volumeOf(*b), 1e-12);
    }
}

/// The vertices of a random box, rotated and moved.
std::vector<glm::vec3> boxPoints(sat3d::test::Random& random, const glm::dvec3& offset) {
    const glm::dquat rotation = random.rotation();
    std::vector<glm::vec3> points;
    for (const glm::vec3& vertex : sat3d::test::boxCloud(sat3d::test::randomExtents(random))) {
        points.emplace_back(rotation * glm::dvec3(vertex) + offset);
    }
    return points;
}

TEST(HullBuilder, PointsWithinAFloatStepAreOneVertex) {
    sat3d::test::Random random(52);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<glm::vec3> points = boxPoints(random, random.inBox(0.3));
        for (std::size_t i = 0; i < 8; ++i) {
            for (int copy = 0; copy < 4; ++copy) {
                points.emplace_back(glm::dvec3(points[i]) * (1.0 + random.inBox(0x1p-24)));
            }
        }
        const auto mesh = sat3d::buildHull(points);
        ASSERT_TRUE(mesh);
        EXPECT_EQ(mesh->vertices.size(), 8u) << trial;
        EXPECT_EQ(mesh->faces.size(), 6u) << trial;
    }
}

/// The noise of distant coordinates is part of the shape: it does not join faces.
TEST(HullBuilder, HasTheFacetsOfItsVerticesFarFromTheOrigin) {
    sat3d::test::Random random(53);
    std::size_t faces = 0;
    for (int trial = 0; trial < 50; ++trial) {
        const auto points = boxPoints(random, glm::dvec3(1700.0, -900.0, 1300.0));
        const auto mesh = sat3d::buildHull(points);
        ASSERT_TRUE(mesh);
        EXPECT_LE(mesh->maxPlanarityError, 2e-7 * sat3d::test::radiusOf(points));
        EXPECT_EQ(mesh->maxInputDistance, 0.0);
        faces += mesh->faces.size();
    }
    EXPECT_GT(faces, 500u) << "up to twelve for a box whose vertices are rounded to 0.1 mm";
}

/// A box with noise of 1e-4 gets six planar faces again.
TEST(HullBuilder, AnExplicitToleranceMakesFacesPlanar) {
    sat3d::test::Random random(54);
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<glm::vec3> points = boxPoints(random, random.inBox(0.3));
        for (glm::vec3& point : points) {
            point += glm::vec3(random.inBox(1e-4));
        }
        const auto mesh = sat3d::buildHull(points, {1e-3f});
        ASSERT_TRUE(mesh);
        EXPECT_EQ(mesh->faces.size(), 6u) << trial;
        EXPECT_LE(mesh->maxPlanarityError, 2e-7 * sat3d::test::radiusOf(points));
        EXPECT_LE(mesh->maxInputDistance, 4e-4);
        EXPECT_GT(mesh->maxInputDistance, 1e-6);
    }
}

}  // namespace
