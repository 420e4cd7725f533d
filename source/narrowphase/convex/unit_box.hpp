#pragma once

/// @file
/// The box with half extents of 1 in the layout of the kernels for hulls, as constants. Features have the
/// numbers of a Box, and the same order.

#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Arrays of a KernelHull, with all padding.
struct UnitBox {
    static constexpr std::uint32_t kVertices = 8, kFaces = 6, kEdges = kBoxEdgeCount, kSides = 4, kFan = 4;

    using Vector = std::array<float, 3>;
    using Loops = std::array<float, std::size_t{kFaces} * HullAdjacency::kRowCount * kSides>;

    KernelHull::VertexBlock vertices{};
    KernelHull::FaceBlock planes{};
    std::array<KernelHull::Edge, kEdges> edges{};
    std::array<KernelHull::EdgeFaces, 1> edgeFaces{};
    std::array<std::uint32_t, kFaces> faceIds{};
    std::array<std::uint32_t, kEdges> edgeIds{};
    std::array<HullAdjacency::Face, kFaces> faces{};
    alignas(KernelHull::kAlignment) Loops loops{};
    std::array<HullAdjacency::Fan, kVertices> fans{};
    std::array<std::uint16_t, std::size_t{kFan} * kVertices> fanFaces{}, fanVertices{};

    constexpr UnitBox() {
        addVerticesAndNormals();
        for (std::uint32_t edge = 0; edge < kEdges; ++edge) {
            addEdge(edge);
        }
        for (std::uint32_t face = 0; face < kFaces; ++face) {
            addFace(face);
        }
        for (std::uint32_t vertex = 0; vertex < kVertices; ++vertex) {
            addFan(vertex);
        }
    }

private:
    static constexpr float kFarOffset = 1e30f;  ///< of padding faces, which are never a minimum
    static constexpr std::uint32_t kNone = kVertices;

    static constexpr Vector positionOf(std::uint32_t vertex) {
        const auto sign = [&](std::uint32_t axis) { return (vertex >> axis & 1u) != 0 ? 1.0f : -1.0f; };
        return {sign(0), sign(1), sign(2)};
    }
    static constexpr Vector normalOf(std::uint32_t face) {
        Vector normal{};
        normal[face / 2] = face % 2 == 1 ? 1.0f : -1.0f;
        return normal;
    }
    /// The unit direction of an edge.
    static constexpr Vector direction(std::uint32_t from, std::uint32_t to) {
        const Vector start = positionOf(from), end = positionOf(to);
        return {0.5f * (end[0] - start[0]), 0.5f * (end[1] - start[1]), 0.5f * (end[2] - start[2])};
    }
    static constexpr float dot(const Vector& a, const Vector& b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    static constexpr Vector cross(const Vector& a, const Vector& b) {
        return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    /// The vertex after another in the loop of a face; kNone if the face does not have that vertex.
    static constexpr std::uint32_t nextVertex(std::uint32_t face, std::uint32_t vertex) {
        for (std::size_t i = 0; i < kSides; ++i) {
            if (kBoxFaceVertices[face][i] == vertex) {
                return kBoxFaceVertices[face][(i + 1) % kSides];
            }
        }
        return kNone;
    }
    static constexpr std::uint32_t faceWithSide(std::uint32_t from, std::uint32_t to) {
        std::uint32_t face = 0;
        while (nextVertex(face, from) != to) {
            ++face;
        }
        return face;
    }

    constexpr void addVerticesAndNormals() {
        for (std::uint32_t i = 0; i < KernelHull::kBlock; ++i) {
            const Vector position = positionOf(i < kVertices ? i : 0),
                         normal = i < kFaces ? normalOf(i) : Vector{};
            vertices.x[i] = position[0], vertices.y[i] = position[1], vertices.z[i] = position[2];
            planes.x[i] = normal[0], planes.y[i] = normal[1], planes.z[i] = normal[2];
            planes.offset[i] = i < kFaces ? 1.0f : kFarOffset;
        }
    }

    constexpr void addEdge(std::uint32_t edge) {
        const auto [from, to] = endsOfBoxEdge(edge);
        const std::uint32_t left = faceWithSide(from, to), right = faceWithSide(to, from);
        const Vector columns[4] = {normalOf(left), normalOf(right), positionOf(from), direction(from, to)};
        for (std::size_t lane = 0; lane < 4; ++lane) {
            edges[edge].x[lane] = columns[lane][0];
            edges[edge].y[lane] = columns[lane][1];
            edges[edge].z[lane] = columns[lane][2];
        }
        edges[edge].offset[0] = edges[edge].offset[1] = 1.0f;
        edgeFaces[0].faces[0][edge] = static_cast<std::uint8_t>(left);
        edgeFaces[0].faces[1][edge] = static_cast<std::uint8_t>(right);
        edgeIds[edge] = edge;
        edges[edge].ends = {{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)},
                            {static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right)}};
    }

    constexpr void addFace(std::uint32_t face) {
        using Row = HullAdjacency::Row;
        const auto& loop = kBoxFaceVertices[face];
        const Vector n = normalOf(face), u = direction(loop[0], loop[1]), v = cross(n, u);
        faceIds[face] = face;
        faces[face] = {{n[0], n[1], n[2], 1.0f},
                       {u[0], u[1], u[2], 0.0f},
                       {v[0], v[1], v[2], 0.0f},
                       kSides * face,
                       kSides,
                       kSides,
                       static_cast<std::uint16_t>(face),
                       0};
        float* const rows = loops.data() + std::size_t{HullAdjacency::kRowCount} * kSides * face;
        for (std::size_t side = 0; side < kSides; ++side) {
            const Vector start = positionOf(loop[side]),
                         along = direction(loop[side], loop[(side + 1) % kSides]), outward = cross(along, n);
            rows[Row::X * kSides + side] = dot(start, u);
            rows[Row::Y * kSides + side] = dot(start, v);
            rows[Row::OutwardX * kSides + side] = dot(outward, u);
            rows[Row::OutwardY * kSides + side] = dot(outward, v);
            rows[Row::Offset * kSides + side] = 1.0f;
            rows[Row::Length * kSides + side] = 2.0f;
            rows[Row::Vertex * kSides + side] = std::bit_cast<float>(loop[side]);
        }
    }

    constexpr void addFan(std::uint32_t vertex) {
        const std::uint32_t first = kFan * vertex;
        std::uint32_t at = first;
        for (std::uint32_t face = 0; face < kFaces; ++face) {
            if (const std::uint32_t next = nextVertex(face, vertex); next != kNone) {
                fanFaces[at] = static_cast<std::uint16_t>(face);
                fanVertices[at++] = static_cast<std::uint16_t>(next);
            }
        }
        fanFaces[at] = fanFaces[first];  // padding
        fanVertices[at] = fanVertices[first];
        fans[vertex] = {first, kFan, static_cast<std::uint16_t>(vertex)};
    }
};

}  // namespace sat3d::SAT3D_ABI
