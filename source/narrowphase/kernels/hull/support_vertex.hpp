#pragma once

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The support vertex of a hull in a direction, by dot products in double; the lowest index if vertices tie.
/// A scan in float, with the best instruction set of this machine, first selects the vertices within rounding
/// errors of the farthest.
/// @param direction  in the hull's frame, of any length; 0 and non-finite directions give vertex 0
[[nodiscard]] std::uint32_t supportVertex(const ConvexHull& hull, const glm::dvec3& direction) noexcept;

}  // namespace sat3d::SAT3D_ABI
