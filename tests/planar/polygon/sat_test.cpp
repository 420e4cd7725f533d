#include "planar/polygon/loop_separation.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/graham_scan.hpp>
#include <sat3d/planar/sat.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using Loop = std::vector<glm::dvec2>;

const Loop kSquare{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

Loop moved(Loop polygon, const glm::dvec2& by) {
    for (glm::dvec2& vertex : polygon) {
        vertex += by;
    }
    return polygon;
}

Loop hullOf(const Loop& points) {
    Loop polygon;
    for (const std::uint32_t index : grahamScan(points)) {
        polygon.push_back(points[index]);
    }
    return polygon;
}

double separationAlong(const Loop& a, const Loop& b, const glm::dvec2& axis) {
    double maxA = -std::numeric_limits<double>::infinity(), minB = -maxA;
    for (const glm::dvec2& vertex : a) {
        maxA = std::max(maxA, glm::dot(axis, vertex));
    }
    for (const glm::dvec2& vertex : b) {
        minB = std::min(minB, glm::dot(axis, vertex));
    }
    return minB - maxA;
}

/// Computes the separation with both algorithms, which must agree bit for bit.
PlanarSeparation separationOf(const Loop& a, const Loop& b) {
    const PlanarSeparation all = separationByBruteForce(a, b);
    const PlanarSeparation calipers = separationByRotatingCalipers(a, b);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(all.separation),
              std::bit_cast<std::uint64_t>(calipers.separation));
    EXPECT_EQ(all.normalAToB, calipers.normalAToB);
    EXPECT_EQ(all.isEdgeOfA, calipers.isEdgeOfA);
    EXPECT_EQ(all.edge, calipers.edge);
    const PlanarSeparation chosen = separationOfLoops(a, b);
    EXPECT_EQ(chosen.separation, all.separation);
    return all;
}

TEST(PlanarSeparation, Squares) {
    const PlanarSeparation apart = separationOf(kSquare, moved(kSquare, {2.5, 0.5}));
    EXPECT_EQ(apart.separation, 0.5);
    EXPECT_EQ(apart.normalAToB, glm::dvec2(1, 0));
    EXPECT_TRUE(apart.isEdgeOfA);
    EXPECT_EQ(apart.edge, 1u);

    const PlanarSeparation overlap = separationOf(kSquare, moved(kSquare, {-0.5, 1.75}));
    EXPECT_EQ(overlap.separation, -0.25);
    EXPECT_EQ(overlap.normalAToB, glm::dvec2(0, 1));

    EXPECT_EQ(separationOf(kSquare, moved(kSquare, {2, 0})).separation, 0.0);
}

TEST(PlanarSeparation, UnderstandsEitherWindingAndBelievesNoBadLoop) {
    // Triangles, 0.6 / sqrt(5) apart, clockwise, as maps with y up and x, z coordinates give them.
    const Loop a{{0, 2}, {4, 0}, {0, 0}}, b{{3, 4}, {4, 3}, {2.2, 1.2}};
    for (const Loop& left : {a, Loop(a.rbegin(), a.rend())}) {
        for (const Loop& right : {b, Loop(b.rbegin(), b.rend())}) {
            const auto polygonA = ConvexPolygon::fromLoop(left), polygonB = ConvexPolygon::fromLoop(right);
            ASSERT_TRUE(polygonA && polygonB);
            EXPECT_NEAR(planarSeparation(*polygonA, *polygonB).separation, 0.6 / std::sqrt(5.0), 1e-15);
        }
    }
    using Code = PolygonError::Code;
    EXPECT_EQ(ConvexPolygon::fromLoop(Loop{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}).error().code,
              Code::NotConvex)
        << "with a notch";
    Loop star;
    for (int i = 0; i < 5; ++i) {
        star.emplace_back(std::cos(2.5132741 * i), std::sin(2.5132741 * i));
    }
    EXPECT_EQ(ConvexPolygon::fromLoop(star).error().code, Code::NotConvex) << "all its corners turn left";
    EXPECT_EQ(ConvexPolygon::fromLoop(Loop{{1, 1}}).error().code, Code::Coincident);
    EXPECT_EQ(ConvexPolygon::fromLoop(Loop{}).error().code, Code::Empty);
}

TEST(PlanarSeparation, EdgeOfB) {
    const Loop diamond{{0, -2}, {2, 0}, {0, 2}, {-2, 0}};
    const PlanarSeparation result = separationOf(kSquare, moved(diamond, {2.5, 2.5}));
    EXPECT_FALSE(result.isEdgeOfA);
    EXPECT_EQ(result.edge, 3u) << "the edge next to the square";
    EXPECT_NEAR(result.separation, 1.0 / std::sqrt(2.0), 1e-15);
    EXPECT_NEAR(result.normalAToB.x, std::sqrt(0.5), 1e-15);
}

TEST(PlanarSeparation, TiesGoToAThenToTheLowestEdge) {
    const PlanarSeparation twins = separationOf(kSquare, kSquare);
    EXPECT_EQ(twins.separation, -2.0);
    EXPECT_TRUE(twins.isEdgeOfA);
    EXPECT_EQ(twins.edge, 0u);
}

