#pragma once

// Clipping of convex polygons by a plane (in 3D) or a line (in 2D).

#include <sat3d/core/config.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

/// A convex polygon. Edge i joins vertex i and the next vertex; `drawn` is false for edges that a cut made.
template <class Vector>
struct Polygon {
    std::vector<Vector> corners;
    std::vector<bool> drawn;

    [[nodiscard]] bool empty() const { return corners.size() < 3; }
};

/// The parts of a polygon on both sides of a plane. Vertices within `tolerance` of the plane belong to both.
template <class Vector>
struct Halves {
    Polygon<Vector> below, above;
};

/// Cuts a polygon along the plane dot(normal, p) == offset. `above` is the side to which the normal points.
/// If the polygon lies on one side, that part is the whole polygon and the other part is empty. A polygon in
/// the plane counts as above.
/// @param polygon  not empty
template <class Vector>
Halves<Vector> cut(const Polygon<Vector>& polygon, const Vector& normal, double offset, double tolerance) {
    const std::size_t count = polygon.corners.size();
    std::vector<double> distance(count);
    for (std::size_t i = 0; i < count; ++i) {
        distance[i] = glm::dot(normal, polygon.corners[i]) - offset;
    }
    const auto [lowest, highest] = std::ranges::minmax(distance);
    if (lowest >= -tolerance || highest <= tolerance) {
        return lowest >= -tolerance ? Halves<Vector>{{}, polygon} : Halves<Vector>{polygon, {}};
    }
    Halves<Vector> halves;
    const auto side = [&](double d) { return d > tolerance ? 1 : (d < -tolerance ? -1 : 0); };
    // An edge of a part that lies in the cutting plane is not drawn.
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

}  // namespace sat3d::SAT3D_ABI::debug
