#include "shapes/mesh/height_field_data.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using testing::ElementsAre;
using testing::HasSubstr;
using Code = HeightFieldError::Code;

/// A field by its arrays, which the test changes by hand.
struct Arrays {
    std::uint32_t columns, rows;
    std::vector<float> heights;
    std::vector<std::uint32_t> holes, tags;

    explicit Arrays(Random& random) : columns(2 + random.below(40)), rows(2 + random.below(40)) {
        heights.resize(std::size_t{columns} * rows);
        std::generate(heights.begin(), heights.end(), [&] { return float(random.uniform(-0.6, 0.6)); });
        for (std::uint32_t cell = 0; cell < (columns - 1) * (rows - 1); ++cell) {
            tags.push_back(random.below(5));
            if (cell > 0 && random.chance(0.2)) {
                holes.push_back(cell);
            }
        }
    }
    [[nodiscard]] HeightField field() const {
        return test::fieldOf(heights, columns, {0.5f, 0.75f}, {Sides::Front, holes, tags});
    }
};

/// Whether a field has the data of another: arrays, and each range of the tree.
void expectSameData(const HeightField& field, const HeightField& expected) {
    const auto &is = field.data(), &should = expected.data();
    EXPECT_EQ(is.heights, should.heights);
    EXPECT_EQ(is.tags, should.tags);
    EXPECT_EQ(is.isHole, should.isHole);
    ASSERT_EQ(is.ranges.size(), should.ranges.size());
    for (std::size_t i = 0; i < is.ranges.size(); ++i) {
        EXPECT_EQ(is.ranges[i].lower, should.ranges[i].lower) << i;
        EXPECT_EQ(is.ranges[i].upper, should.ranges[i].upper) << i;
    }
    EXPECT_EQ(is.firstGround, should.firstGround);
    EXPECT_EQ(is.lastGround, should.lastGround);
}

void expectSameAnswers(Random& random, const HeightField& field, const HeightField& expected) {
    const ConvexShape body = test::randomConvex(random, random.below(test::kConvexTypes));
    const Aabb box = bounds(expected, Pose{});
    EXPECT_EQ(bounds(field, Pose{}), box);
    const Pose pose{box.center() + glm::vec3(random.inBox(3.0)), glm::quat(random.rotation())};
    const Distance apart = distance(body, pose, field, Pose{}),
                   should = distance(body, pose, expected, Pose{});
    EXPECT_EQ(apart.separation, should.separation);
    EXPECT_EQ(apart.normal, should.normal);
    EXPECT_EQ(apart.children, should.children);
    EXPECT_EQ(overlaps(body, pose, field, Pose{}), overlaps(body, pose, expected, Pose{}));
    const glm::vec3 way(random.inBox(5.0));
    const Sweep swept = sweep(body, pose, field, Pose{}, way),
                shouldHit = sweep(body, pose, expected, Pose{}, way);
    EXPECT_EQ(swept.status, shouldHit.status);
    EXPECT_EQ(swept.fraction, shouldHit.fraction);
    std::array<Manifold, 8> buffer, otherBuffer;
    EXPECT_EQ(collide(body, pose, field, Pose{}, buffer).size(),
              collide(body, pose, expected, Pose{}, otherBuffer).size());
    const Ray ray{pose.position + glm::vec3(0, 0, 3), glm::vec3(random.inBox(1.0)) - glm::vec3(0, 0, 1),
                  20.0f};
    const auto hit = raycast(field, Pose{}, ray), shouldRay = raycast(expected, Pose{}, ray);
    ASSERT_EQ(hit.has_value(), shouldRay.has_value());
    if (hit) {
        EXPECT_EQ(hit->entry.distance, shouldRay->entry.distance);
        EXPECT_EQ(hit->entry.tag, shouldRay->entry.tag);
    }
}

TEST(ChangedHeights, EqualAFieldMadeAnewAndLeaveCopiesAlone) {
    int inPlace = 0, copied = 0, atBorder = 0;
    for (std::uint32_t seed = 641; seed < 841; ++seed) {
        Random random(seed);
        Arrays arrays(random);
        HeightField field = arrays.field();
        for (int change = 0; change < 4; ++change) {
            HeightRange range;
            range.column = random.below(arrays.columns);
            range.row = random.below(arrays.rows);
            range.columns = random.below(arrays.columns - range.column + 1);
            range.rows = random.below(arrays.rows - range.row + 1);
            std::vector<float> deeper;
            for (std::uint32_t row = range.row; row < range.row + range.rows; ++row) {
                for (std::uint32_t column = range.column; column < range.column + range.columns; ++column) {
                    deeper.push_back(float(random.uniform(-2.0, 2.0)));
                    arrays.heights[std::size_t{row} * arrays.columns + column] = deeper.back();
                }
            }
            atBorder += range.column + range.columns == arrays.columns ? 1 : 0;
            const HeightField expected = arrays.field();
            const float* const former = field.heights().data();
            if (random.chance(0.5)) {
                const HeightField copy = field;
                const std::vector<float> before(copy.heights().begin(), copy.heights().end());
                field = *std::move(field).withHeights(range, deeper);
                EXPECT_TRUE(std::equal(before.begin(), before.end(), copy.heights().begin()));
                EXPECT_NE(field.heights().data(), former);
                ++copied;
            } else {
                field = *std::move(field).withHeights(range, deeper);
                EXPECT_EQ(field.heights().data(), former) << "changed in place";
                ++inPlace;
            }
            expectSameData(field, expected);
            expectSameAnswers(random, field, expected);
        }
    }
    EXPECT_GT(inPlace, 200);
    EXPECT_GT(copied, 200);
    EXPECT_GT(atBorder, 20);
}

TEST(ChangedHeights, ErrorsNameTheRangeAndLeaveTheField) {
    const std::vector<float> heights(12, 1.0f);  // four columns, three rows
    HeightField field = test::fieldOf(heights, 4);
    const std::vector<float> three{5, 6, 7};
    const auto beyond = std::move(field).withHeights({.column = 2, .row = 1, .columns = 3, .rows = 1}, three);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, Code::BadRange);
    EXPECT_THAT(beyond.error().message, HasSubstr("3 columns x 1 rows from column 2, row 1"));
    EXPECT_THAT(beyond.error().message, HasSubstr("4 columns x 3 rows"));
    EXPECT_EQ(field.heights()[5], 1.0f) << "still there";
    EXPECT_EQ(field.withHeights({0xffffffffu, 0, 2, 1}, three).error().code, Code::BadRange);
    const auto few = field.withHeights({.column = 0, .row = 0, .columns = 2, .rows = 2}, three);
    EXPECT_EQ(few.error().code, Code::BadSize);
    EXPECT_THAT(few.error().message, HasSubstr("needs 4 heights, but there are 3"));
    const std::vector<float> broken{0, std::numeric_limits<float>::quiet_NaN()};
    const auto nan = std::move(field).withHeights({.column = 1, .row = 1, .columns = 1, .rows = 2}, broken);
    EXPECT_EQ(nan.error().code, Code::NotFinite);
    EXPECT_THAT(nan.error().indices, ElementsAre(1u));
    EXPECT_EQ(field.heights()[5], 1.0f) << "no height was changed";
    EXPECT_TRUE(field.withHeights({}, {})) << "an empty range changes nothing";
}

}  // namespace
