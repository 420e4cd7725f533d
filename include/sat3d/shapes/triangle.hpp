#pragma once

/// @file
/// Triangles, and the sides on which surfaces collide.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// A triangle, counter-clockwise seen from the front. Vertices 0, 1, 2; edges 0 (vertex 0 to 1), 1 (1 to 2),
/// 2 (2 to 0); faces 0 (the front) and 1 (the back).
struct Triangle {
    std::array<glm::vec3, 3> corners{};

    friend bool operator==(const Triangle&, const Triangle&) = default;
};

/// Faces of a surface that collide: front faces only, or both.
///
/// A front-only triangle collides with a shape only if the shape's center is in front of the triangle's plane
/// or on it. A sweep tests the center at the start pose. The center of a sphere or box is its own center. The
/// center of a capsule is the midpoint of its segment. The center of a hull is the center of its bounding
/// sphere. Each child of a Compound has its own center. A front-only triangle never pushes toward its back:
/// it uses the shortest of the other pushes.
enum class Sides : std::uint8_t {
    Front,  ///< shapes that come from behind pass through
    Both,
};

/// Returns the name of the enumerator: "Front".
[[nodiscard]] SAT3D_API std::string_view toString(Sides sides) noexcept;

}  // namespace sat3d::SAT3D_ABI
