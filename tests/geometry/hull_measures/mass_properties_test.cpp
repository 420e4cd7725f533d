#include "support/random.hpp"

#include <sat3d/geometry/mass_properties.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace {

using sat3d::massProperties;
using sat3d::MassProperties;

constexpr std::array<std::uint32_t, 12> kTetrahedronTriangles{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

/// Largest distance between columns of two matrices.
double difference(const glm::dmat3& a, const glm::dmat3& b) {
    double largest = 0.0;
    for (int column = 0; column < 3; ++column) {
        largest = std::max(largest, glm::length(a[column] - b[column]));
    }
    return largest;
}

/// Tonon's worked example.
TEST(MassProperties, TetrahedronOfTonon) {
    const std::array<glm::dvec3, 4> vertices{glm::dvec3(8.33220, -11.86875, 0.93355),
                                             glm::dvec3(0.75523, 5.0, 16.37072),
                                             glm::dvec3(52.61236, 5.0, -5.38580), glm::dvec3(2.0, 5.0, 3.0)};
    MassProperties mass = massProperties(vertices, kTetrahedronTriangles);
    if (mass.volume < 0.0) {
        auto inverted = kTetrahedronTriangles;
        for (std::size_t i = 0; i < inverted.size(); i += 3) {
            std::swap(inverted[i], inverted[i + 1]);
        }
        mass = massProperties(vertices, inverted);
    }
    EXPECT_NEAR(mass.centroid.x, 15.92492, 1e-4);
    EXPECT_NEAR(mass.centroid.y, 0.78281, 1e-4);
    EXPECT_NEAR(mass.centroid.z, 3.72962, 1e-4);
    EXPECT_NEAR(mass.inertia[0][0], 43520.33257, 0.1);
    EXPECT_NEAR(mass.inertia[1][1], 194711.28938, 0.2);
    EXPECT_NEAR(mass.inertia[2][2], 191168.76173, 0.2);
    EXPECT_NEAR(std::abs(mass.inertia[2][1]), 4417.66150, 0.1);
    EXPECT_NEAR(std::abs(mass.inertia[2][0]), 46343.16662, 0.1);
    EXPECT_NEAR(std::abs(mass.inertia[1][0]), 11996.20119, 0.1);
}

TEST(MassProperties, InvertedSurfaceIsNegative) {
    const std::array<glm::dvec3, 4> vertices{glm::dvec3(0, 0, 0), glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0),
                                             glm::dvec3(0, 0, 1)};
    auto inverted = kTetrahedronTriangles;
    for (std::size_t i = 0; i < inverted.size(); i += 3) {
        std::swap(inverted[i], inverted[i + 1]);
    }
    EXPECT_DOUBLE_EQ(massProperties(vertices, kTetrahedronTriangles).volume, 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(massProperties(vertices, inverted).volume, -1.0 / 6.0);
    EXPECT_NEAR(glm::distance(massProperties(vertices, inverted).centroid, glm::dvec3(0.25)), 0.0, 1e-15);
}

TEST(MassProperties, EmptyMeshHasNoMass) {
    EXPECT_EQ(massProperties({}, {}).volume, 0.0);
}

/// A linear map M scales the volume by det M, maps the centroid by M, and the second moments S to det M * M S
/// M^T.
TEST(MassProperties, TransformWithLinearMapsAndTranslations) {
    sat3d::test::Random random(3);
    const auto secondMoments = [](const MassProperties& mass) {
        const double trace = (mass.inertia[0][0] + mass.inertia[1][1] + mass.inertia[2][2]) / 2.0;
        return glm::dmat3(trace) - mass.inertia;
    };
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<glm::dvec3> vertices, mapped;
        const glm::dmat3 map{random.inBox(1.0), random.inBox(1.0), random.inBox(1.0)};
        const glm::dvec3 shift = random.inBox(100.0);
        for (int i = 0; i < 4; ++i) {
            vertices.push_back(random.inBox(1.0));
            mapped.push_back(map * vertices.back() + shift);
        }
        const MassProperties before = massProperties(vertices, kTetrahedronTriangles);
        const MassProperties after = massProperties(mapped, kTetrahedronTriangles);
        const double det = glm::determinant(map);
        EXPECT_NEAR(after.volume, det * before.volume, 1e-12);
        if (std::abs(after.volume) > 1e-3) {
            EXPECT_LT(glm::distance(after.centroid, map * before.centroid + shift), 1e-10);
        }
        EXPECT_LT(difference(secondMoments(after), det * (map * secondMoments(before) * glm::transpose(map))),
                  1e-11);
    }
}

}  // namespace
