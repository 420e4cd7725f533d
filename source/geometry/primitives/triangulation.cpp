#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/triangulation.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::size_t kMostCorners = 1000;

/// The polygon from that side of the axis nearest to its normal (Newell's) from which it runs
/// counter-clockwise.
std::vector<glm::dvec2> flattened(std::span<const std::uint32_t> polygon,
                                  std::span<const glm::vec3> vertices) {
    const glm::dvec3 origin(vertices[polygon[0]]);
    const auto at = [&](std::size_t k) { return glm::dvec3(vertices[polygon[k % polygon.size()]]); };
    glm::dvec3 normal(0.0);
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        normal += glm::cross(at(k) - origin, at(k + 1) - origin);
    }
    int axis = std::abs(normal.x) > std::abs(normal.y) ? 0 : 1;
    axis = std::abs(normal.z) > std::abs(normal[axis]) ? 2 : axis;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        points.emplace_back(at(k)[(axis + 1) % 3], side * at(k)[(axis + 2) % 3]);
    }
    return points;
}

class EarClipping {
public:
    explicit EarClipping(std::vector<glm::dvec2> points) : points_(std::move(points)), left_(points_.size()) {
        std::iota(left_.begin(), left_.end(), 0u);
    }

    /// Cuts off one corner: its neighbours and itself.
    std::array<std::uint32_t, 3> next() {
        std::size_t ear = 1;  // where there is none: a fan
        for (std::size_t k = 1; left_.size() <= kMostCorners && k <= left_.size(); ++k) {
            if (isEar(k % left_.size())) {
                ear = k % left_.size();
                break;
            }
        }
        const std::array<std::uint32_t, 3> triangle = around(ear);
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(ear));
        return triangle;
    }

private:
    [[nodiscard]] std::array<std::uint32_t, 3> around(std::size_t at) const {
        const std::size_t count = left_.size();
        return {left_[(at + count - 1) % count], left_[at], left_[(at + 1) % count]};
    }

    /// Whether it bends outward and nothing else lies in its triangle.
    [[nodiscard]] bool isEar(std::size_t at) const {
        const auto [before, here, after] = around(at);
        const glm::dvec2 &a = points_[before], &b = points_[here], &c = points_[after];
        return orient2d(a, b, c) > 0 && std::ranges::none_of(left_, [&](std::uint32_t other) {
                   const glm::dvec2& p = points_[other];
                   const bool isCorner = p == a || p == b || p == c;
                   return !isCorner && orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 &&
                          orient2d(c, a, p) >= 0;
               });
    }

    std::vector<glm::dvec2> points_;
    std::vector<std::uint32_t> left_;  // corners not cut off yet, in order
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const std::uint32_t> polygon,
                                                       std::span<const glm::vec3> vertices) {
    SAT3D_ASSERT(std::ranges::all_of(polygon, [&](std::uint32_t v) { return v < vertices.size(); }),
                 "corners are indices of vertices");
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (polygon.size() == 3) {
        triangles.push_back({polygon[0], polygon[1], polygon[2]});
    } else if (polygon.size() > 3) {
        EarClipping clipping(flattened(polygon, vertices));
        for (std::size_t k = 2; k < polygon.size(); ++k) {
            const auto [a, b, c] = clipping.next();
            triangles.push_back({polygon[a], polygon[b], polygon[c]});
        }
    }
    return triangles;
}

}  // namespace sat3d::inline SAT3D_ABI
