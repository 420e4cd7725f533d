#include "import/islands.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// Sets of vertices that faces connect; a set is known by its lowest vertex.
class VertexSets {
public:
    explicit VertexSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

    std::uint32_t setOf(std::uint32_t vertex) {
        while (parent_[vertex] != vertex) {
            parent_[vertex] = parent_[parent_[vertex]];
            vertex = parent_[vertex];
        }
        return vertex;
    }

    void join(std::uint32_t a, std::uint32_t b) {
        a = setOf(a);
        b = setOf(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<Surface> islands(const Surface& surface) {
    VertexSets sets(surface.vertices.size());
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
