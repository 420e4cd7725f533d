#include "import/islands.hpp"

#include "geometry/primitives/disjoint_sets.hpp"

#include <limits>

namespace sat3d::inline SAT3D_ABI::importing {

std::vector<Surface> islands(const Surface& surface) {
    DisjointSets sets(surface.vertices.size());
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        const std::span<const std::uint32_t> face = surface.face(k);
        for (const std::uint32_t corner : face) {
            sets.join(face.front(), corner);
        }
    }
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> partOfSet(surface.vertices.size(), kNone);
    std::vector<std::uint32_t> indexInPart(surface.vertices.size());
    std::vector<Surface> parts;
    for (std::uint32_t vertex = 0; vertex < surface.vertices.size(); ++vertex) {
        std::uint32_t& part = partOfSet[sets.setOf(vertex)];
        if (part == kNone) {
            part = static_cast<std::uint32_t>(parts.size());
            parts.emplace_back();
        }
        indexInPart[vertex] = static_cast<std::uint32_t>(parts[part].vertices.size());
        parts[part].vertices.push_back(surface.vertices[vertex]);
    }
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        Surface& part = parts[partOfSet[sets.setOf(surface.face(k).front())]];
        for (const std::uint32_t corner : surface.face(k)) {
            part.corners.push_back(indexInPart[corner]);
        }
        part.faceEnds.push_back(static_cast<std::uint32_t>(part.corners.size()));
        part.faceTags.push_back(surface.faceTags[k]);
    }
    return parts;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
