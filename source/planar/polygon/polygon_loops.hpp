#pragma once

/// @file
/// A polygon with holes as loops of points: checks, and bridges that make one loop of all.

#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Loops of indices into points. The first is the outline, counter-clockwise; the others are holes,
/// clockwise. No point equals the next one.
struct PolygonLoops {
    std::vector<glm::dvec2> points;
    std::vector<std::vector<std::uint32_t>> loops;
};

/// Reads an outline and its holes, and turns them into the right winding. Points that repeat are left out.
/// @param polygon  receives the loops
/// @return the error of the polygon, if it has one
[[nodiscard]] std::optional<PolygonError> readLoops(std::span<const glm::dvec2> outline,
                                                    std::span<const std::vector<glm::dvec2>> holes,
                                                    PolygonLoops& polygon);

/// Joins the outline and the holes by bridges: edges that the loop passes in both directions. The result does
/// not cross itself.
/// @param polygon  without errors
[[nodiscard]] std::vector<std::uint32_t> joinedLoop(const PolygonLoops& polygon);

}  // namespace sat3d::SAT3D_ABI
