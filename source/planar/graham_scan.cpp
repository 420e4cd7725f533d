#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Points = std::span<const glm::dvec2>;

bool isLower(const glm::dvec2& p, const glm::dvec2& q) noexcept {
    return p.y != q.y ? p.y < q.y : p.x < q.x;
}

/// Whether p comes before q when a ray turns counter-clockwise about the pivot, the lowest of all points. On
/// one ray the nearer point comes first (it is the lower one), of equal points the lower index: a total
/// order.
struct TurnOrder {
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

/// Puts the lowest point first and takes out its duplicates, which lie on every ray from it.
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
    std::vector<std::uint32_t> corners;
    grahamScan(points, corners);
    return corners;
}

void grahamScan(Points points, std::vector<std::uint32_t>& corners) {
    SAT3D_ASSERT(std::all_of(points.begin(), points.end(),
                             [](const glm::dvec2& p) { return std::isfinite(p.x) && std::isfinite(p.y); }),
                 "grahamScan needs finite points");
    corners.resize(points.size());
    if (points.empty()) {
        return;
    }
    std::iota(corners.begin(), corners.end(), 0u);
    startAtPivot(points, corners);
    std::sort(corners.begin() + 1, corners.end(), TurnOrder{points, points[corners[0]]});

    // The front of the sorted list becomes the stack of corners: it never grows past the point being read.
    std::size_t top = 0;
    for (std::size_t next = 1; next < corners.size(); ++next) {
        const glm::dvec2& point = points[corners[next]];
        if (point == points[corners[top]]) {
            continue;
        }
        while (top > 0 && orient2d(points[corners[top - 1]], points[corners[top]], point) <= 0) {
            --top;
        }
        corners[++top] = corners[next];
    }
    corners.resize(top + 1);
}

}  // namespace sat3d::inline SAT3D_ABI
