#include "support/trials.hpp"

#include <sat3d/math/exact.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;
using Points = std::vector<glm::dvec2>;

/// Hull vertices by their definition, with exact decisions, O(n^3): p is a vertex if a line through p has all
/// other points strictly on one side or, on the line, on one side of p. It is sufficient to test the lines
/// through p and each other point.
std::set<std::uint32_t> verticesByDefinition(const Points& points) {
    std::set<std::uint32_t> vertices;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const glm::dvec2& p = points[i];
        bool isFirst = true, hasOther = false, isVertex = false;
        for (std::uint32_t j = 0; j < points.size(); ++j) {
            if (points[j] == p) {
                isFirst = isFirst && j >= i;
                continue;
            }
            hasOther = true;
            const auto leavesOnOneSide = [&](const glm::dvec2& q) {
                const int turn = orient2d(p, points[j], q);
                // On the line: the side of p on which the point lies, by exact comparison.
                const bool ahead = points[j].x != p.x ? (q.x > p.x) == (points[j].x > p.x)
                                                      : (q.y > p.y) == (points[j].y > p.y);
                return q == p || turn > 0 || (turn == 0 && ahead);
            };
            isVertex = isVertex || std::all_of(points.begin(), points.end(), leavesOnOneSide);
        }
        if (isFirst && (isVertex || !hasOther)) {
            vertices.insert(i);
        }
    }
    return vertices;
}

void expectHull(const Points& points) {
    const std::vector<std::uint32_t> vertices = grahamScan(points);
    EXPECT_EQ(std::set<std::uint32_t>(vertices.begin(), vertices.end()), verticesByDefinition(points));
    ASSERT_FALSE(vertices.empty());
    for (const glm::dvec2& point : points) {
        const glm::dvec2& first = points[vertices[0]];
        EXPECT_TRUE(first.y < point.y || (first.y == point.y && first.x <= point.x));
    }
    if (vertices.size() < 3) {
        return;
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        EXPECT_EQ(orient2d(points[vertices[i]], points[vertices[(i + 1) % vertices.size()]],
                           points[vertices[(i + 2) % vertices.size()]]),
                  1)
            << "not strictly convex after vertex " << i;
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

TEST(GrahamScan, OmitsPointsOnEdges) {
    Points points;
    for (int x = 0; x <= 4; ++x) {
        for (int y = 0; y <= 4; ++y) {
            points.emplace_back(x, y);
        }
    }
    EXPECT_THAT(grahamScan(points), ElementsAre(0u, 20u, 24u, 4u));
}

TEST(GrahamScan, ReusesMemory) {
    std::vector<std::uint32_t> vertices;
    grahamScan(Points{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.5}}, vertices);
    const std::uint32_t* memory = vertices.data();
    grahamScan(Points{{0, 0}, {1, 0}, {0, 1}}, vertices);
    EXPECT_EQ(vertices.data(), memory);
    EXPECT_THAT(vertices, ElementsAre(0u, 1u, 2u));
}

TEST(GrahamScan, NearlyCollinearPoints) {
    // Points a few ulps apart near a line of slope one, and two distant points near that line. Double
    // arithmetic gets many of these orientations wrong (Kettner et al., "Classroom Examples of Robustness
    // Problems in Geometric Computations", 2008).
    const double ulp = std::numeric_limits<double>::epsilon() / 2.0;
    test::forEachTrial(1, 200, [&](Random& random, int) {
        Points points{{12, 12}, {24, 24}};
        for (int i = 0; i < 12; ++i) {
            points.push_back({0.5 + ulp * random.below(16), 0.5 + ulp * random.below(16)});
        }
        expectHull(points);
    });
}

TEST(GrahamScan, ProjectionsAlongAnEdge) {
    // A projection along an edge maps several vertices to one point, up to rounding errors.
    test::forEachTrial(2, 200, [&](Random& random, int) {
        Points points;
        for (int i = 0; i < 6; ++i) {
            const glm::dvec2 vertex{random.uniform(-1, 1), random.uniform(-1, 1)};
            for (int copy = 0; copy < 3; ++copy) {
                points.push_back(
                    {vertex.x * (1.0 + 1e-16 * random.below(4)), vertex.y + 1e-16 * random.below(3)});
            }
        }
        expectHull(points);
    });
}

TEST(GrahamScan, EqualsTheDefinition) {
    int vertices = 0;
    test::forEachTrial(3, 300, [&](Random& random, int) {
        // Half of the rounds use a coarse lattice: duplicates, collinear points and points of equal height.
        const bool lattice = random.chance(0.5);
        Points points;
        const std::uint32_t count = 1 + random.below(24);
        for (std::uint32_t i = 0; i < count; ++i) {
            points.push_back({lattice ? random.below(5) : random.uniform(-1, 1),
                              lattice ? random.below(5) : random.uniform(-1, 1)});
        }
        expectHull(points);
        vertices += static_cast<int>(grahamScan(points).size());
    });
    EXPECT_GT(vertices, 1500);
}

}  // namespace
