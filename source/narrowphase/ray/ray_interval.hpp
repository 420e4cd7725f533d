#pragma once

/// @file
/// Intervals of a line inside a shape, in the shape's frame.

#include "narrowphase/ray/inside_convex.hpp"

#include <sat3d/narrowphase/raycast.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Line {
    glm::dvec3 origin, direction;  ///< unit direction

    [[nodiscard]] glm::dvec3 at(double t) const { return origin + t * direction; }
};

/// RayIntersection in double.
struct SurfaceIntersection {
    double t = 0.0;
    glm::dvec3 normal{0.0};
    std::uint32_t face = RayIntersection::kNoFace;
    std::uint32_t tag = 0;
    std::uint32_t child = 0;
};

/// The place of a hit in the order of the children of a compound: by the distance or fraction as it is
/// returned, so that rounding does not choose between equals. Of equals, first the children that the ray
/// starts in, then the lowest numbered.
struct OrderOfEntry {
    float entry;
    bool startsOutside;
    std::uint32_t child;

    [[nodiscard]] auto operator<=>(const OrderOfEntry&) const = default;
};
[[nodiscard]] inline OrderOfEntry orderOf(const RayHit& hit) {
    return {hit.entry.distance, !hit.startedInside, hit.entry.child};
}

/// The part of a line inside a shape: empty unless entry.t < exit.t.
struct RayInterval {
    SurfaceIntersection entry{.t = -kInfinity};
    SurfaceIntersection exit{.t = kInfinity};
    bool startedInside = false;
    /// The smallest absolute cosine of the line and a normal of the shape. 0 if it is unknown.
    double leastRise = 0.0;

    [[nodiscard]] bool isEmpty() const { return !(entry.t < exit.t); }
    [[nodiscard]] OrderOfEntry order() const {
        return {static_cast<float>(entry.t), !startedInside, entry.child};
    }

    /// Clips the interval to the points below a plane.
    /// @param height  of the line's origin above the plane
    void clip(const Line& line, const glm::dvec3& normal, double height, std::uint32_t face) {
        const double rise = glm::dot(normal, line.direction);
        const double t = -height / rise;
        if (rise < -kRayRounding) {
            if (t > entry.t) {
                entry = {.t = t, .normal = normal, .face = face};
            }
        } else if (rise > kRayRounding) {
            if (t < exit.t) {
                exit = {.t = t, .normal = normal, .face = face};
            }
        } else if (!(std::abs(rise) <= kRayRounding && height < 0.0)) {
            exit.t = -kInfinity;  // in the plane or parallel above it; or NaN
        }
    }
};

}  // namespace sat3d::SAT3D_ABI
