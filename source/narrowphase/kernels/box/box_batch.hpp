#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/math/pose.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// Sixteen pairs of boxes, a pair to a lane: lane by lane what boxPenetration takes and finds for one.
struct BoxBatch {
    static constexpr std::size_t kSize = KernelHull::kWidestVector;

    // In, in the library's order.
    const KernelHull *a[kSize], *b[kSize];
    const Pose *poseA[kSize], *poseB[kSize];
    alignas(64) float slack[kSize];               ///< how much better an edge pair must be than a face
    alignas(64) std::int32_t turnedRound[kSize];  ///< 1 where the caller's order is the other, else 0

    // Out.
    alignas(64) float separation[kSize];  ///< along the best axis
    bool finite;                          ///< whether all poses are; what is not overlaps nothing
    bool anyOverlap;

    // Out of boxBatchPenetrations, where the boxes overlap.
    alignas(64) float normal[3][kSize];    ///< in the world; this and the kind are in the caller's order
    alignas(64) std::int32_t kind[kSize];  ///< a FeaturePair::Kind
    alignas(64) std::int32_t featureA[kSize], featureB[kSize];  ///< numbered as in KernelHull::Box
};

}  // namespace sat3d::inline SAT3D_ABI::detail
