#include <sat3d/planar/convex_polygon.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ConvexPolygon, IsTheHullOfItsPoints) {
    const std::vector<glm::dvec2> points{{1, 1}, {0, 0}, {2, 0}, {1, 0}, {2, 2}, {0, 2}, {0, 0}};
    const auto polygon = ConvexPolygon::fromPoints(points);
    ASSERT_TRUE(polygon) << polygon.error().message;
    EXPECT_THAT(polygon->inputIndices(), ElementsAre(1u, 2u, 4u, 5u));
    EXPECT_THAT(polygon->vertices(),
                ElementsAre(glm::dvec2(0, 0), glm::dvec2(2, 0), glm::dvec2(2, 2), glm::dvec2(0, 2)));
}

TEST(ConvexPolygon, RejectsPointsWithoutArea) {
    using Code = PolygonError::Code;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();

    const auto empty = ConvexPolygon::fromPoints(std::span<const glm::dvec2>{});
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, Code::Empty);

    const auto broken = ConvexPolygon::fromPoints(std::vector<glm::dvec2>{{0, nan}, {1, 0}, {-infinity, 2}});
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, Code::NotFinite);
    EXPECT_THAT(broken.error().indices, ElementsAre(0u, 2u));
    EXPECT_THAT(broken.error().message, HasSubstr("2 of 3 points"));

    const auto point = ConvexPolygon::fromPoints(std::vector<glm::dvec2>{{3, 4}, {3, 4}, {3, 4}});
    ASSERT_FALSE(point);
    EXPECT_EQ(point.error().code, Code::Coincident);

    const auto line = ConvexPolygon::fromPoints(std::vector<glm::dvec2>{{1, 1}, {0, 0}, {3, 3}, {2, 2}});
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().code, Code::Collinear);
    EXPECT_THAT(line.error().indices, ElementsAre(1u, 2u));
}

TEST(ConvexPolygon, RefusesLargeCoordinates) {
    const auto large = ConvexPolygon::fromPoints(std::vector<glm::dvec2>{{0, 0}, {2e15, 0}, {0, 1}});
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, PolygonError::Code::TooLarge);
    EXPECT_THAT(large.error().indices, ElementsAre(1u));
}

TEST(ConvexPolygon, TakesLoopsInEitherWinding) {
    // Repeated points, and points on sides.
    const std::vector<glm::dvec2> loop{{1, 0}, {2, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}, {0, 0}};
    const std::vector<glm::dvec2> clockwise(loop.rbegin(), loop.rend());
    for (const auto& points : {loop, clockwise}) {
        const auto polygon = ConvexPolygon::fromLoop(points);
        ASSERT_TRUE(polygon) << polygon.error().message;
        EXPECT_THAT(polygon->vertices(),
                    ElementsAre(glm::dvec2(0, 0), glm::dvec2(2, 0), glm::dvec2(2, 2), glm::dvec2(0, 2)));
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(points[polygon->inputIndices()[i]], polygon->vertices()[i]);
        }
    }
}

TEST(ConvexPolygon, RefusesLoopsThatAreNotConvex) {
    using Loop = std::vector<glm::dvec2>;
    const double bit = std::numeric_limits<double>::epsilon();
    const Loop refused[] = {
        {{0, 0}, {2, 0}, {1, 0.5}, {1, 2}},                  // a notch
        {{0, 0}, {2, 0}, {2, 2}, {1, 2 - 2 * bit}, {0, 2}},  // a notch of one bit
        {{0, 0}, {2, 2}, {2, 0}, {0, 2}},                    // crosses itself
        {{0, 0}, {3, 0}, {1, 0}, {2, 0}, {0, 2}},            // goes back on a side
        {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}},        // a star, which turns left all the way, twice
        {{0, 0}, {2, 0}, {0, 2}, {0, 0}, {2, 0}, {0, 2}},
    };
    for (const Loop& loop : refused) {
        const auto polygon = ConvexPolygon::fromLoop(loop);
        ASSERT_FALSE(polygon) << &loop - refused;
        EXPECT_EQ(polygon.error().code, PolygonError::Code::NotConvex);
        EXPECT_EQ(polygon.error().indices.size(), 1u);
        EXPECT_THAT(polygon.error().message, HasSubstr("fromPoints()"));
        EXPECT_FALSE(ConvexPolygon::fromLoop(Loop(loop.rbegin(), loop.rend()))) << &loop - refused;
    }
    EXPECT_THAT(ConvexPolygon::fromLoop(refused[0]).error().indices, ElementsAre(2u));
}

TEST(PolygonError, HasNames) {
    EXPECT_EQ(toString(PolygonError::Code::Empty), "Empty");
    EXPECT_EQ(toString(PolygonError::Code::Outside), "Outside");
}

}  // namespace
