#include <sat3d/core/assert.hpp>
#include <sat3d/planar/sat.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Corners = std::span<const glm::dvec2>;

/// From this many corners of both polygons together on, turning beats trying all pairs (measured).
constexpr std::size_t kTurningPays = 14;

std::size_t next(Corners polygon, std::size_t i) noexcept {
    return i + 1 < polygon.size() ? i + 1 : 0;
}
std::size_t previous(Corners polygon, std::size_t i) noexcept {
    return i > 0 ? i - 1 : polygon.size() - 1;
}

/// Unit, outward (the corners run counter-clockwise).
glm::dvec2 edgeNormal(Corners polygon, std::size_t edge) noexcept {
    const glm::dvec2 along = polygon[next(polygon, edge)] - polygon[edge];
    return glm::dvec2(along.y, -along.x) / glm::length(along);
}

/// How far a polygon reaches along a direction, over all its corners.
class ScanningSupport {
public:
    explicit ScanningSupport(Corners polygon) : polygon_(polygon) {}

    double operator()(const glm::dvec2& direction) const noexcept {
        double reach = -std::numeric_limits<double>::infinity();
        for (const glm::dvec2& corner : polygon_) {
            reach = std::max(reach, glm::dot(direction, corner));
        }
        return reach;
    }

private:
    Corners polygon_;
};

/// The same, starting where the last call ended: for directions that turn once around, all calls together
/// look at each corner a few times only.
///
/// Around a convex polygon the reach rises to its maximum and falls again. Rounding can only blur that within
/// `noise_`, so the walk goes on in both ways until the reach falls by more: it meets every corner that could
/// be the maximum, and its answer equals the scan's bit for bit.
class TurningSupport {
public:
    explicit TurningSupport(Corners polygon) : polygon_(polygon) {
        double size = 0.0;
        for (const glm::dvec2& corner : polygon) {
            size = std::max({size, std::abs(corner.x), std::abs(corner.y)});
        }
        noise_ = 8.0 * std::numeric_limits<double>::epsilon() * size;
    }

    double operator()(const glm::dvec2& direction) noexcept {
        const std::size_t start = at_;
        double reach = glm::dot(direction, polygon_[start]);
        walk(direction, start, next, reach);
        walk(direction, start, previous, reach);
        return reach;
    }

private:
    template <class Step>
    void walk(const glm::dvec2& direction, std::size_t start, Step step, double& reach) noexcept {
        for (std::size_t i = step(polygon_, start); i != start; i = step(polygon_, i)) {
            const double here = glm::dot(direction, polygon_[i]);
            if (here < reach - noise_) {
                return;
            }
            if (here > reach) {
                reach = here;
                at_ = i;
            }
        }
    }

    Corners polygon_;
    double noise_ = 0.0;
    std::size_t at_ = 0;
};

/// Tries the edge normals of one of the two polygons.
template <class Support>
void tryEdges(Corners owner, Support ownReach, Support otherReach, bool isA,
              PlanarSeparation& best) noexcept {
    for (std::size_t edge = 0; edge < owner.size(); ++edge) {
        const glm::dvec2 normal = edgeNormal(owner, edge);
        const double separation = -otherReach(-normal) - ownReach(normal);
        if (separation > best.separation) {
            best = {separation, isA ? normal : -normal, isA, static_cast<std::uint32_t>(edge)};
        }
    }
}

template <class Support>
PlanarSeparation largestSeparation(Corners a, Corners b) noexcept {
    SAT3D_ASSERT(a.size() >= 2 && b.size() >= 2, "planarSeparation needs polygons or segments");
    PlanarSeparation best;
    best.separation = -std::numeric_limits<double>::infinity();
    tryEdges(a, Support(a), Support(b), true, best);
    tryEdges(b, Support(b), Support(a), false, best);
    return best;
}

}  // namespace

PlanarSeparation planarSeparation(Corners a, Corners b) noexcept {
    return a.size() + b.size() < kTurningPays ? planarSeparationAllPairs(a, b) : planarSeparationMerged(a, b);
}

PlanarSeparation planarSeparationAllPairs(Corners a, Corners b) noexcept {
    return largestSeparation<ScanningSupport>(a, b);
}

PlanarSeparation planarSeparationMerged(Corners a, Corners b) noexcept {
    return largestSeparation<TurningSupport>(a, b);
}

}  // namespace sat3d::inline SAT3D_ABI
