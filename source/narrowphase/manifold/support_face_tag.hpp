#pragma once

/// @file
/// The user's tag of the supporting face.

#include "narrowphase/convex/convex_proxy.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The tag of the contact face of a hull whose normal is closest to a direction. 0 for other shapes. Hulls
/// without tags need no search.
[[nodiscard]] inline std::uint32_t tagToward(const ConvexProxy& core, const glm::dvec3& direction) noexcept {
    const ConvexHull* const hull = core.hull();
    return hull != nullptr && hull->data().hasTags ? hull->faceTags()[core.contactFaceToward(direction)] : 0;
}

}  // namespace sat3d::inline SAT3D_ABI
