#pragma once

/// @file
/// The part of a line inside a convex shape of the plane.

#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/raycast.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

struct PlanarLine {
    glm::dvec2 origin, direction;  ///< unit direction

    [[nodiscard]] glm::dvec2 at(double t) const { return origin + t * direction; }
};

/// PlanarRayIntersection in double, in the frame of the line.
struct PlanarCrossing {
    double t = 0.0;
    glm::dvec2 normal{0.0};
    std::uint32_t edge = PlanarRayIntersection::kNoEdge;
    std::uint32_t child = 0;
};

/// The part of a line inside a shape. Entry and exit are one point only where the line crosses a segment.
struct PlanarChord {
    PlanarCrossing entry{.t = -std::numeric_limits<double>::infinity()};
    PlanarCrossing exit{.t = std::numeric_limits<double>::infinity()};
    /// Points of the chord are at least this deep per meter from its ends. 0 if that is unknown.
    double leastRise = 0.0;
    /// A bound of the coordinates of the shape that is entered, and of the line's origin in its frame: see
    /// roundingOf().
    double reach = 0.0;

    [[nodiscard]] bool isPoint() const { return entry.t == exit.t; }
};

/// A line shifted to one of its sides by an amount too small for numbers. It is inside a shape on this side
/// with an edge along the line. Edges count as along the line if both ends are closer than a
/// tolerance.
struct SideOfLine {
    double side = 0.0;                ///< 1: to the left, -1: to the right
    double middle = 0.0, half = 0.0;  ///< positions along the line, where it passes the shape
    double tolerance = 0.0;           ///< meters
};

/// Returns the part of a line inside a convex shape, or nothing.
/// @param line     in the frame to which proxy.toWorld() maps
/// @param side     nullptr for the line itself
/// @param isAlong  set if an edge is along the line, otherwise left as it is
[[nodiscard]] std::optional<PlanarChord> chordThrough(const PlanarProxy& proxy,
                                                      const PlanarLine& line) noexcept;
[[nodiscard]] std::optional<PlanarChord> chordThrough(const PlanarProxy& proxy, const PlanarLine& line,
                                                      const SideOfLine& side, bool& isAlong) noexcept;

}  // namespace sat3d::SAT3D_ABI
