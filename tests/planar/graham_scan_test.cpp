#include "support/random.hpp"

#include <sat3d/math/exact.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;
using Points = std::vector<glm::dvec2>;

/// Straight from the definition, with exact decisions, O(n^3): p is a corner when a line through p leaves all
/// other points strictly on one side or, on the line, all on one side of p. It is enough to try the lines
/// through p and each other point.
std::set<std::uint32_t> cornersByDefinition(const Points& points) {
    std::set<std::uint32_t> corners;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const glm::dvec2& p = points[i];
        bool isFirst = true, hasOther = false, isCorner = false;
        for (std::uint32_t j = 0; j < points.size(); ++j) {
            if (points[j] == p) {
                isFirst = isFirst && j >= i;
                continue;
            }
            hasOther = true;
            const auto leavesOnOneSide = [&](const glm::dvec2& q) {
                const int turn = orient2d(p, points[j], q);
                // On the line itself: exact comparison on which side of p the point lies.
                const bool ahead = points[j].x != p.x ? (q.x > p.x) == (points[j].x > p.x)
                                                      : (q.y > p.y) == (points[j].y > p.y);
                return q == p || turn > 0 || (turn == 0 && ahead);
            };
            isCorner = isCorner || std::all_of(points.begin(), points.end(), leavesOnOneSide);
        }
        if (isFirst && (isCorner || !hasOther)) {
            corners.insert(i);
        }
    }
    return corners;
}

void expectHull(const Points& points) {
    const std::vector<std::uint32_t> corners = grahamScan(points);
    EXPECT_EQ(std::set<std::uint32_t>(corners.begin(), corners.end()), cornersByDefinition(points));
    ASSERT_FALSE(corners.empty());
    for (const glm::dvec2& point : points) {
        const glm::dvec2& first = points[corners[0]];
        EXPECT_TRUE(first.y < point.y || (first.y == point.y && first.x <= point.x));
    }
    if (corners.size() < 3) {
        return;
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        EXPECT_EQ(orient2d(points[corners[i]], points[corners[(i + 1) % corners.size()]],
                           points[corners[(i + 2) % corners.size()]]),
                  1)
            << "not strictly convex after corner " << i;
    }
}

TEST(GrahamScan, FewPoints) {
    EXPECT_THAT(grahamScan(Points{}), IsEmpty());
    EXPECT_THAT(grahamScan(Points{{1, 2}}), ElementsAre(0u));
    EXPECT_THAT(grahamScan(Points{{1, 2}, {1, 2}, {1, 2}}), ElementsAre(0u));
    EXPECT_THAT(grahamScan(Points{{1, 2}, {0, 5}}), ElementsAre(0u, 1u));
    EXPECT_THAT(grahamScan(Points{{2, 2}, {0, 0}, {1, 1}, {2, 2}, {0, 0}}), ElementsAre(1u, 0u));
    EXPECT_THAT(grahamScan(Points{{0, 1}, {0, 0}, {1, 0}}), ElementsAre(1u, 2u, 0u));
}

TEST(GrahamScan, DuplicatesKeepTheLowestIndex) {
    const Points points{{1, 1}, {1, 1}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 0}};
    EXPECT_THAT(grahamScan(points), ElementsAre(2u, 4u, 0u, 6u));
}

TEST(GrahamScan, LeavesOutPointsOnEdges) {
    Points points;
    for (int x = 0; x <= 4; ++x) {
        for (int y = 0; y <= 4; ++y) {
            points.emplace_back(x, y);
        }
    }
    EXPECT_THAT(grahamScan(points), ElementsAre(0u, 20u, 24u, 4u));
}

TEST(GrahamScan, ReusesTheCallersMemory) {
    std::vector<std::uint32_t> corners;
    grahamScan(Points{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.5}}, corners);
    const std::uint32_t* memory = corners.data();
    grahamScan(Points{{0, 0}, {1, 0}, {0, 1}}, corners);
    EXPECT_EQ(corners.data(), memory);
    EXPECT_THAT(corners, ElementsAre(0u, 1u, 2u));
}

TEST(GrahamScan, SmallestSteps) {
    // Points a few units in the last place apart on a line of slope one, with two far points that nearly
    // extend it: plain double arithmetic gets many of these turns wrong (Kettner et al., "Classroom Examples
    // of Robustness Problems in Geometric Computations", 2008).
    Random random(1);
    const double ulp = std::numeric_limits<double>::epsilon() / 2.0;
    for (int round = 0; round < 200; ++round) {
        Points points{{12, 12}, {24, 24}};
        for (int i = 0; i < 12; ++i) {
            points.emplace_back(0.5 + ulp * random.below(16), 0.5 + ulp * random.below(16));
        }
        SCOPED_TRACE(round);
        expectHull(points);
    }
}

TEST(GrahamScan, EdgesSeenFromTheirEnd) {
    // What a projection along an edge makes: every corner twice or more, apart by rounding.
    Random random(2);
    for (int round = 0; round < 200; ++round) {
        Points points;
        for (int i = 0; i < 6; ++i) {
            const glm::dvec2 corner{random.uniform(-1, 1), random.uniform(-1, 1)};
            for (int copy = 0; copy < 3; ++copy) {
                points.emplace_back(corner.x * (1.0 + 1e-16 * random.below(4)),
                                    corner.y + 1e-16 * random.below(3));
            }
        }
        SCOPED_TRACE(round);
        expectHull(points);
    }
}

TEST(GrahamScan, AgreesWithTheDefinition) {
    Random random(3);
    int corners = 0;
    for (int round = 0; round < 300; ++round) {
        // Half on a coarse lattice: many duplicates, collinear runs and horizontal ties.
        const bool lattice = random.chance(0.5);
        Points points;
        const std::uint32_t count = 1 + random.below(24);
        for (std::uint32_t i = 0; i < count; ++i) {
            points.emplace_back(lattice ? random.below(5) : random.uniform(-1, 1),
                                lattice ? random.below(5) : random.uniform(-1, 1));
        }
        SCOPED_TRACE(round);
        expectHull(points);
        corners += static_cast<int>(grahamScan(points).size());
    }
    EXPECT_GT(corners, 1500);
}

}  // namespace
