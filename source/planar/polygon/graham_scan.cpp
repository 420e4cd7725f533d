#include "math/is_finite.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <algorithm>
#include <numeric>

namespace sat3d::SAT3D_ABI {

namespace {

using Points = std::span<const glm::dvec2>;

bool isLower(const glm::dvec2& p, const glm::dvec2& q) noexcept {
    return p.y != q.y ? p.y < q.y : p.x < q.x;
}

/// Total order of points by their angle about the pivot, the lowest point, counter-clockwise. Of points at
/// the same angle, the nearer one comes first; it is also the lower one. Of equal points, the one with the
/// lower index comes first.
struct AngularOrder {
    Points points;
    glm::dvec2 pivot;

    bool operator()(std::uint32_t i, std::uint32_t j) const noexcept {
        const glm::dvec2& p = points[i];
        const glm::dvec2& q = points[j];
        const int turn = orient2d(pivot, p, q);
        if (turn != 0) {
            return turn > 0;
        }
        return p != q ? isLower(p, q) : i < j;
    }
};

/// Moves the lowest point to the front and removes its duplicates, which have no angle about it.
void startAtPivot(Points points, std::vector<std::uint32_t>& order) {
    const auto lowest = std::min_element(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return isLower(points[i], points[j]);
    });
    const glm::dvec2 pivot = points[*lowest];
    std::iter_swap(order.begin(), lowest);
    order.erase(
        std::remove_if(order.begin() + 1, order.end(), [&](std::uint32_t i) { return points[i] == pivot; }),
        order.end());
}

}  // namespace

std::vector<std::uint32_t> grahamScan(Points points) {
    std::vector<std::uint32_t> hull;
    grahamScan(points, hull);
    return hull;
}

void grahamScan(Points points, std::vector<std::uint32_t>& hull) {
    SAT3D_ASSERT(std::all_of(points.begin(), points.end(), [](const glm::dvec2& p) { return isFinite(p); }),
                 "grahamScan needs finite points");
    hull.resize(points.size());
    if (points.empty()) {
        return;
    }
    std::iota(hull.begin(), hull.end(), 0u);
    startAtPivot(points, hull);
    std::sort(hull.begin() + 1, hull.end(), AngularOrder{points, points[hull[0]]});

    // The front of the sorted array serves as the stack: it never grows beyond the point being read.
    std::size_t top = 0;
    for (std::size_t next = 1; next < hull.size(); ++next) {
        const glm::dvec2& point = points[hull[next]];
        if (point == points[hull[top]]) {
            continue;
        }
        while (top > 0 && orient2d(points[hull[top - 1]], points[hull[top]], point) <= 0) {
            --top;
        }
        hull[++top] = hull[next];
    }
    hull.resize(top + 1);
}

}  // namespace sat3d::SAT3D_ABI
