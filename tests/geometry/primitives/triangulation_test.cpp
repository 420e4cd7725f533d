#include "support/random.hpp"

#include <sat3d/geometry/triangulation.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace {

using sat3d::test::Random;

std::vector<std::uint32_t> allOf(const std::vector<glm::vec3>& vertices) {
    std::vector<std::uint32_t> polygon(vertices.size());
    std::iota(polygon.begin(), polygon.end(), 0u);
    return polygon;
}

/// Normal of a closed loop; its length is twice the area.
glm::dvec3 areaOf(const std::vector<glm::vec3>& loop) {
    glm::dvec3 sum(0.0);
    for (std::size_t k = 0; k < loop.size(); ++k) {
        sum += glm::cross(glm::dvec3(loop[k]), glm::dvec3(loop[(k + 1) % loop.size()]));
    }
    return sum;
}

TEST(Triangulation, CoversPolygonsExactlyOnce) {
    int notched = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        // A star-shaped polygon: simple, with convex and concave vertices.
        Random random(seed);
        const std::uint32_t corners = 4 + random.below(20);
        const auto rotation = random.rotation();
        std::vector<glm::vec3> vertices;
        for (std::uint32_t k = 0; k < corners; ++k) {
            const double angle = 6.283185307179586 * k / corners, radius = random.uniform(0.2, 1.0);
            vertices.emplace_back(rotation *
                                  glm::dvec3(radius * std::cos(angle), radius * std::sin(angle), 0.3));
        }
        const glm::dvec3 whole = areaOf(vertices);
        const auto triangles = sat3d::triangulate(allOf(vertices), vertices);
        ASSERT_EQ(triangles.size(), corners - 2);
        double sum = 0.0, least = 1.0, fanLeast = 1.0;
        for (const auto& [a, b, c] : triangles) {
            const double area =
                glm::dot(areaOf({vertices[a], vertices[b], vertices[c]}), whole) / glm::length(whole);
            sum += area;
            least = std::min(least, area);
        }
        for (std::size_t k = 1; k + 1 < vertices.size(); ++k) {
            fanLeast =
                std::min(fanLeast, glm::dot(areaOf({vertices[0], vertices[k], vertices[k + 1]}), whole));
        }
        EXPECT_GT(least, 0.0) << "seed "
                              << seed;  // no triangle is inverted, and the sum is right: none overlap
        EXPECT_NEAR(sum, glm::length(whole), 1e-6) << "seed " << seed;
        notched += fanLeast < 0.0;
    }
    EXPECT_GT(notched, 50);  // polygons for which a fan would be wrong
}

TEST(Triangulation, GivesAllTrianglesForAnyPolygon) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        std::vector<glm::vec3> vertices;
        const std::uint32_t corners = random.below(30);
        for (std::uint32_t k = 0; k < corners; ++k) {
            vertices.push_back({random.below(4), random.below(4), random.below(2)});
        }
        EXPECT_EQ(sat3d::triangulate(allOf(vertices), vertices).size(), corners < 3 ? 0 : corners - 2);
    }
    EXPECT_EQ(sat3d::triangulate(std::vector(3000, 0u), std::vector<glm::vec3>(1)).size(), 2998u);
}

}  // namespace
