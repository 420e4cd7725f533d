#include "debug/explain/convex_clip.hpp"

#include <glm/ext/vector_double2.hpp>
#include <gtest/gtest.h>

namespace {

using sat3d::debug::cut;
using Polygon = sat3d::debug::Polygon<glm::dvec2>;

const Polygon kSquare{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {true, true, true, true}};

double area(const Polygon& polygon) {
    double twice = 0.0;
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        const glm::dvec2& p = polygon.corners[i];
        const glm::dvec2& q = polygon.corners[(i + 1) % polygon.corners.size()];
        twice += p.x * q.y - p.y * q.x;
    }
    return 0.5 * twice;
}

std::size_t drawnSides(const Polygon& polygon) {
    std::size_t count = 0;
    for (const bool drawn : polygon.drawn) {
        count += drawn ? 1 : 0;
    }
    return count;
}

TEST(Cut, PartsAddUpAndOnlyTheCutIsNotDrawn) {
    const auto halves = cut(kSquare, glm::dvec2(1.0, 0.0), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(area(halves.below), 1.0);
    EXPECT_DOUBLE_EQ(area(halves.above), 3.0);
    EXPECT_EQ(halves.below.corners.size(), 4u);
    EXPECT_EQ(drawnSides(halves.below), 3u);
    EXPECT_EQ(drawnSides(halves.above), 3u);
}

TEST(Cut, ThroughTwoVertices) {
    const auto halves = cut(kSquare, glm::dvec2(1.0, -1.0), 0.0, 1e-12);
    EXPECT_DOUBLE_EQ(area(halves.below), 2.0);
    EXPECT_DOUBLE_EQ(area(halves.above), 2.0);
    EXPECT_EQ(halves.below.corners.size(), 3u);
    EXPECT_EQ(drawnSides(halves.below), 2u);
    EXPECT_EQ(drawnSides(halves.above), 2u);
}

TEST(Cut, APolygonOnOneSideStaysWhole) {
    const auto below = cut(kSquare, glm::dvec2(1.0, 0.0), 2.0, 1e-12);
    EXPECT_EQ(below.below.corners, kSquare.corners);
    EXPECT_TRUE(below.above.empty());
    const auto above = cut(kSquare, glm::dvec2(1.0, 0.0), 0.0, 1e-12);
    EXPECT_EQ(above.above.corners, kSquare.corners);
    EXPECT_EQ(above.above.drawn, kSquare.drawn);
    EXPECT_TRUE(above.below.empty());
}

}  // namespace
