#pragma once

/// @file
/// The user's tag of the supporting face.

#include "narrowphase/convex/convex_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The tag of the face of a hull whose normal is closest to a direction. 0 for other shapes.
[[nodiscard]] inline std::uint32_t tagToward(const ConvexProxy& core, const glm::dvec3& direction) noexcept {
    if (core.hull() == nullptr) {
        return 0;
    }
    const auto tags = core.hull()->faceTags();
    const bool isTagged = std::ranges::any_of(tags, [](std::uint32_t tag) { return tag != 0; });
    return isTagged ? tags[core.faceToward(direction)] : 0;
}

}  // namespace sat3d::inline SAT3D_ABI
