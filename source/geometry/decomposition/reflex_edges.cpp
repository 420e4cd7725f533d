#include "geometry/decomposition/reflex_edges.hpp"

#include "core/shell_sort.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <optional>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// A directed edge of a triangle.
struct EdgeUse {
    std::uint32_t low, high, triangle;
    bool isUpward;  ///< whether it runs from low to high
};

struct FacetPlane {
    Plane plane;
    double area;
};

std::optional<FacetPlane> facetOf(const Chain& chain, const Chain::Triangle& triangle) {
    const glm::dvec3 a = chain.point(triangle[0]);
    const glm::dvec3 normal = glm::cross(chain.point(triangle[1]) - a, chain.point(triangle[2]) - a);
    const double length = glm::length(normal);
    if (!(length > 0.0)) {
        return std::nullopt;
    }
    return FacetPlane{{normal / length, glm::dot(normal / length, a)}, 0.5 * length};
}

/// Returns the edge between two triangles if it is reflex, otherwise nothing.
std::optional<ReflexEdge> reflexEdge(const Chain& chain, const EdgeUse& one, const EdgeUse& other,
                                     double snap) {
    const auto first = facetOf(chain, chain.triangles[one.triangle]);
    const auto second = facetOf(chain, chain.triangles[other.triangle]);
    if (!first || !second || one.isUpward == other.isUpward) {
        return std::nullopt;
    }
    double height = 0.0;
    for (const std::uint32_t corner : chain.triangles[other.triangle]) {
        height = std::max(height, first->plane.signedDistance(chain.point(corner)));
    }
    if (height <= snap) {
        return std::nullopt;
    }
    const double length = glm::distance(chain.point(one.low), chain.point(one.high));
    const double bend = 0.5 * (1.0 - glm::dot(first->plane.normal, second->plane.normal));
    return ReflexEdge{{one.low, one.high},
                      {one.triangle, other.triangle},
                      {first->plane, second->plane},
                      {first->area, second->area},
                      length * bend};
}

}  // namespace

SurfaceEdges surfaceEdges(const Chain& chain, double snap) {
    std::vector<EdgeUse> uses;
    for (std::uint32_t t = 0; t < chain.surfaceCount; ++t) {
        const Chain::Triangle& triangle = chain.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            if (a != b) {
                uses.push_back({std::min(a, b), std::max(a, b), t, a < b});
            }
        }
    }
    shellSort(uses, {},
              [](const EdgeUse& use) { return std::tuple(use.low, use.high, use.triangle, use.isUpward); });
    SurfaceEdges edges;
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        const auto isSame = [&](const EdgeUse& use) {
            return use.low == uses[begin].low && use.high == uses[begin].high;
        };
        for (end = begin + 1; end < uses.size() && isSame(uses[end]); ++end) {
        }
        edges.all.emplace_back(uses[begin].low, uses[begin].high);
        if (end - begin == 2) {
            if (const auto reflex = reflexEdge(chain, uses[begin], uses[begin + 1], snap)) {
                edges.reflex.push_back(*reflex);
            }
        }
    }
    return edges;
}

}  // namespace sat3d::SAT3D_ABI
