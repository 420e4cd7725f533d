#include "geometry/hull_builder/brute_force_hull.hpp"
#include "geometry/hull_builder/hull_validation.hpp"
#include "support/random.hpp"

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
            return glm::dvec3(mesh.vertices[mesh.loops[face.firstVertex + i]]);
        };
        for (std::uint32_t i = 1; i + 1 < face.vertexCount; ++i) {
            sixfold += glm::dot(corner(0), glm::cross(corner(i), corner(i + 1)));
        }
    }
    return sixfold / 6.0;
}

/// Integer points from a 2 x 2 x 2 grid up to 1,000 wide: the same vertices, edges, faces and volume as from
/// first principles, whatever is coplanar, collinear or equal.
TEST(HullBuilder, AgreesWithFirstPrinciplesOnIntegers) {
    sat3d::test::Random random(31337);
    int solids = 0, flat = 0, withLargeFaces = 0, withPointsOnEdges = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const std::uint32_t width = std::array{2u, 3u, 4u, 6u, 10u, 64u, 1000u}[random.below(7)];
        std::vector<IntPoint> points(4 + random.below(14));
        for (IntPoint& p : points) {
            for (std::int64_t& coordinate : p) {
                coordinate = static_cast<std::int64_t>(random.below(width)) - width / 2;
            }
        }
        const float unit = std::ldexp(1.0f, static_cast<int>(random.below(40)) - 20);
        const auto expected = sat3d::test::bruteForceHull(points);
        const auto floats = toFloat(points, unit);
        const auto mesh = sat3d::buildHull(floats, {random.chance(0.5) ? 0.0f : 5e-7f});
        ASSERT_EQ(mesh.has_value(), expected.sixfoldVolume != 0) << "trial " << trial;
        if (!mesh) {
            ++flat;
            continue;
        }
        ++solids;
        std::set<IntPoint> vertices;
        for (std::size_t i = 0; i < mesh->vertices.size(); ++i) {
            vertices.insert(points[mesh->sourceIndices[i]]);
            ASSERT_EQ(mesh->vertices[i], floats[mesh->sourceIndices[i]]);
            ASSERT_EQ(std::find(floats.begin(), floats.end(), mesh->vertices[i]) - floats.begin(),
                      std::ptrdiff_t{mesh->sourceIndices[i]})
                << "the lowest index among duplicates";
        }
        ASSERT_EQ(vertices, expected.vertices) << "trial " << trial;
        ASSERT_EQ(mesh->faces.size(), expected.faces) << "trial " << trial;
        ASSERT_EQ(mesh->edges.size(), expected.edges) << "trial " << trial;
        ASSERT_EQ(mesh->maxOutside, 0.0);
        const double cube = std::pow(double{unit}, 3);
        ASSERT_NEAR(volumeOf(*mesh), static_cast<double>(expected.sixfoldVolume) / 6.0 * cube, 1e-6 * cube);
        ASSERT_TRUE(sat3d::test::isPolyhedron(*mesh));
        withLargeFaces += mesh->loops.size() > 3 * mesh->faces.size();
        withPointsOnEdges +=
            std::set<IntPoint>(points.begin(), points.end()).size() > expected.vertices.size();
    }
    std::cout << solids << " solids, " << flat << " flat, " << withLargeFaces << " with polygons, "
              << withPointsOnEdges << " with other points than vertices\n";
    EXPECT_GT(solids, 1000);
    EXPECT_GT(flat, 10);
    EXPECT_GT(withLargeFaces, 300);
    EXPECT_GT(withPointsOnEdges, 300);
}

/// Shifting the cloud by whole units changes no face, edge or vertex: far out as at the origin.
TEST(HullBuilder, IsTheSameFarFromTheOrigin) {
    sat3d::test::Random random(4);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<glm::vec3> near, far;
        for (int i = 0; i < 40; ++i) {
            near.emplace_back(random.below(64), random.below(64), random.below(64));
            far.push_back(near.back() + glm::vec3(65536.0f, -131072.0f, 262144.0f));
        }
        const auto a = sat3d::buildHull(near, {0.0f});
        const auto b = sat3d::buildHull(far, {0.0f});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->sourceIndices, b->sourceIndices);
        EXPECT_EQ(a->loops, b->loops);
    }
}

/// The order of the input numbers vertices and picks first triangles, but changes no face.
TEST(HullBuilder, IgnoresTheOrderOfThePoints) {
    sat3d::test::Random random(8);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<glm::vec3> points;
        for (int i = 0; i < 60; ++i) {
            points.emplace_back(random.below(5), random.below(5), random.below(5));
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

}  // namespace
