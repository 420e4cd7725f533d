#pragma once

/// @file
/// Bounds for searches in trees of boxes: distance of boxes, and entry of rays.

#include "math/componentwise.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Bounding box of points.
[[nodiscard]] inline Aabb boxAround(std::span<const glm::vec3> points) noexcept {
    Aabb box;
    for (const glm::vec3& point : points) {
        box = join(box, point);
    }
    return box;
}

/// Length of the diagonal.
[[nodiscard]] inline double diagonal(const Aabb& box) noexcept {
    return glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
}

/// Half of the surface area.
[[nodiscard]] inline double halfArea(const Aabb& box) noexcept {
    const glm::dvec3 size = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

/// Distance of two boxes, 0 if they overlap: a lower bound of the distance of their contents.
[[nodiscard]] inline double gapBetween(const Aabb& a, const Aabb& b) noexcept {
    const glm::dvec3 beyond =
        maxOf(glm::dvec3(a.lower) - glm::dvec3(b.upper), glm::dvec3(b.lower) - glm::dvec3(a.upper));
    return glm::length(maxOf(beyond, glm::dvec3(0.0)));
}

/// A box in double.
struct BoxInDouble {
    glm::dvec3 lower, upper;
};

/// A box in linear motion, or a ray if its corners coincide.
class BoxRay {
public:
    BoxRay(const glm::dvec3& lower, const glm::dvec3& upper, const glm::dvec3& direction) noexcept
        : lower_(lower), upper_(upper), direction_(direction), perLength_(1.0 / direction) {}

    /// Ray parameter, in lengths of the direction, at which this box hits the other one. It is 0 if the boxes
    /// overlap at the start, and infinity if there is no hit. Never larger than the exact parameter (slab
    /// test). Source: T. Kay, J. Kajiya, "Ray Tracing Complex Scenes", 1986.
    /// @param box  not empty
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
        constexpr double kRounding = 1e-14;  // a ray along the border of a box must hit it
        return enter * (1.0 - kRounding) <= leave * (1.0 + kRounding)
                   ? enter * (1.0 - kRounding)
                   : std::numeric_limits<double>::infinity();
    }

    /// Returns a box around all places up to a ray parameter.
    [[nodiscard]] BoxInDouble reach(double limit) const noexcept {
        glm::dvec3 displacement(0.0);
        for (int axis = 0; axis < 3; ++axis) {
            displacement[axis] = direction_[axis] != 0.0 ? limit * direction_[axis] : 0.0;
        }
        return {minOf(lower_, lower_ + displacement), maxOf(upper_, upper_ + displacement)};
    }

private:
    glm::dvec3 lower_, upper_;
    glm::dvec3 direction_;
    glm::dvec3 perLength_;  ///< change of the ray parameter per meter along each axis
};

}  // namespace sat3d::SAT3D_ABI
