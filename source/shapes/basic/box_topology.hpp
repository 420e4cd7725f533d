#pragma once

/// @file
/// Vertices of the faces and edges of a box, numbered as Box documents.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Vertices of each face, counterclockwise as seen from outside.
inline constexpr std::array<std::array<std::uint32_t, 4>, 6> kBoxFaceVertices{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

inline constexpr std::uint32_t kBoxEdgeCount = 12;

/// Returns the start and the end of an edge, along its axis.
[[nodiscard]] constexpr std::array<std::uint32_t, 2> endsOfBoxEdge(std::uint32_t index) {
    const std::uint32_t axis = index / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
    const std::uint32_t from = ((index & 1) << next) | (((index >> 1) & 1) << last);
    return {from, from | (1u << axis)};
}

/// Returns the edge that is parallel to an axis and ends in a vertex.
[[nodiscard]] constexpr std::uint32_t boxEdge(std::uint32_t axis, std::uint32_t vertex) {
    const std::uint32_t next = (axis + 1) % 3, last = (axis + 2) % 3;
    return 4 * axis + ((vertex >> next) & 1u) + 2 * ((vertex >> last) & 1u);
}

/// Returns the face whose normal is closest to a direction in the axes of the box; of equals, one of the
/// first axis.
[[nodiscard]] inline std::uint32_t boxFaceToward(const glm::dvec3& direction) {
    int axis = 0;
    for (int other = 1; other < 3; ++other) {
        axis = std::abs(direction[other]) > std::abs(direction[axis]) ? other : axis;
    }
    return 2 * static_cast<std::uint32_t>(axis) + (direction[axis] > 0.0 ? 1u : 0u);
}

}  // namespace sat3d::SAT3D_ABI
