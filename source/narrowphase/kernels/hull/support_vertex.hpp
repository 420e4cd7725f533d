#pragma once

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// The vertex of a hull that reaches farthest in a direction, by heights in double; the lowest numbered of
/// equals. Floats, with the instruction set of this machine, leave only those that rounding cannot tell
/// apart.
/// @param direction  the hull's frame, any length; 0 and what is not finite give vertex 0
[[nodiscard]] std::uint32_t farthestVertex(const ConvexHull& hull, const glm::dvec3& direction) noexcept;

}  // namespace sat3d::inline SAT3D_ABI::detail
