#pragma once

/// @file
/// Bounds for searches: how far boxes are from boxes, and where rays enter them.

#include "math/componentwise.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Around nothing: the start of a sum of boxes.
[[nodiscard]] inline Aabb emptyBox() noexcept {
    return {glm::vec3(std::numeric_limits<float>::infinity()),
            glm::vec3(-std::numeric_limits<float>::infinity())};
}

/// Around both.
[[nodiscard]] inline Aabb merged(const Aabb& a, const Aabb& b) noexcept {
    return {{std::min(a.lower.x, b.lower.x), std::min(a.lower.y, b.lower.y), std::min(a.lower.z, b.lower.z)},
            {std::max(a.upper.x, b.upper.x), std::max(a.upper.y, b.upper.y), std::max(a.upper.z, b.upper.z)}};
}

/// Around points. @param points  not empty
[[nodiscard]] inline Aabb boxAround(std::span<const glm::vec3> points) noexcept {
    Aabb box{points.front(), points.front()};
    for (const glm::vec3& point : points) {
        box = merged(box, {point, point});
    }
    return box;
}

/// How far two boxes are apart, 0 where they meet: no more than anything in them is.
[[nodiscard]] inline double gapBetween(const Aabb& a, const Aabb& b) noexcept {
    const glm::dvec3 beyond =
        maxOf(glm::dvec3(a.lower) - glm::dvec3(b.upper), glm::dvec3(b.lower) - glm::dvec3(a.upper));
    return glm::length(maxOf(beyond, glm::dvec3(0.0)));
}

/// A box on a straight way; a point has both corners in one place.
class BoxRay {
public:
    BoxRay(const glm::dvec3& lower, const glm::dvec3& upper, const glm::dvec3& direction) noexcept
        : lower_(lower), upper_(upper), perLength_(1.0 / direction) {}

    /// Where on the way the box is met, in lengths of the direction, 0 where it starts within: never later
    /// than in truth. Infinity where it is missed.
    [[nodiscard]] double entry(const Aabb& box) const noexcept {
        double enter = 0.0, leave = std::numeric_limits<double>::infinity();
        for (int axis = 0; axis < 3; ++axis) {
            const double toLower = double(box.lower[axis]) - upper_[axis];
            const double toUpper = double(box.upper[axis]) - lower_[axis];
            if (std::isinf(perLength_[axis])) {
                if (toLower > 0.0 || toUpper < 0.0) {
                    return std::numeric_limits<double>::infinity();
                }
                continue;
            }
            const double first = toLower * perLength_[axis], second = toUpper * perLength_[axis];
            enter = std::max(enter, std::min(first, second));
            leave = std::min(leave, std::max(first, second));
        }
        constexpr double kRounding = 1e-14;  // a ray that grazes a box must not miss what lies on its border
        return enter * (1.0 - kRounding) <= leave * (1.0 + kRounding)
                   ? enter * (1.0 - kRounding)
                   : std::numeric_limits<double>::infinity();
    }

private:
    glm::dvec3 lower_, upper_;
    glm::dvec3 perLength_;  ///< lengths of the direction that a metre along each axis takes
};

}  // namespace sat3d::inline SAT3D_ABI