TEST(PlanarSeparation, Segments) {
    const Loop horizontal{{-1, 0}, {1, 0}};
    EXPECT_EQ(separationOf(horizontal, moved(horizontal, {0, 3})).separation, 3.0);
    EXPECT_EQ(separationOf(kSquare, moved(horizontal, {0, 1.5})).separation, 0.5);
    EXPECT_EQ(separationOf(kSquare, moved(horizontal, {1.75, 0})).separation, -0.25);
    EXPECT_EQ(separationOf(horizontal, {{0, -1}, {0, 1}}).separation, -1.0);
}

TEST(PlanarSeparation, TranslationByTheDepthSeparates) {
    int overlapping = 0, apart = 0, edgesOfA = 0, edgesOfB = 0;
    test::forEachTrial(4, 2000, [&](Random& random, int) {
        Loop points[2];
        for (Loop& cloud : points) {
            const double scale = random.uniform(0.2, 2.0);
            const std::uint32_t count = 3 + random.below(20);
            for (std::uint32_t i = 0; i < count; ++i) {
                cloud.push_back({scale * random.uniform(-1, 1), scale * random.uniform(-1, 1)});
            }
        }
        const Loop a = hullOf(points[0]);
        const Loop b = moved(hullOf(points[1]), {random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5)});
        const PlanarSeparation best = separationOf(a, b);
        ASSERT_NEAR(glm::length(best.normalAToB), 1.0, 1e-15);
        EXPECT_NEAR(separationAlong(a, b, best.normalAToB), best.separation, 1e-14);
        // No other direction separates more.
        for (int i = 0; i < 64; ++i) {
            const double angle = 0.0981747704246810387 * i;
            const glm::dvec2 axis{std::cos(angle), std::sin(angle)};
            if (best.separation < 0.0) {
                EXPECT_LE(separationAlong(a, b, axis), best.separation + 1e-14);
            }
        }
        if (best.separation < 0.0) {
            const Loop pushed = moved(b, best.normalAToB * -best.separation);
            EXPECT_NEAR(separationOfLoops(a, pushed).separation, 0.0, 1e-14);
        }
        ++(best.separation < 0.0 ? overlapping : apart);
        ++(best.isEdgeOfA ? edgesOfA : edgesOfB);
    });
    EXPECT_GT(std::min({overlapping, apart, edgesOfA, edgesOfB}), 300)
        << overlapping << " overlapping, " << apart << " apart, " << edgesOfA << " edges of A, " << edgesOfB
        << " of B";
}

TEST(PlanarSeparation, AlgorithmsAgreeOnHardPolygons) {
    test::forEachTrial(5, 2000, [&](Random& random, int) {
        // Nearly parallel edges, vertices that differ by rounding errors, and duplicates.
        Loop points;
        const std::uint32_t count = 3 + random.below(40);
        for (std::uint32_t i = 0; i < count; ++i) {
            const bool lattice = random.chance(0.7);
            glm::dvec2 point{lattice ? random.below(4) : random.uniform(0, 3),
                             lattice ? random.below(4) : random.uniform(0, 3)};
            point += 1e-16 * glm::dvec2{random.below(8), random.below(8)};
            points.push_back(point);
        }
        const Loop a = hullOf(points);
        const Loop b = hullOf(moved(a, {random.below(5), random.below(5)}));
        if (a.size() < 2 || b.size() < 2) {
            return;
        }
        separationOf(a, b);
        separationOf(b, hullOf(kSquare));
    });
}

TEST(PlanarSeparation, AlgorithmsAgreeOnSubdividedEdges) {
    // Points on the edges of a triangle, with rounding errors: the exact hull keeps many nearly collinear
    // vertices, along which computed supports are not monotone.
    std::size_t vertices = 0;
    test::forEachTrial(6, 500, [&](Random& random, int) {
        glm::dvec2 triangle[3];
        for (glm::dvec2& vertex : triangle) {
            vertex = {random.uniform(-1, 1), random.uniform(-1, 1)};
        }
        Loop points(triangle, triangle + 3);
        for (int i = 0; i < 60; ++i) {
            points.push_back(glm::mix(triangle[i % 3], triangle[(i + 1) % 3], random.unit()));
        }
        const Loop a = hullOf(points);
        const Loop b = hullOf(moved(a, {random.uniform(-1, 1), random.uniform(-1, 1)}));
        separationOf(a, b);
        vertices += a.size();
    });
    EXPECT_GT(vertices, 5000u);
}

TEST(PlanarSeparation, LargePolygons) {
    // Points of a circle: (1 - t^2, 2t) / (1 + t^2).
    Loop points;
    for (int i = -500; i <= 500; ++i) {
        const double t = i / 100.0;
        points.emplace_back((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t));
    }
    const Loop circle = hullOf(points);
    ASSERT_GT(circle.size(), 900u);
    const PlanarSeparation result = separationOf(circle, moved(circle, {1.2, 1.6}));
    EXPECT_NEAR(result.separation, 0.0, 1e-4);
    EXPECT_GE(result.separation, 0.0);
    EXPECT_NEAR(glm::dot(result.normalAToB, glm::dvec2(0.6, 0.8)), 1.0, 1e-4);
}

}  // namespace
