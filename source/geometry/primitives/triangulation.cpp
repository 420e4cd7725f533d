#include "geometry/primitives/polygon_measures.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/triangulation.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Largest number of remaining vertices for which ears are searched. Without this limit, the search would
/// take cubic time.
constexpr std::size_t kMaxVertices = 1000;

/// Projects the polygon along the coordinate axis that is closest to its normal, and mirrors it if necessary,
/// so that the result is counter-clockwise.
std::vector<glm::dvec2> projected(std::span<const std::uint32_t> polygon,
                                  std::span<const glm::vec3> vertices) {
    const glm::dvec3 normal = newellNormal(vertices, polygon);
    int axis = std::abs(normal.x) > std::abs(normal.y) ? 0 : 1;
    axis = std::abs(normal.z) > std::abs(normal[axis]) ? 2 : axis;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    for (const std::uint32_t vertex : polygon) {
        const glm::dvec3 point(vertices[vertex]);
        points.emplace_back(point[(axis + 1) % 3], side * point[(axis + 2) % 3]);
    }
    return points;
}

class EarClipping {
public:
    explicit EarClipping(std::vector<glm::dvec2> points)
        : points_(std::move(points)), remaining_(points_.size()) {
        std::iota(remaining_.begin(), remaining_.end(), 0u);
    }

    /// Cuts off one ear. Returns its vertices.
    std::array<std::uint32_t, 3> next() {
        std::size_t ear = 1;  // without an ear, the triangles form a fan
        for (std::size_t k = 1; remaining_.size() <= kMaxVertices && k <= remaining_.size(); ++k) {
            if (isEar(k % remaining_.size())) {
                ear = k % remaining_.size();
                break;
            }
        }
        const std::array<std::uint32_t, 3> triangle = around(ear);
        remaining_.erase(remaining_.begin() + static_cast<std::ptrdiff_t>(ear));
        return triangle;
    }

private:
    [[nodiscard]] std::array<std::uint32_t, 3> around(std::size_t at) const {
        const std::size_t count = remaining_.size();
        return {remaining_[(at + count - 1) % count], remaining_[at], remaining_[(at + 1) % count]};
    }

    /// Whether the vertex is convex and no other vertex lies in the triangle with its neighbors.
    [[nodiscard]] bool isEar(std::size_t at) const {
        const auto [before, here, after] = around(at);
        const glm::dvec2 &a = points_[before], &b = points_[here], &c = points_[after];
        return orient2d(a, b, c) > 0 && std::ranges::none_of(remaining_, [&](std::uint32_t other) {
                   const glm::dvec2& p = points_[other];
                   const bool isVertex = p == a || p == b || p == c;
                   return !isVertex && orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 &&
                          orient2d(c, a, p) >= 0;
               });
    }

    std::vector<glm::dvec2> points_;
    std::vector<std::uint32_t> remaining_;  // vertices that are not cut off yet, in order
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const std::uint32_t> polygon,
                                                      std::span<const glm::vec3> vertices) {
    SAT3D_ASSERT(std::ranges::all_of(polygon, [&](std::uint32_t v) { return v < vertices.size(); }),
                 "a polygon's index is beyond the vertices");
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (polygon.size() == 3) {
        triangles.push_back({polygon[0], polygon[1], polygon[2]});
    } else if (polygon.size() > 3) {
        EarClipping clipping(projected(polygon, vertices));
        for (std::size_t k = 2; k < polygon.size(); ++k) {
            const auto [a, b, c] = clipping.next();
            triangles.push_back({polygon[a], polygon[b], polygon[c]});
        }
    }
    return triangles;
}

}  // namespace sat3d::inline SAT3D_ABI
