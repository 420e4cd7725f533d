#include "import/surface_checks.hpp"

#include "import/hull_corners.hpp"
#include "import/newell.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// An edge as one face runs through it.
struct EdgeUse {
    std::uint64_t ends;  // the lower vertex in the upper half
    bool upward;         // from low to high
    [[nodiscard]] std::uint32_t low() const { return static_cast<std::uint32_t>(ends >> 32); }
    [[nodiscard]] std::uint32_t high() const { return static_cast<std::uint32_t>(ends); }
};

/// Calls visit(a, b) for every edge of the face that has a length, in the face's own direction.
template <class Visit>
void forEachEdge(std::span<const std::uint32_t> face, Visit&& visit) {
    for (std::size_t k = 0; k < face.size(); ++k) {
        const std::uint32_t a = face[k];
        const std::uint32_t b = face[k + 1 == face.size() ? 0 : k + 1];
        if (a != b) {
            visit(a, b);
        }
    }
}

/// Sorted, so that the uses of an edge stand together.
std::vector<EdgeUse> edgeUses(const Surface& surface) {
    std::vector<EdgeUse> uses;
    uses.reserve(surface.corners.size());
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
            uses.push_back({std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), a < b});
        });
    }
    std::ranges::sort(uses, {}, &EdgeUse::ends);
    return uses;
}

glm::vec3 middle(const Surface& surface, const EdgeUse& edge) {
    return 0.5f * (surface.vertices[edge.low()] + surface.vertices[edge.high()]);
}

double squaredLength(const Surface& surface, const EdgeUse& edge) {
    const glm::dvec3 apart =
        glm::dvec3(surface.vertices[edge.high()]) - glm::dvec3(surface.vertices[edge.low()]);
    return glm::dot(apart, apart);
}

/// @param cornersOf  of a face, by its number
template <class CornersOf>
double volumeOfFans(std::span<const glm::vec3> vertices, std::size_t faceCount, CornersOf&& cornersOf) {
    if (vertices.empty()) {
        return 0.0;
    }
    const glm::dvec3 origin(vertices.front());
    const auto at = [&](std::uint32_t corner) { return glm::dvec3(vertices[corner]) - origin; };
    double sixfold = 0.0;
    for (std::size_t k = 0; k < faceCount; ++k) {
        const std::span<const std::uint32_t> face = cornersOf(k);
        const glm::dvec3 first = at(face[0]);
        for (std::size_t corner = 1; corner + 1 < face.size(); ++corner) {
            sixfold += glm::dot(first, glm::cross(at(face[corner]), at(face[corner + 1])));
        }
    }
    return sixfold / 6.0;
}

/// Searches for the point with the greatest depth below all faces of a hull.
class NotchSearch {
public:
    NotchSearch(const Surface& surface, const HullView& hull, double ignoredDepth)
        : faces_(hull.faces), corners_(hull, surface.vertices.size()) {
        worst_.depth = ignoredDepth;
    }

    /// Looks at a point; the hull's faces around the given vertex are tried first, for they are nearest where
    /// the surface is convex. A face that the point lies close enough to ends the search at once.
    void consider(const glm::vec3& point, std::uint32_t vertex) {
        double depth = std::numeric_limits<double>::infinity();
        const auto isShallow = [&](std::uint32_t face) {
            --stepsLeft_;
            depth = std::min(depth, -faces_[face].plane.distance(glm::dvec3(point)));
            return depth <= worst_.depth;
        };
        // Then the face that did it last: a notch mostly lies below one face, and comes point by point.
        if (std::ranges::any_of(corners_.facesAt(vertex), isShallow) || isShallow(lastShallow_)) {
            return;
        }
        for (std::uint32_t face = 0; face < faces_.size(); ++face) {
            if (isShallow(face)) {
                lastShallow_ = face;
                return;
            }
        }
        worst_.depth = depth;
        worst_.place = point;
        worst_.found = true;
    }

    [[nodiscard]] bool mayGoOn() const { return stepsLeft_ > 0; }
    [[nodiscard]] const Notch& result() const { return worst_; }

private:
    std::span<const HullMesh::Face> faces_;
    HullCorners corners_;
    std::uint32_t lastShallow_ = 0;
    std::int64_t stepsLeft_ = 200'000'000;  // a second at most, whatever the mesh
    Notch worst_;
};

}  // namespace

Topology topology(const Surface& surface) {
    Topology result;
    const std::vector<EdgeUse> uses = edgeUses(surface);
    double longest = 0.0;
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        std::size_t upward = 0;
        for (end = begin; end < uses.size() && uses[end].ends == uses[begin].ends; ++end) {
            upward += uses[end].upward;
        }
        const std::size_t count = end - begin;
        if (count % 2 == 1) {
            ++result.openEdges;
            if (const double length = squaredLength(surface, uses[begin]); length > longest) {
                longest = length;
                result.openEdgeMiddle = middle(surface, uses[begin]);
            }
        } else if (2 * upward != count) {
            ++result.clashingEdges;
        }
    }
    const double size = extents(surface.vertices).largest();
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        result.areaLessFaces += glm::length(newell(surface.vertices, surface.face(k))) <= 1e-12 * size * size;
    }
    return result;
}

double signedVolume(const Surface& surface) {
    return volumeOfFans(surface.vertices, surface.faceCount(),
                        [&](std::size_t face) { return surface.face(face); });
}

double volume(const HullView& hull) {
    return volumeOfFans(hull.vertices, hull.faces.size(),
                        [&](std::size_t face) { return hull.loopOf(static_cast<std::uint32_t>(face)); });
}

Notch deepestNotch(const Surface& surface, const HullView& hull, double ignoredDepth) {
    NotchSearch search(surface, hull, ignoredDepth);
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        if (!search.mayGoOn()) {
            Notch partial = search.result();
            partial.complete = false;
            return partial;
        }
        forEachEdge(surface.face(k), [&](std::uint32_t a, std::uint32_t b) {
            search.consider(surface.vertices[a], a);
            search.consider(0.5f * (surface.vertices[a] + surface.vertices[b]), a);
        });
    }
    return search.result();
}

}  // namespace sat3d::inline SAT3D_ABI::importing
