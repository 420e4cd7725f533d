// The kernel's form of a Box, which scales one template, against the baked form of the same hull. Both may
// number their features differently, so the facts are compared by position.

#include "narrowphase/convex/box_kernel_hull.hpp"

#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "support/trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using Point = std::array<float, 3>;

/// The plane of a face.
using PlaneFacts = std::pair<Point, float>;
/// An edge: both ends with the plane to the left of the way from the other end, the lower end first; the
/// direction from it.
using EdgeFacts = std::tuple<Point, PlaneFacts, Point, PlaneFacts, Point>;
/// A side of a face: start, outward normal, offset, length.
using SideFacts = std::tuple<Point, Point, float, float>;
/// A face that meets a vertex, and the next vertex of that face.
using CornerFacts = std::pair<Point, Point>;

KernelBox kernelBox(const glm::vec3& halfExtents, const glm::vec3& center = glm::vec3(0.0f)) {
    return kernelBoxOf(Box{.halfExtents = halfExtents}, center);
}

Point vertexOf(const KernelHull& hull, std::size_t number) {
    const glm::vec3 vertex = hull.vertex(static_cast<std::uint32_t>(number));
    return {vertex.x, vertex.y, vertex.z};
}

PlaneFacts planeOf(const KernelHull& hull, std::size_t number) {
    const auto face = static_cast<std::uint32_t>(number);
    const glm::vec3 normal = hull.normal(face);
    return {{normal.x, normal.y, normal.z}, hull.faceOffset(face)};
}

Point vectorOf(const KernelHull::Edge& edge, KernelHull::Edge::Lane lane) {
    return {edge.x[lane], edge.y[lane], edge.z[lane]};
}

PlaneFacts planeOf(const KernelHull::Edge& edge, KernelHull::Edge::Lane face) {
    return {vectorOf(edge, face), edge.offset[face]};
}

Point combined(float u, const float* axisU, float v, const float* axisV, float w, const Point& normal) {
    Point point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        point[axis] = u * axisU[axis] + v * axisV[axis] + w * normal[axis];
    }
    return point;
}

std::set<PlaneFacts> facesOf(const KernelHull& hull) {
    std::set<PlaneFacts> faces;
    for (std::size_t face = 0; face < hull.faceCount; ++face) {
        faces.insert(planeOf(hull, face));
    }
    return faces;
}

/// The edges. Also expects that the arrays agree on their ends and faces.
std::set<EdgeFacts> edgesOf(const KernelHull& hull) {
    std::set<EdgeFacts> edges;
    for (std::size_t i = 0; i < hull.edges.size(); ++i) {
        const KernelHull::Edge& edge = hull.edges[i];
        const auto& [ends, faces] = hull.edges[i].ends;
        const Point from = vertexOf(hull, ends[0]), to = vertexOf(hull, ends[1]);
        const PlaneFacts left = planeOf(edge, KernelHull::Edge::Left),
                         right = planeOf(edge, KernelHull::Edge::Right);
        EXPECT_EQ(left, planeOf(hull, faces[0]));
        EXPECT_EQ(right, planeOf(hull, faces[1]));
        for (std::size_t side = 0; side < 2; ++side) {
            EXPECT_EQ(hull.edgeFaces[0].faces[side][i], faces[side]);
        }
        EXPECT_EQ(vectorOf(edge, KernelHull::Edge::Vertex), from);
        const Point along = vectorOf(edge, KernelHull::Edge::Direction);
        if (from < to) {
            edges.emplace(from, left, to, right, along);
        } else {
            edges.emplace(to, right, from, left, Point{-along[0], -along[1], -along[2]});
        }
    }
    return edges;
}

