#pragma once

/// @file
/// Triangulation of a polygon in the plane by ear clipping.

#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double2.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Cuts ears off a counter-clockwise loop. The loop may touch itself, as bridges to holes do.
/// Source: G. Meisters, "Polygons Have Ears", 1975.
class EarClipping {
public:
    explicit EarClipping(std::vector<glm::dvec2> points)
        : points_(std::move(points)), remaining_(points_.size()) {
        std::iota(remaining_.begin(), remaining_.end(), 0u);
    }

    /// Cuts off one ear. Returns its vertices. Without an ear, the triangles form a fan.
    /// @param searches  whether to search for an ear
    std::array<std::uint32_t, 3> next(bool searches = true) {
        std::size_t ear = 1;
        for (std::size_t k = 1; searches && k <= remaining_.size(); ++k) {
            if (isEar(k % remaining_.size())) {
                ear = k % remaining_.size();
                break;
            }
        }
        const std::array<std::uint32_t, 3> triangle = around(ear);
        remaining_.erase(remaining_.begin() + static_cast<std::ptrdiff_t>(ear));
        return triangle;
    }

    /// The number of vertices that are not cut off yet.
    [[nodiscard]] std::size_t remaining() const { return remaining_.size(); }

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
    std::vector<std::uint32_t> remaining_;  // in order
};

}  // namespace sat3d::SAT3D_ABI
