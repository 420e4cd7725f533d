#pragma once

/// @file
/// Checks of the points of a polygon.

#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Returns the error Empty, NotFinite, TooLarge, Coincident or Collinear, if the points have one of them.
/// @param hull  receives the vertices of the convex hull
[[nodiscard]] std::optional<PolygonError> faultOfPoints(std::span<const glm::dvec2> points,
                                                        std::vector<std::uint32_t>& hull);

}  // namespace sat3d::SAT3D_ABI
