#include "support/random.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using sat3d::buildHull;
using sat3d::HullError;
using Code = sat3d::HullError::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
const std::vector<glm::vec3> kTetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

HullError errorOf(std::span<const glm::vec3> points, const sat3d::HullOptions& options = {}) {
    const auto mesh = buildHull(points, options);
    EXPECT_FALSE(mesh);
    return mesh ? HullError{} : mesh.error();
}

std::vector<glm::vec3> with(std::vector<glm::vec3> points, const glm::vec3& more) {
    points.push_back(more);
    return points;
}

TEST(HullErrors, Empty) {
    EXPECT_EQ(errorOf({}).code, Code::Empty);
}

TEST(HullErrors, NotFiniteNamesEveryPoint) {
    auto points = with(with(kTetrahedron, {0, kNan, 0}), {1, 1, 1});
    points.emplace_back(0, 0, -kInfinity);
    const HullError error = errorOf(points);
    EXPECT_EQ(error.code, Code::NotFinite);
    EXPECT_THAT(error.indices, ElementsAre(4, 6));
    EXPECT_THAT(error.message, HasSubstr("2 points hold a NaN or an infinity, first point 4"));
}

TEST(HullErrors, NotFiniteListsTheFirstThousand) {
    const HullError error = errorOf(std::vector<glm::vec3>(5000, glm::vec3(kNan)));
    EXPECT_EQ(error.indices.size(), 1000u);
    EXPECT_THAT(error.message, HasSubstr("5000 points"));
}

TEST(HullErrors, TooLarge) {
    const HullError error = errorOf(with(kTetrahedron, {0, -3e15f, 0}));
    EXPECT_EQ(error.code, Code::TooLarge);
    EXPECT_THAT(error.indices, ElementsAre(4));
    EXPECT_THAT(error.message, HasSubstr("-3e+15"));
}

TEST(HullErrors, LargestAndSmallestSizesAreValid) {
    for (const float size : {9e14f, 1e4f, 1e-4f, 1e-30f, 1e-38f}) {
        std::vector<glm::vec3> points = kTetrahedron;
        for (glm::vec3& p : points) {
            p *= size;
        }
        const auto mesh = buildHull(points);
        ASSERT_TRUE(mesh) << size;
        EXPECT_EQ(mesh->faces.size(), 4u);
        EXPECT_NEAR(glm::length(mesh->faces[0].plane.normal), 1.0, 1e-15) << size;
    }
}

TEST(HullErrors, TooSmallForFloatPrecision) {
    std::vector<glm::vec3> points = kTetrahedron;
    for (glm::vec3& p : points) {
        p += glm::vec3(1e6f, 0, 0);
    }
    const HullError error = errorOf(points);
    EXPECT_EQ(error.code, Code::TooLarge);
    EXPECT_THAT(error.message, HasSubstr("subtract the shape's origin"));
}

TEST(HullErrors, Coincident) {
    const HullError error = errorOf(std::vector<glm::vec3>(3, glm::vec3(1, 2, 3)));
    EXPECT_EQ(error.code, Code::Coincident);
    EXPECT_THAT(error.message, HasSubstr("all 3 points coincide at (1, 2, 3)"));
    EXPECT_THAT(error.indices, ElementsAre(1, 2));
}

TEST(HullErrors, TooFewPointsNamesTheDuplicates) {
    const std::array points{glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 0, 0), glm::vec3(0, 1, 0),
                            glm::vec3(1, 0, 0)};
    const HullError error = errorOf(points);
    EXPECT_EQ(error.code, Code::TooFewPoints);
    EXPECT_THAT(error.indices, ElementsAre(2, 4));
    EXPECT_THAT(error.message, HasSubstr("3 distinct points among 5"));
    EXPECT_EQ(errorOf(std::array{glm::vec3(1, 2, 3)}).code, Code::TooFewPoints);
}

TEST(HullErrors, Collinear) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 10; ++i) {
        points.emplace_back(0.1f * static_cast<float>(i), 0.2f * static_cast<float>(i),
                            0.3f * static_cast<float>(i));
    }
    const HullError error = errorOf(points);
    EXPECT_EQ(error.code, Code::Collinear);
    EXPECT_THAT(error.message, HasSubstr("take a capsule"));
}

/// Points in planes of any direction, rounded to float, at the origin and away from it.
TEST(HullErrors, CoplanarInAnyDirection) {
    sat3d::test::Random random(12);
    for (int trial = 0; trial < 200; ++trial) {
        const glm::dvec3 normal = random.direction();
        const glm::dvec3 offset = random.inBox(1.0) * (trial % 2 == 0 ? 0.0 : 100.0);
        const double size = std::pow(10.0, random.uniform(-4.0, 4.0));
        std::vector<glm::vec3> points;
        for (int i = 0; i < 50; ++i) {
            const glm::dvec3 p = random.inBox(1.0);
            points.emplace_back(size * (p - normal * glm::dot(p, normal) + offset));
        }
        const HullError error = errorOf(points);
        ASSERT_EQ(error.code, Code::Coplanar) << "trial " << trial << ": " << error.message;
        EXPECT_THAT(error.message, HasSubstr("give the shape a thickness"));
    }
}

TEST(HullErrors, ThinIsNotCoplanar) {
    const auto thick = [](float thickness) {
        return std::array{glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0),
                          glm::vec3(1, 1, thickness)};
    };
    EXPECT_TRUE(buildHull(thick(1e-6f)));
    EXPECT_EQ(errorOf(thick(1e-7f)).code, Code::Coplanar);
}

TEST(HullErrors, HaveNames) {
    EXPECT_EQ(toString(Code::Empty), "Empty");
    EXPECT_EQ(toString(Code::TooFewPoints), "TooFewPoints");
    EXPECT_EQ(toString(Code::BadOptions), "BadOptions");
}

TEST(HullErrors, BadOptions) {
    for (const float tolerance : {-1e-6f, 0.02f, kNan, kInfinity}) {
        EXPECT_EQ(errorOf(kTetrahedron, {tolerance}).code, Code::BadOptions) << tolerance;
    }
    EXPECT_TRUE(buildHull(kTetrahedron, {0.0f}));
    EXPECT_TRUE(buildHull(kTetrahedron, {0.01f}));
}

}  // namespace
