#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

/// Writes a push as the caller is told of it, in the caller's order: once, number by number, where it is to
/// be. Copied as a whole, it would wait for its numbers.
/// @param normal    unit, in the world
/// @param features  as the meshes number them
inline void write(const Float4& normal, float depth, const FeaturePair& features, bool turnedRound,
                  Penetration& penetration) {
    const float sign = turnedRound ? -1.0f : 1.0f;
    const FeaturePair inCallersOrder = turnedRoundIf(turnedRound, features);
    penetration.normal = {normal.v[0] * sign, normal.v[1] * sign, normal.v[2] * sign};
    penetration.depth = depth;
    penetration.features.kind = inCallersOrder.kind;
    penetration.features.a = inCallersOrder.a;
    penetration.features.b = inCallersOrder.b;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
