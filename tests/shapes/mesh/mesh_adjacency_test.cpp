// Neighbors of triangles: of a mesh against the formula of a height field, and at edges that do not share
// vertices.

#include "shapes/mesh/mesh_adjacency.hpp"

#include "shapes/mesh/height_field_adjacency.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

struct Part {
    double from, to;
    std::vector<std::uint32_t> triangles;
};

std::vector<Part> partsOf(const TriangleMesh& mesh, std::uint32_t triangle, std::uint32_t edge) {
    std::vector<Part> parts;
    mesh.data().adjacency.forEachPart(triangle, edge, [&](const EdgePart& part) {
        parts.push_back({part.from, part.to, {part.triangles.begin(), part.triangles.end()}});
    });
    return parts;
}

TEST(MeshAdjacency, AgreesWithTheFormulaOfHeightFields) {
    Random random(381);
    int borders = 0, shared = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const HeightField field = test::randomField(random);
        const auto [list, numbers] = test::trianglesOf(field);
        const TriangleMesh mesh = test::meshOf(list);
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            for (std::uint32_t edge = 0; edge < 3; ++edge) {
                const std::uint32_t across = acrossEdge(field.data(), numbers[i], edge);
                const auto parts = partsOf(mesh, i, edge);
                ASSERT_EQ(parts.size(), 1u);
                ASSERT_EQ(parts[0].triangles.empty(), across == kNoIndex);
                ++(across == kNoIndex ? borders : shared);
                if (across != kNoIndex) {
                    EXPECT_EQ(parts[0].triangles.size(), 1u);
                    EXPECT_EQ(numbers[parts[0].triangles[0]], across);
                }
                std::vector<std::uint32_t> atVertex, expected;
                forEachTriangleAt(field.data(), numbers[i], edge,
                                  [&](std::uint32_t other) { expected.push_back(other); });
                const detail::MeshData& data = mesh.data();
                for (const std::uint32_t other :
                     data.adjacency.trianglesAt(data.sameVertex[data.indices[3 * i + edge]])) {
                    atVertex.push_back(numbers[other]);
                }
                std::sort(expected.begin(), expected.end());
                EXPECT_EQ(atVertex, expected);
            }
        }
    }
    EXPECT_GT(borders, 100);
    EXPECT_GT(shared, 1000);
}

TEST(MeshAdjacency, SplitsALongEdgeAtTJunctions) {
    test::TriangleList list;
    list.add({{glm::vec3(0, 0, 0), {3, 0, 0}, {0, -3, 0}}});
    list.add({{glm::vec3(1, 0, 0), {0, 0, 0}, {0, 1, 0}}});
    list.add({{glm::vec3(2, 0, 0), {1, 0, 0}, {1, 1, 0}}});
    const TriangleMesh mesh = test::meshOf(list);
    const auto parts = partsOf(mesh, 0, 0);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].triangles, std::vector<std::uint32_t>{1});
    EXPECT_EQ(parts[1].triangles, std::vector<std::uint32_t>{2});
    EXPECT_TRUE(parts[2].triangles.empty());
    EXPECT_NEAR(parts[1].from, 1.0 / 3.0, 1e-4);
    EXPECT_NEAR(parts[2].from, 2.0 / 3.0, 1e-4);
    EXPECT_EQ(partsOf(mesh, 1, 0)[0].triangles, std::vector<std::uint32_t>{0});
    EXPECT_EQ(partsOf(mesh, 2, 0)[0].triangles, std::vector<std::uint32_t>{0});
}

TEST(MeshAdjacency, JoinsCornersThatDifferByRounding) {
    const float off = 1e-6f;
    test::TriangleList list;
    list.add({{glm::vec3(0, 0, 0), {1, 0, 0}, {0, -1, 0}}});
    list.add({{glm::vec3(1 + off, off, 0), {-off, 0, off}, {0, 1, 0}}});
    list.add({{glm::vec3(0, 0, 0.01f), {1, 0, 0.01f}, {0, -1, 1}}});  // too far away
    const TriangleMesh mesh = test::meshOf(list);
    ASSERT_EQ(partsOf(mesh, 0, 0).size(), 1u);
    EXPECT_EQ(partsOf(mesh, 0, 0)[0].triangles, std::vector<std::uint32_t>{1});
    EXPECT_EQ(partsOf(mesh, 1, 0)[0].triangles, std::vector<std::uint32_t>{0});
    EXPECT_TRUE(partsOf(mesh, 2, 0)[0].triangles.empty());
}

TEST(MeshAdjacency, FindsTheWallThatAFloorEndsAt) {
    test::TriangleList list;
    list.add({{glm::vec3(0, 0, 0), {1, 0, 0}, {0, -1, 0}}});  // its edge lies inside of the wall
    list.add({{glm::vec3(-5, 0, -5), {5, 0, -5}, {0, 0, 9}}});
    const TriangleMesh mesh = test::meshOf(list);
    ASSERT_EQ(partsOf(mesh, 0, 0).size(), 1u);
    EXPECT_EQ(partsOf(mesh, 0, 0)[0].triangles, std::vector<std::uint32_t>{1});
    EXPECT_TRUE(partsOf(mesh, 1, 0)[0].triangles.empty());
}

TEST(MeshAdjacency, KnowsAllTrianglesAtAnEdgeOfThree) {
    test::TriangleList list;
    for (const glm::vec3& tip : {glm::vec3(0, 1, 0), glm::vec3(0, -1, 0), glm::vec3(0, 0, 1)}) {
        list.add({{glm::vec3(0, 0, 0), {1, 0, 0}, tip}});
    }
    const TriangleMesh mesh = test::meshOf(list);
    for (std::uint32_t i = 0; i < 3; ++i) {
        ASSERT_EQ(partsOf(mesh, i, 0).size(), 1u);
        EXPECT_EQ(partsOf(mesh, i, 0)[0].triangles.size(), 2u);
    }
}

}  // namespace