/// The sides of all faces.
std::set<SideFacts> sidesOf(const KernelHull& hull) {
    using Row = HullAdjacency::Row;
    std::set<SideFacts> sides;
    for (std::size_t i = 0; i < hull.faceCount; ++i) {
        const HullAdjacency::Face& face = hull.adjacency.faces[i];
        const auto& [normal, offset] = planeOf(hull, i);
        EXPECT_EQ(Point({face.normalOffset[0], face.normalOffset[1], face.normalOffset[2]}), normal);
        EXPECT_EQ(face.normalOffset[3], offset);
        EXPECT_EQ(face.vertexCount, 4);
        EXPECT_EQ(face.padded, 4);
        const float* const rows = hull.adjacency.rowsOf(face);
        for (std::size_t side = 0; side < 4; ++side) {
            const auto row = [&](Row name) { return rows[std::size_t{name} * 4 + side]; };
            const Point start = combined(row(Row::X), face.u, row(Row::Y), face.v, offset, normal);
            EXPECT_EQ(start, vertexOf(hull, std::bit_cast<std::uint32_t>(row(Row::Vertex))));
            sides.emplace(start,
                          combined(row(Row::OutwardX), face.u, row(Row::OutwardY), face.v, 0.0f, normal),
                          row(Row::Offset), row(Row::Length));
        }
    }
    return sides;
}

/// The corners of faces, by vertex.
std::set<std::pair<Point, std::set<CornerFacts>>> fansOf(const KernelHull& hull) {
    std::set<std::pair<Point, std::set<CornerFacts>>> fans;
    for (std::size_t vertex = 0; vertex < hull.vertexCount; ++vertex) {
        const HullAdjacency::Fan& fan = hull.adjacency.fans[vertex];
        EXPECT_EQ(fan.root, vertex);
        EXPECT_EQ(fan.count, 4);
        std::set<CornerFacts> corners;
        for (std::size_t i = fan.first; i < fan.first + fan.count; ++i) {
            corners.emplace(planeOf(hull, hull.adjacency.fanFaces[i]).first,
                            vertexOf(hull, hull.adjacency.fanVertices[i]));
        }
        EXPECT_EQ(corners.size(), 3u);
        fans.emplace(vertexOf(hull, vertex), corners);
    }
    return fans;
}

void expectPadding(const KernelHull& hull) {
    ASSERT_EQ(hull.vertices.size(), 1u);
    ASSERT_EQ(hull.faces.size(), 1u);
    EXPECT_EQ(hull.secondVertices, hull.vertices.data());
    EXPECT_EQ(hull.secondFaces, hull.faces.data());
    for (std::size_t i = hull.vertexCount; i < KernelHull::kBlock; ++i) {
        EXPECT_EQ(vertexOf(hull, i), vertexOf(hull, 0));
    }
    for (std::size_t i = hull.faceCount; i < KernelHull::kBlock; ++i) {
        EXPECT_EQ(planeOf(hull, i), PlaneFacts({0.0f, 0.0f, 0.0f}, 1e30f));
    }
}

/// Expects the numbers of a Box for all features.
void expectNumbersOfBox(const KernelHull& hull) {
    for (std::size_t vertex = 0; vertex < hull.vertexCount; ++vertex) {
        const Point corner = vertexOf(hull, vertex);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(corner[axis] > 0.0f, (vertex >> axis & 1u) != 0);
        }
    }
    for (std::size_t face = 0; face < hull.faceCount; ++face) {
        const std::uint32_t id = hull.faceIds[face];
        EXPECT_EQ(planeOf(hull, face).first[id / 2], id % 2 == 1 ? 1.0f : -1.0f);
        EXPECT_EQ(hull.adjacency.faces[face].id, id);
    }
    for (std::size_t edge = 0; edge < hull.edges.size(); ++edge) {
        const auto [from, to] = endsOfBoxEdge(hull.edgeIds[edge]);
        const HullAdjacency::EdgeEnds& ends = hull.edges[edge].ends;
        EXPECT_EQ(ends.vertices[0], from);
        EXPECT_EQ(ends.vertices[1], to);
    }
}

