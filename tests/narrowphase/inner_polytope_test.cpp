#include "narrowphase/inner_polytope.hpp"

#include "support/random.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using detail::InnerPolytope;
using test::Random;

constexpr std::array<glm::dvec3, 4> kTetrahedron{{{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}};

/// Every edge as often one way as the other.
bool isClosed(const InnerPolytope& polytope) {
    std::map<std::pair<int, int>, int> edges;
    for (std::uint32_t i = 0; i < polytope.faceCount(); ++i) {
        const auto& corners = polytope.face(i).corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const int from = corners[k], to = corners[(k + 1) % 3];
            edges[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : -1;
        }
    }
    return std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 0; });
}

/// All points on or below every face, and every face through three of them.
void expectHullOf(const InnerPolytope& polytope, const std::vector<glm::dvec3>& points) {
    for (std::uint32_t i = 0; i < polytope.faceCount(); ++i) {
        const InnerPolytope::Face& face = polytope.face(i);
        EXPECT_NEAR(glm::length(face.normal), 1.0, 1e-12);
        for (const glm::dvec3& point : points) {
            EXPECT_LE(glm::dot(face.normal, point), face.distance + 1e-8);
        }
        for (const std::uint8_t corner : face.corners) {
            EXPECT_NEAR(glm::dot(face.normal, points[corner]), face.distance, 1e-9);
        }
    }
}

TEST(InnerPolytope, StartsEitherWayRound) {
    for (const bool swapped : {false, true}) {
        std::array<glm::dvec3, 4> corners = kTetrahedron;
        if (swapped) {
            std::swap(corners[1], corners[2]);
        }
        InnerPolytope polytope;
        ASSERT_TRUE(polytope.start(corners));
        EXPECT_EQ(polytope.faceCount(), 4u);
        EXPECT_TRUE(isClosed(polytope));
        expectHullOf(polytope, {corners.begin(), corners.end()});
        ASSERT_NE(polytope.nearest(), nullptr);
        EXPECT_NEAR(polytope.nearest()->distance, 1.0 / std::sqrt(3.0), 1e-12);
    }
}

TEST(InnerPolytope, RefusesWhatIsFlat) {
    InnerPolytope polytope;
    EXPECT_FALSE(polytope.start({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-7}}}));
    EXPECT_FALSE(polytope.start({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 1}}}));
    EXPECT_FALSE(polytope.start({{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}}));
    ASSERT_TRUE(polytope.start(kTetrahedron));
    EXPECT_FALSE(polytope.add({0.1, 0.1, 0.1})) << "a point inside";
}

TEST(InnerPolytope, GrowsToTheHullOfItsPoints) {
    Random random(54);
    for (int round = 0; round < 200; ++round) {
        InnerPolytope polytope;
        std::vector<glm::dvec3> points(kTetrahedron.begin(), kTetrahedron.end());
        ASSERT_TRUE(polytope.start(kTetrahedron));
        while (points.size() < InnerPolytope::kMaxPoints) {
            points.push_back(2.0 * random.direction());  // beyond the tetrahedron's sphere: always outside
            ASSERT_TRUE(polytope.add(points.back()));
            ASSERT_TRUE(isClosed(polytope));
        }
        // The tetrahedron's own corners may have been swallowed, and no other.
        EXPECT_GE(polytope.faceCount(), 2 * (InnerPolytope::kMaxPoints - 4) - 4);
        expectHullOf(polytope, points);
        EXPECT_FALSE(polytope.add({5, 5, 5})) << "no room";
    }
}

TEST(InnerPolytope, NearestPassesOverOutermostFaces) {
    InnerPolytope polytope;
    ASSERT_TRUE(polytope.start({{{1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}, {0, 0, 5}}}));
    std::vector<double> distances;
    while (InnerPolytope::Face* const face = polytope.nearest()) {
        distances.push_back(face->distance);
        face->isOutermost = true;
    }
    EXPECT_EQ(distances.size(), 4u);
    EXPECT_TRUE(std::is_sorted(distances.begin(), distances.end()));
}

}  // namespace
