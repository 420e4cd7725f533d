#pragma once

/// @file
/// The neighbors of the triangles of a TriangleMesh.

#include <sat3d/geometry/bvh.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A part of a triangle's edge, and the other triangles that it lies on.
struct EdgePart {
    double from = 0.0, to = 1.0;               ///< fractions of the edge
    std::span<const std::uint32_t> triangles;  ///< empty: a border
};

/// The triangles at each edge and at each vertex of a mesh. Edges and vertices meet if they share vertices of
/// equal position. Borders are also compared by position: an edge may lie on several triangles (a
/// T-junction), on the inside of one, or beside one whose corners differ by rounding.
class MeshAdjacency {
public:
    /// Input of the computation.
    struct Source {
        std::span<const glm::vec3> vertices;
        std::span<const std::uint32_t> indices;  ///< three per triangle
        std::span<const std::uint32_t>
            sameVertex;   ///< for each vertex, the lowest vertex at the same position
        const Bvh* tree;  ///< over the triangles that have an area
    };

    MeshAdjacency() = default;
    /// O(n log n). Triangles that are not in the tree have no neighbors.
    explicit MeshAdjacency(const Source& source);

    /// The parts of edge `edge` (vertex `edge` to the next) of a triangle: at least one, in ascending order.
    /// @param take  (const EdgePart&)
    template <class Take>
    void forEachPart(std::uint32_t triangle, std::uint32_t edge, const Take& take) const {
        const std::uint32_t& across = acrossEdge_[3 * std::size_t{triangle} + edge];
        if (across == kBorder) {
            take(EdgePart{});
        } else if (across < kParts) {
            take(EdgePart{0.0, 1.0, {&across, 1}});
        } else {
            const Range list = partsOfEdge_[across - kParts];
            for (std::uint32_t i = list.first; i < list.first + list.count; ++i) {
                const Part& part = parts_[i];
                take(EdgePart{double(part.from), double(part.to),
                              std::span(besideParts_).subspan(part.beside.first, part.beside.count)});
            }
        }
    }

    /// The triangles at a vertex, ascending.
    /// @param vertex  the lowest vertex at its position
    [[nodiscard]] std::span<const std::uint32_t> trianglesAt(std::uint32_t vertex) const {
        return std::span(aroundVertex_)
            .subspan(firstAroundVertex_[vertex], firstAroundVertex_[vertex + 1] - firstAroundVertex_[vertex]);
    }

private:
    friend class MeshAdjacencyBuilder;

    static constexpr std::uint32_t kBorder = 0xffffffffu, kParts = 1u << 30;

    struct Range {
        std::uint32_t first, count;
    };
    struct Part {
        float from, to;
        Range beside;
    };

    /// Three per triangle: the triangle beyond the edge, kBorder, or kParts plus an index of partsOfEdge_.
    std::vector<std::uint32_t> acrossEdge_;
    std::vector<Range> partsOfEdge_;  ///< ranges of parts_
    std::vector<Part> parts_;
    std::vector<std::uint32_t> besideParts_;
    std::vector<std::uint32_t> firstAroundVertex_, aroundVertex_;
};

}  // namespace sat3d::SAT3D_ABI
