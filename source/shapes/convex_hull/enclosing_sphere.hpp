#pragma once

/// @file
/// Smallest bounding sphere of points. In a header because the import library needs it too.

#include "math/componentwise.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace enclosing {

struct Ball {
    glm::dvec3 center{0.0};
    double squaredRadius = 0.0;

    [[nodiscard]] bool contains(const glm::dvec3& point, double slack) const {
        const glm::dvec3 arm = point - center;
        return glm::dot(arm, arm) <= squaredRadius * (1.0 + slack);
    }
};

/// Returns the smallest sphere through one to four points.
inline Ball ballThrough(std::span<const glm::dvec3> points) {
    const glm::dvec3 first = points.front();
    const auto from = [&](std::size_t i) { return points[i] - first; };
    glm::dvec3 arm(0.0);  // from the first point to the center
    if (points.size() == 2) {
        arm = 0.5 * from(1);
    } else if (points.size() == 3) {
        const glm::dvec3 u = from(1), v = from(2), n = glm::cross(u, v);
        arm =
            (glm::dot(v, v) * glm::cross(n, u) + glm::dot(u, u) * glm::cross(v, n)) / (2.0 * glm::dot(n, n));
    } else if (points.size() == 4) {
        const glm::dvec3 u = from(1), v = from(2), w = from(3), n = glm::cross(v, w);
        arm = (glm::dot(u, u) * n + glm::dot(v, v) * glm::cross(w, u) + glm::dot(w, w) * glm::cross(u, v)) /
              (2.0 * glm::dot(u, n));
    }
    return {first + arm, glm::dot(arm, arm)};
}

/// The smallest sphere around a few points that are added one at a time: Welzl's algorithm, in which points
/// that enlarge the sphere move to the front of the list.
/// Source: E. Welzl, "Smallest Enclosing Disks (Balls and Ellipsoids)", 1991.
class SmallestBall {
public:
    [[nodiscard]] const Ball& ball() const { return ball_; }

    /// @param point  outside the sphere
    void add(const glm::dvec3& point) {
        boundary_[0] = point;
        update(count_, 1);
        count_ = std::min(count_ + 1, list_.size());  // the last point of a full list is replaced
        std::copy_backward(list_.data(), list_.data() + count_ - 1, list_.data() + count_);
        list_[0] = point;
    }

private:
    /// Encloses the first points of the list. @param fixed  number of boundary points that lie on the sphere
    void update(std::size_t end, std::size_t fixed) {
        constexpr double kRounding = 1e-12;
        ball_ = ballThrough({boundary_.data(), fixed});
        for (std::size_t i = 0; i < end && fixed < boundary_.size(); ++i) {
            if (!ball_.contains(list_[i], kRounding)) {
                boundary_[fixed] = list_[i];
                update(i, fixed + 1);
                std::rotate(list_.data(), list_.data() + i, list_.data() + i + 1);
            }
        }
    }

    Ball ball_;
    std::array<glm::dvec3, 32> list_{};
    std::size_t count_ = 0;
    std::array<glm::dvec3, 4> boundary_{};
};

/// Returns the vertex with the largest distance from a point, and the square of this distance.
inline std::pair<std::size_t, double> farthest(std::span<const glm::vec3> vertices, const glm::dvec3& point) {
    std::pair<std::size_t, double> result{0, 0.0};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const glm::dvec3 arm = glm::dvec3(vertices[i]) - point;
        if (const double squared = glm::dot(arm, arm); squared > result.second) {
            result = {i, squared};
        }
    }
    return result;
}

}  // namespace enclosing

/// Returns the smallest enclosing sphere: adds the farthest vertex until all vertices are inside. Exact to
/// 1e-7 of the radius and the rounding of the center to float.
/// Source: B. Gaertner, "Fast and Robust Smallest Enclosing Balls", 1999.
[[nodiscard]] inline BoundingSphere enclosingSphere(std::span<const glm::vec3> vertices) {
    constexpr double kSlack = 1e-7;
    constexpr int kMaxVertices = 100;
    glm::dvec3 lower(vertices.front()), upper(lower);
    for (const glm::vec3& vertex : vertices) {
        lower = minOf(lower, glm::dvec3(vertex));
        upper = maxOf(upper, glm::dvec3(vertex));
    }
    const glm::dvec3 middle = 0.5 * (lower + upper);  // as the origin, it keeps the numbers small
    glm::dvec3 best(0.0);
    enclosing::SmallestBall smallest;
    auto [outermost, squared] = enclosing::farthest(vertices, middle);
    for (int i = 0; i < kMaxVertices; ++i) {
        smallest.add(glm::dvec3(vertices[outermost]) - middle);
        const auto next = enclosing::farthest(vertices, middle + smallest.ball().center);
        if (next.second < squared) {
            best = smallest.ball().center;
            squared = next.second;
        }
        if (!(next.second > smallest.ball().squaredRadius * (1.0 + 2.0 * kSlack))) {
            break;  // also for NaN
        }
        outermost = next.first;
    }
    const glm::vec3 center(middle + best);
    const double radius = std::sqrt(enclosing::farthest(vertices, glm::dvec3(center)).second);
    float rounded = static_cast<float>(radius);
    if (static_cast<double>(rounded) < radius * (1.0 + 1e-15)) {
        rounded = std::nextafter(rounded, std::numeric_limits<float>::max());
    }
    return {center, rounded};
}

}  // namespace sat3d::SAT3D_ABI
