#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"
#include "narrowphase/pair/flip.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <hwy/base.h>

namespace sat3d::SAT3D_ABI {

/// Writes the answer to the caller's memory, in the caller's order of the hulls.
///
/// Stores each number directly in its final place (see core/store_forwarding.hpp).
///
/// Always inlined: a call from code for AVX into code for SSE waits for the upper halves of the registers,
/// which costs more than the whole test of two boxes.
/// @param normal    unit length, in world frame, from A to B
/// @param features  with the indices of the meshes
HWY_INLINE void storePenetration(const Float4& normal, float depth, const FeaturePair& features,
                                 bool isSwapped, Penetration& penetration) {
    const float sign = isSwapped ? -1.0f : 1.0f;
    const FeaturePair inCallersOrder = flippedIf(isSwapped, features);
    penetration.normal = {normal.v[0] * sign, normal.v[1] * sign, normal.v[2] * sign};
    penetration.depth = depth;
    penetration.features.kind = inCallersOrder.kind;
    penetration.features.a = inCallersOrder.a;
    penetration.features.b = inCallersOrder.b;
}

}  // namespace sat3d::SAT3D_ABI
