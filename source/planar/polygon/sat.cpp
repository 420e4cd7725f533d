#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>
#include <sat3d/planar/sat.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

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

/// Orientation of the corner at a vertex: +1 in a counter-clockwise loop.
int turnAt(Vertices polygon, std::size_t i) noexcept {
    return orient2d(polygon[previous(polygon, i)], polygon[i], polygon[next(polygon, i)]);
}

/// Whether all corners turn the same way. A segment has no corners.
[[maybe_unused]] bool turnsOneWay(Vertices polygon) noexcept {
    for (std::size_t i = 0; polygon.size() > 2 && i < polygon.size(); ++i) {
        if (const int turn = turnAt(polygon, i); turn == 0 || turn != turnAt(polygon, 0)) {
            return false;
        }
    }
    return true;
}

/// Outward unit normals of the edges of a loop in either winding.
class OutwardNormals {
public:
    explicit OutwardNormals(Vertices polygon)
        : polygon_(polygon), side_(polygon.size() > 2 && turnAt(polygon, 0) < 0 ? -1.0 : 1.0) {}

    [[nodiscard]] glm::dvec2 operator()(std::size_t edge) const noexcept {
        const glm::dvec2 along = side_ * (polygon_[next(polygon_, edge)] - polygon_[edge]);
        return turnedRight(along) / glm::length(along);
    }

private:
    Vertices polygon_;
    double side_;
};

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
    const OutwardNormals outwardNormal(owner);
    for (std::size_t edge = 0; edge < owner.size(); ++edge) {
        const glm::dvec2 normal = outwardNormal(edge);
        const double separation = -other(-normal) - own(normal);
        if (separation > best.separation) {
            best = {separation, isA ? normal : -normal, isA, static_cast<std::uint32_t>(edge)};
        }
    }
}

template <class Support>
PlanarSeparation largestSeparation(Vertices a, Vertices b) noexcept {
    SAT3D_ASSERT(a.size() >= 2 && b.size() >= 2, "planarSeparation needs polygons or segments");
    SAT3D_ASSERT(turnsOneWay(a) && turnsOneWay(b), "planarSeparation needs strictly convex loops");
    PlanarSeparation best;
    best.separation = -std::numeric_limits<double>::infinity();
    tryEdges(a, Support(a), Support(b), true, best);
    tryEdges(b, Support(b), Support(a), false, best);
    return best;
}

}  // namespace

PlanarSeparation planarSeparation(Vertices a, Vertices b) noexcept {
    return a.size() + b.size() < kMinCalipersVertices ? planarSeparationBruteForce(a, b)
                                                      : planarSeparationRotatingCalipers(a, b);
}

PlanarSeparation planarSeparationBruteForce(Vertices a, Vertices b) noexcept {
    return largestSeparation<ScanningSupport>(a, b);
}

PlanarSeparation planarSeparationRotatingCalipers(Vertices a, Vertices b) noexcept {
    return largestSeparation<CalipersSupport>(a, b);
}

}  // namespace sat3d::inline SAT3D_ABI
