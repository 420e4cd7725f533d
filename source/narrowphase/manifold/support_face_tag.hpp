#pragma once

/// @file
/// The user's tags of faces.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Of a hull's face that looks most nearly along a direction of its frame, the lowest numbered of equals; 0
/// of other shapes.
[[nodiscard]] inline std::uint32_t tagToward(detail::ShapeRef shape, const glm::dvec3& direction) noexcept {
    if (shape.kind() != detail::ShapeRef::Kind::ConvexHull) {
        return 0;
    }
    const auto faces = shape.hull().faces();
    std::size_t best = 0;
    for (std::size_t i = 1; i < faces.size(); ++i) {
        if (glm::dot(direction, faces[i].plane.normal) > glm::dot(direction, faces[best].plane.normal)) {
            best = i;
        }
    }
    return shape.hull().faceTags()[best];
}

}  // namespace sat3d::inline SAT3D_ABI
