#pragma once

#include "narrowphase/kernels/kernel_types.hpp"

#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// Sixteen pairs of boxes as structure of arrays: lane by lane what boxSat takes and finds for one.
struct BoxBatch {
    static constexpr std::size_t kSize = KernelHull::kWidestVector;

    // In: poses as the caller has them, boxes about their centers.
    alignas(64) float rotationA[4][kSize], rotationB[4][kSize];  ///< x y z w
    alignas(64) float positionA[3][kSize], positionB[3][kSize];
    alignas(64) double centerA[3][kSize], centerB[3][kSize];
    alignas(64) float halfExtentsA[3][kSize], halfExtentsB[3][kSize];
    alignas(64) float slack[kSize];  ///< how much better an edge pair must be than a face

    // Out.
    alignas(64) float rows[3][3][kSize];  ///< of the rotation from B's frame to A's
    alignas(64) float centerBInA[3][kSize];
    alignas(64) float separation[kSize];   ///< along the best axis
    alignas(64) std::int32_t axis[kSize];  ///< that axis, as BoxFeatures numbers them
};

}  // namespace sat3d::inline SAT3D_ABI::detail
