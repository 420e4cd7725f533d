#pragma once

/// @file
/// Lines and where they cross surfaces, in the frame of a shape.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

struct Line {
    glm::dvec3 origin, direction;  ///< the direction unit

    [[nodiscard]] glm::dvec3 at(double t) const { return origin + t * direction; }
};

/// RayCrossing before it is rounded.
struct Crossing {
    double t = 0.0;
    glm::dvec3 normal{0.0};
    std::uint32_t face = RayCrossing::kNoFace;
    std::uint32_t tag = 0;
    std::uint32_t piece = 0;
};

/// The part of a line inside a shape: empty unless entry.t < exit.t.
struct Span {
    Crossing entry{.t = -std::numeric_limits<double>::infinity()};
    Crossing exit{.t = std::numeric_limits<double>::infinity()};
    bool startedInside = false;

    [[nodiscard]] bool isEmpty() const { return !(entry.t < exit.t); }

    /// Keeps what lies below a plane; `height` is the line's origin above it.
    void clip(const Line& line, const glm::dvec3& normal, double height, std::uint32_t face) {
        const double rise = glm::dot(normal, line.direction);
        const double t = -height / rise;
        if (rise < 0.0) {
            if (t > entry.t) {
                entry = {.t = t, .normal = normal, .face = face};
            }
        } else if (rise > 0.0) {
            if (t < exit.t) {
                exit = {.t = t, .normal = normal, .face = face};
            }
        } else if (!(rise == 0.0 && height < 0.0)) {
            exit.t =
                -std::numeric_limits<double>::infinity();  // in the plane, or along above it; or no number
        }
    }
};

}  // namespace sat3d::inline SAT3D_ABI
