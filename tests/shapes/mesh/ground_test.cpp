#include "support/surfaces.hpp"

#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// The triangle of the field over a point of its x-y plane, by the definition of their numbers.
std::optional<std::uint32_t> triangleOver(const HeightField& field, double x, double y) {
    for (std::uint32_t number = 0; number < field.triangleCount(); ++number) {
        if (field.isHole(number / 2)) {
            continue;
        }
        const auto corners = field.triangle(number).corners;
        bool isInside = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3 from(corners[i]), to(corners[(i + 1) % 3]);
            isInside = isInside && (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) > 0.0;
        }
        if (isInside) {
            return number;
        }
    }
    return std::nullopt;
}

TEST(Ground, BelowAndAbovePointsUnderAnyPose) {
    Random random(631);
    int found = 0, holes = 0, outside = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const HeightField field = test::randomField(random);
        const DPose pose{random.inBox(1000.0), random.rotation()};
        const double x = random.uniform(-1.0, 9.0), y = random.uniform(-1.0, 9.0),
                     z = random.uniform(-5.0, 5.0);
        const glm::dvec3 point = pose * glm::dvec3(x, y, z);
        const auto ground = groundAt(field, pose, point);
        const auto cell = cellAt(field, pose, point);
        const auto expected = triangleOver(field, x, y);
        ASSERT_EQ(ground.has_value(), expected.has_value());
        if (!ground) {
            ASSERT_TRUE(!cell || field.isHole(*cell));
            (cell ? holes : outside) += 1;
            continue;
        }
        ++found;
        EXPECT_EQ(ground->triangle, *expected);
        EXPECT_EQ(cell, *expected / 2);
        const auto corners = field.triangle(*expected).corners;
        const glm::dvec3 first(corners[0]);
        const glm::dvec3 normal =
            glm::normalize(glm::cross(glm::dvec3(corners[1]) - first, glm::dvec3(corners[2]) - first));
        const glm::dvec3 local = pose.inverse() * ground->point;
        EXPECT_NEAR(local.x, x, 1e-9);
        EXPECT_NEAR(local.y, y, 1e-9);
        EXPECT_NEAR(glm::dot(normal, local - first), 0.0, 1e-6);
        EXPECT_NEAR(ground->height, z - local.z, 1e-6);
        EXPECT_LT(glm::length(glm::dvec3(ground->normal) - pose.rotation * normal), 1e-6);
    }
    EXPECT_GT(found, 500);
    EXPECT_GT(holes, 50);
    EXPECT_GT(outside, 500);
}

TEST(Ground, TagsAndBorders) {
    const std::vector<float> heights{0, 0, 0, 0, 0, 0};
    const std::array<std::uint32_t, 2> tags{7, 9};
    const std::array<std::uint32_t, 1> holes{0};
    const HeightField field = test::fieldOf(heights, 3, {1, 1}, {Sides::Front, holes, tags});
    EXPECT_EQ(groundAt(field, Pose{}, {1.5f, 0.25f, 3.0f})->tag, 9u);
    EXPECT_EQ(groundAt(field, Pose{}, {1.5f, 0.25f, 3.0f})->height, 3.0f);
    EXPECT_EQ(groundAt(field, Pose{}, {1.5f, 0.25f, -3.0f})->height, -3.0f);
    EXPECT_FALSE(groundAt(field, Pose{}, {0.5f, 0.25f, 3.0f})) << "a hole";
    EXPECT_EQ(cellAt(field, Pose{}, {0.5f, 0.25f, 3.0f}), 0u);
    EXPECT_EQ(groundAt(field, Pose{}, {1.0f, 0.25f, 3.0f})->tag, 9u) << "the border of the hole";
    EXPECT_EQ(cellAt(field, Pose{}, {1.0f, 0.25f, 3.0f}), 1u);
    EXPECT_FALSE(cellAt(field, Pose{}, {2.5f, 0.25f, 3.0f})) << "beyond the border";
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(groundAt(field, Pose{}, {nan, 0.25f, 3.0f}));
    EXPECT_FALSE(groundAt(field, Pose{}, {1.5f, 0.25f, inf}));
}

TEST(Ground, TheBorderOfAHoleHasTheNeighborsTriangle) {
    // A peak beside the hole, so that the neighbor's normal is known.
    const std::vector<float> heights{0, 0, 1, 0, 0, 1};
    const std::array<std::uint32_t, 1> second{1};
    const HeightField field = test::fieldOf(heights, 3, {1, 1}, {Sides::Front, second, {}});
    const auto ground = groundAt(field, Pose{}, {1.0f, 0.25f, 3.0f});
    ASSERT_TRUE(ground);
    EXPECT_EQ(ground->triangle, 0u) << "the cell left of the hole";
    EXPECT_EQ(ground->normal, glm::vec3(0, 0, 1));
}

TEST(Ground, LevelPoseCentersTheFieldInBothKindsOfWorlds) {
    const std::vector<float> heights{0, 1, 2, 3, 4, 7};  // three columns, two rows
    const HeightField field = test::fieldOf(heights, 3, {2.0f, 10.0f});
    const Pose zUp = levelPose(field, UpAxis::Z, {100, 200, 5});
    EXPECT_EQ(bounds(field, zUp), (Aabb{{98, 195, 5}, {102, 205, 12}}));
    EXPECT_EQ(groundAt(field, zUp, {102, 205, 0})->point, glm::vec3(102, 205, 12)) << "the last height";

    const Pose yUp = levelPose(field, UpAxis::Y, {100, 5, 200});
    const Aabb box = bounds(field, yUp);
    EXPECT_LT(glm::length(box.lower - glm::vec3(98, 5, 195)), 1e-4f);
    EXPECT_LT(glm::length(box.upper - glm::vec3(102, 12, 205)), 1e-4f);
    const auto last = groundAt(field, yUp, {101.999f, 0, 195.001f});
    ASSERT_TRUE(last) << "the last height is at the largest x and the smallest z";
    EXPECT_NEAR(last->point.y, 12.0f, 1e-2f);
    EXPECT_GT(last->normal.y, 0.0f);
    const DPose inDouble = levelPose<double>(field, UpAxis::Y, {100, 5, 200});
    EXPECT_LT(glm::length(inDouble * glm::dvec3(4, 10, 7) - glm::dvec3(102, 12, 195)), 1e-13);
}

}  // namespace
