#pragma once

/// @file
/// From a gap to a penetration.

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/penetration.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Returns the penetration, if the separation is below the margin as float numbers: then the depth is
/// positive as a float, too.
[[nodiscard]] inline std::optional<PlanarPenetration> penetrationOf(const PlanarGap& gap,
                                                                    const PlanarTransform& aToWorld,
                                                                    float margin) noexcept {
    const float depth = margin - static_cast<float>(gap.separation);
    if (!(depth > 0.0f)) {
        return std::nullopt;
    }
    return PlanarPenetration{glm::vec2(rotatedBy(aToWorld.rotation, gap.normal)), depth, gap.features};
}

inline void flip(PlanarPenetration& penetration) noexcept {
    penetration.normal = -penetration.normal;
    flip(penetration.features);
}

}  // namespace sat3d::inline SAT3D_ABI