void expectAsBaked(const glm::vec3& half) {
    SCOPED_TRACE("half extents " + std::to_string(half.x) + ", " + std::to_string(half.y) + ", " +
                 std::to_string(half.z));
    const glm::vec3 center(3.0f, -0.1f, 7.0f);
    const KernelBox box = kernelBox(half, center);
    ASSERT_TRUE(hasKernelHull(box));
    BoxKernelHull scaled(box);
    scaled.addAdjacency();
    const auto bakedHull = ConvexHull::box(half);
    ASSERT_TRUE(bakedHull);
    const KernelHull &hull = scaled.hull(), &baked = bakedHull->data().kernel;

    EXPECT_EQ(hull.center, glm::dvec4(glm::dvec3(center), 0.0));
    EXPECT_GE(hull.radius, std::sqrt(glm::dot(glm::dvec3(half), glm::dvec3(half))));
    EXPECT_LE(hull.radius, 1.000001f * baked.radius);
    EXPECT_LT(hull.innerRadius, std::min({half.x, half.y, half.z}));
    EXPECT_GT(hull.innerRadius, 0.99999f * std::min({half.x, half.y, half.z}));
    ASSERT_EQ(hull.vertexCount, 8u);
    ASSERT_EQ(hull.faceCount, 6u);
    ASSERT_EQ(hull.edges.size(), 12u);
    ASSERT_EQ(hull.edgeFaces.size(), 1u);
    EXPECT_EQ(facesOf(hull), facesOf(baked));
    EXPECT_EQ(edgesOf(hull), edgesOf(baked));
    EXPECT_EQ(sidesOf(hull), sidesOf(baked));
    EXPECT_EQ(fansOf(hull), fansOf(baked));
    expectPadding(hull);
    expectNumbersOfBox(hull);
}

TEST(BoxKernelHull, HasTheArraysOfABakedHull) {
    for (const glm::vec3& half :
         {glm::vec3(1.0f), glm::vec3(0.1f, 2.0f, 30.0f), glm::vec3(2e-4f, 1, 1), glm::vec3(1, 2e-4f, 1),
          glm::vec3(1, 1, 2e-4f), glm::vec3(2e-4f, 2e-4f, 1)}) {
        expectAsBaked(half);
        expectAsBaked(1e-3f * half);
        expectAsBaked(1e3f * half);
    }
    int thin = 0;
    test::forEachTrial(931, 300, [&](Random& random, int) {
        glm::vec3 half;
        for (int axis = 0; axis < 3; ++axis) {
            half[axis] = static_cast<float>(std::exp2(random.uniform(-12.0, 0.0)));
        }
        thin += std::min({half.x, half.y, half.z}) < 1e-3f * std::max({half.x, half.y, half.z}) ? 1 : 0;
        expectAsBaked(half);
    });
    EXPECT_GT(thin, 10);
}

TEST(BoxKernelHull, HasNoAdjacencyUnlessItIsAdded) {
    const BoxKernelHull hull(kernelBox(glm::vec3(1.0f)));
    EXPECT_TRUE(hull.hull().adjacency.faces.empty());
    EXPECT_TRUE(hull.hull().adjacency.loops.empty());
    EXPECT_TRUE(hull.hull().adjacency.fans.empty());
}

TEST(BoxKernelHull, IsMissingForThinBoxesAndBadNumbers) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        for (const float scale : {1e-3f, 1.0f, 1e3f}) {
            const auto has = [&](float extent) {
                glm::vec3 half(scale);
                half[axis] = scale * extent;
                return hasKernelHull(kernelBox(half));
            };
            EXPECT_TRUE(has(1.0f));
            EXPECT_TRUE(has(2e-4f));
            EXPECT_FALSE(has(1e-4f)) << "the radius is greater than 1";
            EXPECT_TRUE(has(9e3f));
            EXPECT_FALSE(has(2e4f));
            for (const float bad : {0.0f, -0.0f, -1.0f, kNan, kInfinity}) {
                EXPECT_FALSE(has(bad)) << bad;
            }
        }
    }
    for (const float all : {0.0f, kNan, kInfinity, std::numeric_limits<float>::max()}) {
        EXPECT_FALSE(hasKernelHull(kernelBox(glm::vec3(all)))) << all;
    }
}

}  // namespace
