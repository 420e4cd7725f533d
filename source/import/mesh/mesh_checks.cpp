#include "import/mesh/mesh_checks.hpp"

#include "geometry/primitives/polygon_measures.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// An edge in the direction in which one face uses it.
struct EdgeUse {
    std::uint32_t low, high;  // vertices
    bool isUpward;            // from low to high
    [[nodiscard]] std::uint64_t edge() const { return std::uint64_t{low} << 32 | high; }
};

/// Collects the edges of the faces that are marked, sorted by edge. An edge from a vertex to itself is
/// omitted.
std::vector<EdgeUse> edgeUses(const WeldedMesh& surface, const std::vector<bool>& isMarked) {
    std::vector<EdgeUse> uses;
    uses.reserve(surface.indices.size());
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
            if (isMarked[k] && a != b) {
                uses.push_back({std::min(a, b), std::max(a, b), a < b});
            }
        });
    }
    std::ranges::sort(uses, {}, &EdgeUse::edge);
    return uses;
}

EdgeTopology topologyOf(const WeldedMesh& surface, const std::vector<EdgeUse>& uses) {
    EdgeTopology result;
    double longest = 0.0;
    for (auto begin = uses.begin(), end = begin; begin != uses.end(); begin = end) {
        end =
            std::find_if(begin, uses.end(), [&](const EdgeUse& use) { return use.edge() != begin->edge(); });
        const auto count = end - begin;
        if (count % 2 == 1) {
            ++result.openEdges;
            const glm::vec3& low = surface.vertices[begin->low];
            const glm::vec3& high = surface.vertices[begin->high];
            const glm::dvec3 along = glm::dvec3(high) - glm::dvec3(low);
            if (const double squared = glm::dot(along, along); squared > longest) {
                longest = squared;
                result.openEdgeMiddle = 0.5f * (low + high);
            }
        } else if (2 * std::count_if(begin, end, [](const EdgeUse& use) { return use.isUpward; }) != count) {
            ++result.clashingEdges;
        }
    }
    return result;
}

}  // namespace

EdgeTopology edgeTopology(const WeldedMesh& surface) {
    const double size = largestExtent(boxAround(surface.vertices));
    std::vector<bool> hasArea(surface.faceCount());
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        hasArea[k] = glm::length(newellNormal(surface.vertices, surface.face(k))) > 1e-12 * size * size;
    }
    EdgeTopology result = topologyOf(surface, edgeUses(surface, std::vector(surface.faceCount(), true)));
    const auto withoutArea = static_cast<std::uint32_t>(std::ranges::count(hasArea, false));
    if (!result.isClosed() && withoutArea > 0) {
        // A face without area can fill a gap between collinear vertices, or lie on a closed surface.
        const EdgeTopology others = topologyOf(surface, edgeUses(surface, hasArea));
        result = others.isClosed() ? others : result;
    }
    result.facesWithoutArea = withoutArea;
    return result;
}

double signedVolume(const WeldedMesh& surface) {
    return sat3d::signedVolume(surface.vertices, surface.faceCount(),
                               [&](std::size_t face) { return surface.face(face); });
}

}  // namespace sat3d::inline SAT3D_ABI::importing
