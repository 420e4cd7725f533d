#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/math/pose.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI::detail {

/// What a batch knows about two boxes that overlap.
struct BoxBatchPose {
    RelativePose pose;
    bool isFaceBest;  ///< whether the best axis is the normal of a face
};

/// Sixteen pairs of boxes, one pair per lane: the input and the output of the batch kernels.
struct BoxBatch {
    static constexpr std::size_t kSize = KernelHull::kWidestVector;

    // Input, in canonical order (see canonical_order.hpp).
    const KernelBox *a[kSize], *b[kSize];  ///< with box forms
    const Pose *poseA[kSize], *poseB[kSize];
    alignas(64) float slack[kSize];             ///< an edge pair must separate better than faces by this
    alignas(64) std::int32_t isSwapped[kSize];  ///< 1 if the caller has the hulls in the other order, else 0

    // Output of all kernels.
    alignas(64) float separation[kSize];  ///< along the best axis
    bool finite;  ///< whether all poses are finite; pairs with a NaN or an infinity do not overlap
    bool anyOverlap;

    // Output of boxBatchPoses, for lanes that overlap.
    BoxBatchPose relative[kSize];

    // Output of boxBatchPenetrations, for lanes that overlap.
    alignas(64) float normal[3][kSize];    ///< in world frame; normal and kind are in the caller's order
    alignas(64) std::int32_t kind[kSize];  ///< a FeaturePair::Kind
    alignas(64) std::int32_t featureA[kSize], featureB[kSize];  ///< with the indices of KernelHull::Box
};

}  // namespace sat3d::SAT3D_ABI::detail
