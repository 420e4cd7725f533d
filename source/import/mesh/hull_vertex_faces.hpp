#pragma once

/// Faces of a hull at the vertices of the surface that it was built from.

#include "geometry/hull_measures/hull_view.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// The hull faces at each vertex of a surface. A vertex that is not a vertex of the hull has none.
class HullVertexFaces {
public:
    /// @param hull  built from the vertices of the surface: its input indices refer to them
    HullVertexFaces(const HullView& hull, std::size_t vertexCount) : ends_(vertexCount + 1) {
        forEachCorner(hull, [&](std::uint32_t vertex, std::uint32_t) { ++ends_[vertex]; });
        std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), 0u);
        faces_.resize(ends_.back());
        // Each start moves to the end of its list, which is the start of the next list.
        forEachCorner(hull,
                      [&](std::uint32_t vertex, std::uint32_t face) { faces_[ends_[vertex]++] = face; });
    }

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t vertex) const {
        const std::uint32_t begin = vertex == 0 ? 0 : ends_[vertex - 1];
        return std::span(faces_).subspan(begin, ends_[vertex] - begin);
    }

private:
    template <class Visit>
    static void forEachCorner(const HullView& hull, Visit&& visit) {
        for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
            for (const std::uint32_t vertex : hull.verticesOfFace(face)) {
                visit(hull.inputIndices[vertex], face);
            }
        }
    }

    std::vector<std::uint32_t> ends_;   // end of each vertex's list in faces_
    std::vector<std::uint32_t> faces_;  // ascending for each vertex
};

}  // namespace sat3d::SAT3D_ABI::importing
