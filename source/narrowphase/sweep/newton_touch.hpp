#pragma once

/// @file
/// Newton's method for the time at which two shapes on a straight path touch.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

struct Touch {
    double fraction = 0.0;       ///< of the motion
    double separation = 0.0;     ///< there, meters: 0 up to rounding
    glm::dvec3 normalAToB{0.0};  ///< unit
};

/// Returns the time of impact of B, which translates by `motion`, with A. Returns nothing if B passes or only
/// touches. The distance is convex along a straight path: a step never goes too far.
/// @param touch  a fraction before which they do not touch, and the normal while the distance defines none
/// @param radii  the sum of the convex radii, meters
/// @param scale  the roundingScale() of the pair
/// @param distanceAt  (double fraction): `distance` and `normalAToB` of the cores; a distance of 0 if they
/// are too close to define a normal
template <class DistanceAt>
[[nodiscard]] std::optional<Touch> newtonTouch(Touch touch, const glm::dvec3& motion, double radii,
                                               double scale, const DistanceAt& distanceAt) {
    constexpr double kTouching = 2e-8;  // the gap where steps end: a few times the rounding of distances
    constexpr int kMaxSteps = 64;       // enough for a tangent motion, where each only halves the gap's root
    for (int step = 0; step < kMaxSteps; ++step) {
        const auto& now = distanceAt(touch.fraction);
        touch.separation = 0.0;
        if (now.distance > 0.0) {
            touch.separation = now.distance - radii;
            touch.normalAToB = now.normalAToB;
        }
        // Once the distance grows it never shrinks again.
        const double approach = -glm::dot(touch.normalAToB, motion);
        if (!(approach > 0.0)) {
            return std::nullopt;
        }
        if (touch.separation <= kTouching * scale) {
            break;
        }
        touch.fraction += touch.separation / approach;
        if (!(touch.fraction < 1.0)) {
            return std::nullopt;
        }
    }
    return touch;
}

}  // namespace sat3d::SAT3D_ABI
