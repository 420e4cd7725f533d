#include "shapes/mesh/height_field_data.hpp"
#include "support/surfaces.hpp"

#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using testing::ElementsAre;
using testing::HasSubstr;
using Code = HeightFieldError::Code;

constexpr std::array<float, 6> kHeights{0, 1, 2, 3, 4, 7};  // three columns, two rows

TEST(HeightField, HasGroundUpToItsBounds) {
    for (const float cell : {1.1f, 0.1f, 0.3f, 2.7f, 1.0f / 3.0f}) {
        for (const std::uint32_t columns : {4u, 8u, 32u, 51u}) {
            const std::vector<float> heights(std::size_t{columns} * columns, 2.0f);
            const HeightField field = test::fieldOf(heights, columns, {cell, cell});
            const Aabb box = bounds(field, Pose{});
            for (const float x : {box.lower.x, box.upper.x}) {
                for (const float y : {box.lower.y, box.upper.y}) {
                    EXPECT_EQ(field.heightAt(x, y), 2.0f) << columns << " columns of " << cell;
                    EXPECT_TRUE(groundAt(field, Pose{}, {x, y, 5.0f}));
                }
            }
            const float beyond = std::nextafter(box.upper.x, 1e9f);
            EXPECT_FALSE(field.heightAt(std::nextafter(beyond, 1e9f), 0.0f));
            EXPECT_FALSE(field.heightAt(-1e-30f, 0.0f));
        }
    }
}

TEST(HeightField, Layout) {
    const HeightField field = test::fieldOf(kHeights, 3, {2.0f, 10.0f});
    EXPECT_EQ(field.rows(), 2u);
    EXPECT_EQ(field.triangleCount(), 4u);
    EXPECT_EQ(field.triangle(2), (Triangle{{{{2, 0, 1}, {4, 0, 2}, {4, 10, 7}}}}));
    EXPECT_EQ(field.triangle(3), (Triangle{{{{2, 0, 1}, {4, 10, 7}, {2, 10, 4}}}}));
    EXPECT_EQ(bounds(field, Pose{}), (Aabb{{0, 0, 0}, {4, 10, 7}}));
    EXPECT_EQ(support(field, {-1, 1, 0}), glm::vec3(0, 10, 3));
    EXPECT_EQ(field.sides(), Sides::Front);
}

TEST(HeightField, HeightOfTheGround) {
    const std::array<std::uint32_t, 1> holes{0};
    const HeightField field = test::fieldOf(kHeights, 3, {2.0f, 10.0f}, {Sides::Front, holes, {}});
    EXPECT_EQ(field.heightAt(4.0f, 10.0f), 7.0f) << "the last corner";
    EXPECT_EQ(field.heightAt(3.0f, 0.0f), 1.5f);
    EXPECT_EQ(field.heightAt(3.0f, 5.0f), 4.0f) << "on the cut";
    EXPECT_EQ(field.heightAt(3.5f, 2.5f), 3.0f);
    EXPECT_EQ(field.heightAt(2.5f, 7.5f), 4.0f);
    EXPECT_FALSE(field.heightAt(1.0f, 1.0f)) << "a hole";
    EXPECT_FALSE(field.heightAt(4.1f, 1.0f));
    EXPECT_FALSE(field.heightAt(-0.1f, 1.0f));
    EXPECT_FALSE(field.heightAt(std::numeric_limits<float>::quiet_NaN(), 1.0f));
    EXPECT_TRUE(field.isHole(0));
    EXPECT_EQ(bounds(field, Pose{}).lower, glm::vec3(2, 0, 1)) << "the ground alone counts";
}

TEST(HeightField, TheBorderOfAHoleIsGround) {
    const std::vector<float> heights(9, 2.0f);
    for (const std::uint32_t hole : {0u, 1u, 2u, 3u}) {
        const std::vector<std::uint32_t> holes{hole};
        const HeightField field = test::fieldOf(heights, 3, {1, 1}, {.holes = holes, .tags = {}});
        const float x = 0.5f + float(hole % 2), y = 0.5f + float(hole / 2);
        EXPECT_FALSE(field.heightAt(x, y)) << hole;
        EXPECT_EQ(field.heightAt(1.0f, y), 2.0f) << hole;
        EXPECT_EQ(field.heightAt(x, 1.0f), 2.0f) << hole;
        EXPECT_EQ(field.heightAt(1.0f, 1.0f), 2.0f) << hole;
        EXPECT_FALSE(field.heightAt(hole % 2 ? 2.0f : 0.0f, y)) << hole << ": no ground beyond";
    }
}

