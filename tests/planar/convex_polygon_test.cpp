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

    const auto empty = ConvexPolygon::fromPoints({});
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

TEST(PolygonError, HasNames) {
    EXPECT_EQ(toString(PolygonError::Code::Empty), "Empty");
    EXPECT_EQ(toString(PolygonError::Code::Collinear), "Collinear");
}

}  // namespace
