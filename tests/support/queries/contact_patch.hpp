#pragma once

/// @file
/// The patch that a manifold's points span in its plane.

#include <sat3d/narrowphase/manifold.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::test {

/// The contact points of a manifold in its plane.
class ContactPatch {
public:
    explicit ContactPatch(const DManifold& manifold) {
        const glm::dvec3 normal = glm::normalize(glm::dvec3(manifold.normal));
        const glm::dvec3 other = std::abs(normal.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        u_ = glm::normalize(glm::cross(normal, other));
        v_ = glm::cross(normal, u_);
        for (const DContactPoint& point : manifold.points()) {
            points_.push_back(flat(point.position));
        }
    }

    /// The area of the convex hull of the points: the largest of all triangles and of the crosses of two
    /// diagonals.
    [[nodiscard]] double area() const {
        double twice = 0.0;
        const auto cross = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
            const glm::dvec2 p = points_[b] - points_[a], q = points_[d] - points_[c];
            twice = std::max(twice, std::abs(p.x * q.y - p.y * q.x));
        };
        for (std::size_t i = 2; i < points_.size(); ++i) {
            for (std::size_t j = 1; j < i; ++j) {
                for (std::size_t k = 0; k < j; ++k) {
                    cross(k, j, k, i);
                }
            }
        }
        if (points_.size() == 4) {
            cross(0, 1, 2, 3);
            cross(0, 2, 1, 3);
            cross(0, 3, 1, 2);
        }
        return 0.5 * twice;
    }

    /// Whether a position lies over the patch, along the normal: no line through it has all points on one
    /// side.
    [[nodiscard]] bool holds(const glm::dvec3& position) const {
        std::vector<double> angles;
        for (const glm::dvec2& point : points_) {
            const glm::dvec2 arm = point - flat(position);
            angles.push_back(std::atan2(arm.y, arm.x));
        }
        std::sort(angles.begin(), angles.end());
        constexpr double kHalfTurn = 3.141592653589793;
        double widest = angles.front() + 2.0 * kHalfTurn - angles.back();
        for (std::size_t i = 1; i < angles.size(); ++i) {
            widest = std::max(widest, angles[i] - angles[i - 1]);
        }
        return widest <= kHalfTurn;
    }

private:
    [[nodiscard]] glm::dvec2 flat(const glm::dvec3& position) const {
        return {glm::dot(position, u_), glm::dot(position, v_)};
    }

    glm::dvec3 u_, v_;
    std::vector<glm::dvec2> points_;
};

}  // namespace sat3d::test