TEST(HeightField, BoundsAreThoseOfTheGroundWithAnyAxisUp) {
    Random random(622);
    int fields = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const HeightField field = test::randomField(random);
        const TriangleMesh ground = test::meshOf(test::trianglesOf(field).first);
        // The 24 rotations that map axes to axes, computed in double: each component is 0, 1/2, +-1 or
        // sqrt(1/2).
        const double root = 0.70710678118654752440;
        const std::array<glm::dquat, 4> turns{glm::dquat(1, 0, 0, 0), glm::dquat(root, -root, 0, 0),
                                              glm::dquat(0.5, 0.5, 0.5, 0.5), glm::dquat(0, 0, 1, 0)};
        for (const glm::dquat& turn : turns) {
            const DPose pose{random.inBox(100.0), turn};
            const Aabb tight = bounds(ground, pose), ours = bounds(field, pose);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(ours.lower[axis], tight.lower[axis], 2e-5f);
                EXPECT_NEAR(ours.upper[axis], tight.upper[axis], 2e-5f);
            }
        }
        const DPose tilted{random.inBox(100.0), random.rotation()};
        EXPECT_TRUE(bounds(field, tilted).contains(bounds(ground, tilted)));
        EXPECT_EQ(conservativeBounds(field, tilted), bounds(field, tilted));
        ++fields;
    }
    EXPECT_EQ(fields, 60);
}

TEST(HeightField, TransformedByScalesAlongItsAxes) {
    glm::mat3 map(1.0f);
    map[0][0] = 3.0f;
    map[2][2] = 2.0f;
    const auto scaled = transformed(test::fieldOf(kHeights, 3), map);
    ASSERT_TRUE(scaled);
    EXPECT_EQ(scaled->triangle(2).corners[2], glm::vec3(6, 1, 14));
    EXPECT_EQ(bounds(*scaled, Pose{}).upper, glm::vec3(6, 1, 14));

    map[2][2] = -2.0f;
    const auto mirrored = transformed(Shape(test::fieldOf(kHeights, 3)), map);
    ASSERT_FALSE(mirrored);
    EXPECT_EQ(mirrored.error().code, ShapeError::Code::NonAxisAlignedScale);
    EXPECT_THAT(mirrored.error().message, HasSubstr("TriangleMesh"));
    const glm::mat3 turn = glm::mat3_cast(glm::angleAxis(0.3f, glm::vec3(0, 0, 1)));
    EXPECT_EQ(transformed(test::fieldOf(kHeights, 3), turn).error().code,
              ShapeError::Code::NonAxisAlignedScale);
    EXPECT_EQ(transformed(test::fieldOf(kHeights, 3), glm::mat3(1e15f)).error().code,
              ShapeError::Code::NotFinite);
}

TEST(HeightField, ErrorsNameTheOffendingElements) {
    const auto fail = [](std::vector<float> heights, std::uint32_t columns, std::uint32_t rows,
                         glm::vec2 cell = {1, 1}, const HeightFieldOptions& options = {}) {
        return HeightField::fromHeights(heights, columns, rows, cell, options).error();
    };
    EXPECT_EQ(fail({0, 1}, 2, 1).code, Code::BadSize);
    EXPECT_THAT(fail({0, 1, 2}, 2, 2).message, HasSubstr("need 4 heights, but there are 3"));
    EXPECT_EQ(fail({}, 1u << 16, 1u << 16).code, Code::BadSize);
    EXPECT_EQ(fail({0, 1, 2, 3}, 2, 2, {1, 0}).code, Code::BadCell);
    EXPECT_EQ(fail({0, 1, 2, 3}, 2, 2, {1, std::numeric_limits<float>::infinity()}).code, Code::BadCell);
    const auto nan = fail({0, 1, 2, 3, std::numeric_limits<float>::quiet_NaN(), 5}, 3, 2);
    EXPECT_EQ(nan.code, Code::NotFinite);
    EXPECT_THAT(nan.indices, ElementsAre(4u));
    EXPECT_THAT(nan.message, HasSubstr("column 1, row 1"));
    const std::array<std::uint32_t, 2> holes{0, 1};
    const auto hole = fail({0, 1, 2, 3}, 2, 2, {1, 1}, {Sides::Front, holes, {}});
    EXPECT_EQ(hole.code, Code::BadHole);
    EXPECT_THAT(hole.indices, ElementsAre(1u));
    EXPECT_EQ(fail({0, 1, 2, 3}, 2, 2, {1, 1}, {Sides::Front, {}, holes}).code, Code::BadTags);
    EXPECT_EQ(fail({0, 1, 2, 3, 4, 5}, 3, 2, {1, 1}, {Sides::Front, holes, {}}).code, Code::Empty);
}

TEST(HeightField, TraversalSkipsHolesAndFarCells) {
    Random random(621);
    for (int trial = 0; trial < 30; ++trial) {
        const HeightField field = test::randomField(random);
        std::vector<std::uint32_t> seen;
        field.data().traverse(
            0.0, [](const Aabb&) { return 0.0; },
            [&](std::uint32_t cell, double limit) {
                seen.push_back(cell);
                return limit;
            });
        std::sort(seen.begin(), seen.end());
        std::vector<std::uint32_t> expected;
        for (std::uint32_t cell = 0; cell < field.triangleCount() / 2; ++cell) {
            if (!field.isHole(cell)) {
                expected.push_back(cell);
            }
        }
        EXPECT_EQ(seen, expected);
    }
}

}  // namespace
