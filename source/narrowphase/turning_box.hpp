#pragma once

/// @file
/// Bounds for sweeps of shapes that turn.

#include "geometry/box_math.hpp"
#include "math/componentwise.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

/// When a box about something that moves and turns may meet others that move and turn: never too late. All in
/// one frame, that in which B stands at the beginning.
class TurningBox {
public:
    /// @param way        of A's centre, less that of B's
    /// @param tolerance  of the sweep, a fraction of size: so much nearer counts as met
    TurningBox(const Aabb& box, const glm::dvec3& centerA, double angleA, const glm::dvec3& centerB,
               double angleB, const glm::dvec3& way, double tolerance)
        : box_(box),
          centerB_(centerB),
          way_(way),
          arcA_(arc(box, centerA, angleA)),
          chordA_(chord(box, centerA, angleA)),
          angleB_(angleB),
          halfTolerance_(0.5 * tolerance) {}

    [[nodiscard]] double entry(const Aabb& other) const {
        const double near = halfTolerance_ * (diagonal(box_) + diagonal(other));
        const double aside = chordA_ + chord(other, centerB_, angleB_) + near;
        const BoxRay ray{glm::dvec3(box_.lower) - aside, glm::dvec3(box_.upper) + aside, way_};
        const double speed = glm::length(way_) + arcA_ + arc(other, centerB_, angleB_);
        const double gap = std::max(0.0, gapBetween(box_, other) - near);
        return std::max(ray.entry(other), gap > 0.0 ? gap / speed : 0.0);
    }

private:
    static double diagonal(const Aabb& box) {
        return glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
    }
    static double reach(const Aabb& box, const glm::dvec3& center) {
        return glm::length(maxOf(glm::dvec3(box.upper) - center, center - glm::dvec3(box.lower)));
    }
    /// How long the way is of what turns, and how far it can get from where it would be without turning.
    static double arc(const Aabb& box, const glm::dvec3& center, double angle) {
        return angle > 0.0 ? angle * reach(box, center) : 0.0;
    }
    static double chord(const Aabb& box, const glm::dvec3& center, double angle) {
        return arc(box, center, std::min(angle, 2.0));
    }

    Aabb box_;
    glm::dvec3 centerB_, way_;
    double arcA_, chordA_, angleB_, halfTolerance_;
};

}  // namespace sat3d::inline SAT3D_ABI
