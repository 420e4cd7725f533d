#pragma once

// Cutting convex polygons along a plane (in space) or a line (in the plane).

#include <sat3d/core/config.hpp>

#include <glm/geometric.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// A convex polygon whose side i runs from corner i to the next; `drawn` tells true sides from cuts.
template <class Vector>
struct Polygon {
    std::vector<Vector> corners;
    std::vector<bool> drawn;

    [[nodiscard]] bool empty() const { return corners.size() < 3; }
};

/// The two parts of a polygon on either side of a plane; corners within `tolerance` of it belong to both.
template <class Vector>
struct Halves {
    Polygon<Vector> below, above;
};

/// Cuts along dot(normal, p) == offset: `above` is where normal points to. A polygon that lies wholly on one
/// side comes back unchanged there, and empty on the other; one within the plane counts as above.
template <class Vector>
Halves<Vector> cut(const Polygon<Vector>& polygon, const Vector& normal, double offset, double tolerance) {
    const std::size_t count = polygon.corners.size();
    std::vector<double> distance(count);
    bool anyBelow = false;
    bool anyAbove = false;
    for (std::size_t i = 0; i < count; ++i) {
        distance[i] = glm::dot(normal, polygon.corners[i]) - offset;
        anyBelow = anyBelow || distance[i] < -tolerance;
        anyAbove = anyAbove || distance[i] > tolerance;
    }
    Halves<Vector> halves;
    if (!anyBelow) {
        halves.above = polygon;
        return halves;
    }
    if (!anyAbove) {
        halves.below = polygon;
        return halves;
    }
    const auto side = [&](double d) { return d > tolerance ? 1 : (d < -tolerance ? -1 : 0); };
    // A part that leaves through a corner or a crossing closes with a cut: that side is not drawn.
    const auto add = [](Polygon<Vector>& part, const Vector& corner, bool drawn) {
        part.corners.push_back(corner);
        part.drawn.push_back(drawn);
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t next = (i + 1) % count;
        const int here = side(distance[i]);
        const int there = side(distance[next]);
        if (here >= 0) {
            add(halves.above, polygon.corners[i], polygon.drawn[i] && (here > 0 || there >= 0));
        }
        if (here <= 0) {
            add(halves.below, polygon.corners[i], polygon.drawn[i] && (here < 0 || there <= 0));
        }
        if (here * there < 0) {
            const double share = distance[i] / (distance[i] - distance[next]);
            const Vector crossing = polygon.corners[i] + (polygon.corners[next] - polygon.corners[i]) * share;
            add(halves.above, crossing, here < 0 && polygon.drawn[i]);
            add(halves.below, crossing, here > 0 && polygon.drawn[i]);
        }
    }
    return halves;
}

}  // namespace sat3d::inline SAT3D_ABI::debug
