#include "import/mesh/mesh_checks.hpp"

#include "geometry/primitives/consistent_winding.hpp"
#include "geometry/primitives/polygon_measures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// The uses of edges by faces, grouped by the lower vertex of the edge. Within a group they are sorted by
/// edge.
struct EdgeUses {
    /// A use of an edge: the higher vertex, times 2, plus 1 if the face goes from the lower to the higher
    /// vertex.
    using Use = std::uint64_t;
    std::vector<std::uint32_t> ends;  // end of each vertex's group in `uses`
    std::vector<Use> uses;
};

/// Collects the edges of the faces for which isMarked(face) holds. An edge from a vertex to itself is
/// omitted.
template <class IsMarked>
EdgeUses edgeUses(const WeldedMesh& surface, const IsMarked& isMarked) {
    const auto forEachUse = [&](const auto& visit) {
        for (std::size_t k = 0; k < surface.faceCount(); ++k) {
            if (isMarked(k)) {
                forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
                    if (a != b) {
                        visit(std::min(a, b), std::uint64_t{std::max(a, b)} << 1 | std::uint64_t{a < b});
                    }
                });
            }
        }
    };
    EdgeUses result;
    result.ends.resize(surface.vertices.size() + 1);
    forEachUse([&](std::uint32_t low, EdgeUses::Use) { ++result.ends[low]; });
    std::exclusive_scan(result.ends.begin(), result.ends.end(), result.ends.begin(), 0u);
    result.uses.resize(result.ends.back());
    // Each start moves to the end of its group, which is the start of the next group.
    forEachUse([&](std::uint32_t low, EdgeUses::Use use) { result.uses[result.ends[low]++] = use; });
    auto begin = result.uses.begin();
    for (const std::uint32_t end : result.ends) {
        std::sort(begin, result.uses.begin() + end);
        begin = result.uses.begin() + end;
    }
    return result;
}

EdgeTopology topologyOf(const WeldedMesh& surface, const EdgeUses& edges) {
    EdgeTopology result;
    double longest = 0.0;
    std::size_t k = 0;
    for (std::uint32_t low = 0; low < surface.vertices.size(); ++low) {
        while (k < edges.ends[low]) {
            const std::uint64_t high = edges.uses[k] >> 1;
            std::size_t count = 0, upward = 0;
            for (; k < edges.ends[low] && edges.uses[k] >> 1 == high; ++k) {
                ++count;
                upward += edges.uses[k] & 1;
            }
            if (count % 2 == 1) {
                ++result.openEdges;
                const glm::vec3& start = surface.vertices[low];
                const glm::vec3& end = surface.vertices[high];
                const glm::dvec3 along = glm::dvec3(end) - glm::dvec3(start);
                if (const double squared = glm::dot(along, along); squared > longest) {
                    longest = squared;
                    result.openEdgeMiddle = 0.5f * (start + end);
                }
            } else if (2 * upward != count) {
                ++result.clashingEdges;
            }
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
    EdgeTopology result = topologyOf(surface, edgeUses(surface, [](std::size_t) { return true; }));
    const auto withoutArea = static_cast<std::uint32_t>(std::ranges::count(hasArea, false));
    if (!result.isClosed() && withoutArea > 0) {
        // A face without area can fill a gap between collinear vertices, or lie on a closed surface.
        const EdgeTopology others =
            topologyOf(surface, edgeUses(surface, [&](std::size_t k) { return hasArea[k]; }));
        result = others.isClosed() ? others : result;
    }
    result.facesWithoutArea = withoutArea;
    return result;
}

void mendWinding(WeldedMesh& surface) {
    surface.topology = edgeTopology(surface);
    if (surface.topology.clashingEdges > 0) {
        const WindingRepair repair = repairWinding(surface);
        turnFaces(repair, surface);
        surface.turnedFaces = repair.turnedFaces;
        surface.topology = edgeTopology(surface);
    }
}

double signedVolume(const WeldedMesh& surface) {
    return sat3d::signedVolume(surface.vertices, surface.faceCount(),
                               [&](std::size_t face) { return surface.face(face); });
}

}  // namespace sat3d::SAT3D_ABI::importing
