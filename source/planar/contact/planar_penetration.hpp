#pragma once

/// @file
/// From a gap to a penetration.

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/planar/penetration.hpp>

namespace sat3d::SAT3D_ABI {

/// The depth of a separation: positive exactly if the separation is below the margin as float numbers.
[[nodiscard]] inline float depthOf(double separation, float margin) noexcept {
    return margin - static_cast<float>(separation);
}

/// Writes the penetration member by member (see core/store_forwarding.hpp).
inline void writePenetration(const PlanarGap& gap, const PlanarTransform& aToWorld, float depth,
                             PlanarPenetration& penetration) noexcept {
    penetration.normal = glm::vec2(rotatedBy(aToWorld.rotation, gap.normal));
    penetration.depth = depth;
    copyFeatures(gap.features, penetration.features);
    copyMembers(gap.children, penetration.children, &ChildPair::a, &ChildPair::b);
}

}  // namespace sat3d::SAT3D_ABI
