#pragma once

/// Faces of a hull around the vertices of the surface it was built from.

#include "geometry/hull_measures/hull_view.hpp"

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

class HullCorners {
public:
    /// @param hull  of the surface's vertices: its source indices are theirs
    HullCorners(const HullView& hull, std::size_t vertexCount) : firstFaceAt_(vertexCount + 1, 0) {
        const auto forEachCorner = [&](auto&& visit) {
            for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
                for (const std::uint32_t corner : hull.loopOf(face)) {
                    visit(hull.sourceIndices[corner], face);
                }
            }
        };
        forEachCorner([&](std::uint32_t vertex, std::uint32_t) { ++firstFaceAt_[vertex + 1]; });
        std::partial_sum(firstFaceAt_.begin(), firstFaceAt_.end(), firstFaceAt_.begin());
        facesAt_.resize(firstFaceAt_.back());
        std::vector<std::uint32_t> next = firstFaceAt_;
        forEachCorner([&](std::uint32_t vertex, std::uint32_t face) { facesAt_[next[vertex]++] = face; });
    }

    /// None for vertices that are no corners of the hull.
    [[nodiscard]] std::span<const std::uint32_t> facesAt(std::uint32_t vertex) const {
        return std::span(facesAt_).subspan(firstFaceAt_[vertex],
                                           firstFaceAt_[vertex + 1] - firstFaceAt_[vertex]);
    }

private:
    std::vector<std::uint32_t> firstFaceAt_, facesAt_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
