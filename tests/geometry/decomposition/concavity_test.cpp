#include "geometry/decomposition/concavity.hpp"

#include "support/random.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace {

using sat3d::Plane;
using sat3d::test::Random;

double depthAt(const glm::dvec3& point, const std::vector<Plane>& faces) {
    double depth = std::numeric_limits<double>::infinity();
    for (const Plane& face : faces) {
        depth = std::min(depth, -face.signedDistance(point));
    }
    return depth;
}

/// The largest depth of points sampled on a triangle.
double sampledDepth(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                    const std::vector<Plane>& faces) {
    constexpr int kSteps = 60;
    double depth = 0.0;
    for (int i = 0; i <= kSteps; ++i) {
        for (int j = 0; i + j <= kSteps; ++j) {
            const double u = i / double(kSteps), v = j / double(kSteps);
            depth = std::max(depth, depthAt(a * u + b * v + c * (1.0 - u - v), faces));
        }
    }
    return depth;
}

TEST(Concavity, DeepestPointIsDeeperThanSamples) {
    int found = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<glm::vec3> points;
        for (int k = 0; k < 30; ++k) {
            points.emplace_back(random.inBox(1.0));
        }
        const auto hull = sat3d::buildHull(points);
        ASSERT_TRUE(hull);
        std::vector<Plane> faces;
        for (const auto& face : hull->faces) {
            faces.push_back(face.plane);
        }
        std::vector<std::array<std::uint32_t, 3>> triangles;
        for (std::uint32_t k = 0; k < 3; ++k) {
            triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
        }
        double sampled = 0.0;
        for (const auto& [a, b, c] : triangles) {
            sampled = std::max(sampled, sampledDepth(glm::dvec3(points[a]), glm::dvec3(points[b]),
                                                     glm::dvec3(points[c]), faces));
        }
        const auto deepest = sat3d::deepestPoint(points, triangles, faces, 1e-6);
        EXPECT_GE(deepest.depth, 0.99 * sampled) << "seed " << seed;
        EXPECT_LE(deepest.depth, sampled + 0.03) << "seed " << seed;  // sampling error
        if (deepest.depth > 1e-6) {
            EXPECT_NEAR(depthAt(deepest.place, faces), deepest.depth, 1e-9);
            ++found;
        }
        EXPECT_EQ(sat3d::deepestPoint(points, triangles, faces, 2.0 * sampled + 0.1).depth,
                  2.0 * sampled + 0.1);
    }
    EXPECT_GT(found, 50);
}

TEST(Concavity, DeepestPointMayLieInAFace) {
    // A triangle through a box. Its vertices lie on or outside the box.
    std::vector<glm::vec3> points;
    for (const float x : {0.0f, 2.0f}) {
        for (const float y : {0.0f, 2.0f}) {
            for (const float z : {0.0f, 2.0f}) {
                points.emplace_back(x, y, z);
            }
        }
    }
    const auto hull = sat3d::buildHull(points);
    ASSERT_TRUE(hull);
    std::vector<Plane> faces;
    for (const auto& face : hull->faces) {
        faces.push_back(face.plane);
    }
    points = {{1.0f, 0.0f, 0.0f}, {1.0f, 4.0f, 0.0f}, {1.0f, 0.0f, 4.0f}};
    const auto deepest = sat3d::deepestPoint(points, std::vector{std::array{0u, 1u, 2u}}, faces, 0.0);
    EXPECT_NEAR(deepest.depth, 1.0, 1e-6);
}

}  // namespace
