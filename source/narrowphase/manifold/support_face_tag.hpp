#pragma once

/// @file
/// The user's tag of the supporting face.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The tag of the hull's face whose normal is closest to a direction of its frame, the lowest numbered of
/// equals. 0 for other shapes.
[[nodiscard]] inline std::uint32_t tagToward(ShapeRef shape, const glm::dvec3& direction) noexcept {
    if (shape.kind() != ShapeRef::Kind::ConvexHull) {
        return 0;
    }
    const auto tags = shape.hull().faceTags();
    if (std::ranges::all_of(tags, [](std::uint32_t tag) { return tag == 0; })) {
        return 0;
    }
    const auto faces = shape.hull().faces();
    std::size_t best = 0;
    for (std::size_t i = 1; i < faces.size(); ++i) {
        if (glm::dot(direction, faces[i].plane.normal) > glm::dot(direction, faces[best].plane.normal)) {
            best = i;
        }
    }
    return tags[best];
}

}  // namespace sat3d::inline SAT3D_ABI
