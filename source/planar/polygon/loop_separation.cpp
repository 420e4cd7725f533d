#include "planar/polygon/loop_separation.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

using Vertices = std::span<const glm::dvec2>;

/// From this number of vertices of both polygons, rotating calipers are faster than brute force (measured).
constexpr std::size_t kMinCalipersVertices = 14;

std::size_t next(Vertices polygon, std::size_t i) noexcept {
    return i + 1 < polygon.size() ? i + 1 : 0;
}
std::size_t previous(Vertices polygon, std::size_t i) noexcept {
    return i > 0 ? i - 1 : polygon.size() - 1;
}

/// Whether all corners turn to the left. A segment has no corners.
[[maybe_unused]] bool turnsLeft(Vertices polygon) noexcept {
    for (std::size_t i = 0; polygon.size() > 2 && i < polygon.size(); ++i) {
        if (orient2d(polygon[previous(polygon, i)], polygon[i], polygon[next(polygon, i)]) <= 0) {
            return false;
        }
    }
    return true;
}

/// The outward unit normal of an edge.
glm::dvec2 outwardNormal(Vertices polygon, std::size_t edge) noexcept {
    const glm::dvec2 along = polygon[next(polygon, edge)] - polygon[edge];
    return turnedRight(along) / glm::length(along);
}

/// Support function of a polygon: the largest dot(direction, vertex), by a scan of all vertices.
class ScanningSupport {
public:
    explicit ScanningSupport(Vertices polygon) : polygon_(polygon) {}

    double operator()(const glm::dvec2& direction) const noexcept {
        double best = -std::numeric_limits<double>::infinity();
        for (const glm::dvec2& vertex : polygon_) {
            best = std::max(best, glm::dot(direction, vertex));
        }
        return best;
    }

private:
    Vertices polygon_;
};

/// Support function by hill climbing from the vertex of the last call. For the edge normals of a polygon in
/// order, all calls together visit each vertex a few times only.
///
/// Along a convex polygon, dot(direction, vertex) rises to its maximum and falls again. Rounding can disturb
/// this by up to `noise_`. So the walk continues on both sides until the value has fallen by more than
/// `noise_`. It visits every vertex that can be the maximum, and the result equals that of the scan bit for
/// bit.
class CalipersSupport {
public:
    explicit CalipersSupport(Vertices polygon) : polygon_(polygon) {
        double size = 0.0;
        for (const glm::dvec2& vertex : polygon) {
            size = std::max({size, std::abs(vertex.x), std::abs(vertex.y)});
        }
        noise_ = 8.0 * std::numeric_limits<double>::epsilon() * size;
    }

    double operator()(const glm::dvec2& direction) noexcept {
        const std::size_t start = at_;
        double best = glm::dot(direction, polygon_[start]);
        walk(direction, start, next, best);
        walk(direction, start, previous, best);
        return best;
    }

private:
    template <class Step>
    void walk(const glm::dvec2& direction, std::size_t start, Step step, double& best) noexcept {
        for (std::size_t i = step(polygon_, start); i != start; i = step(polygon_, i)) {
            const double here = glm::dot(direction, polygon_[i]);
            if (here < best - noise_) {
                return;
            }
            if (here > best) {
                best = here;
                at_ = i;
            }
        }
    }

    Vertices polygon_;
    double noise_ = 0.0;
    std::size_t at_ = 0;
};

/// Tests the edge normals of one of the two polygons.
template <class Support>
void tryEdges(Vertices owner, Support own, Support other, bool isA, PlanarSeparation& best) noexcept {
    for (std::size_t edge = 0; edge < owner.size(); ++edge) {
        const glm::dvec2 normal = outwardNormal(owner, edge);
        const double separation = -other(-normal) - own(normal);
        if (separation > best.separation) {
            best = {separation, isA ? normal : -normal, isA, static_cast<std::uint32_t>(edge)};
        }
    }
}

template <class Support>
PlanarSeparation largestSeparation(Vertices a, Vertices b) noexcept {
    SAT3D_ASSERT(a.size() >= 2 && b.size() >= 2, "a loop needs two vertices");
    SAT3D_ASSERT(turnsLeft(a) && turnsLeft(b), "loops must be strictly convex and counter-clockwise");
    PlanarSeparation best;
    best.separation = -std::numeric_limits<double>::infinity();
    tryEdges(a, Support(a), Support(b), true, best);
    tryEdges(b, Support(b), Support(a), false, best);
    return best;
}

}  // namespace

PlanarSeparation separationOfLoops(Vertices a, Vertices b) noexcept {
    return a.size() + b.size() < kMinCalipersVertices ? separationByBruteForce(a, b)
                                                      : separationByRotatingCalipers(a, b);
}

PlanarSeparation separationByBruteForce(Vertices a, Vertices b) noexcept {
    return largestSeparation<ScanningSupport>(a, b);
}

PlanarSeparation separationByRotatingCalipers(Vertices a, Vertices b) noexcept {
    return largestSeparation<CalipersSupport>(a, b);
}

PlanarSeparation planarSeparation(const ConvexPolygon& a, const ConvexPolygon& b) noexcept {
    return separationOfLoops(a.vertices(), b.vertices());
}

}  // namespace sat3d::SAT3D_ABI
