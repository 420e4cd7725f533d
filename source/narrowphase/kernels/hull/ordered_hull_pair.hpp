#pragma once

/// @file
/// From a caller's pair of posed hulls to the kernels: what single and bulk queries share.

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "shapes/convex_hull/hull_data.hpp"

namespace sat3d::inline SAT3D_ABI::detail {

/// A pair in the library's order: computing (a, b) and (b, a) in one order makes their answers mirror bit for
/// bit.
template <class T>
struct OrderedPair {
    const ConvexHull& a;
    const BasicPose<T>& poseA;
    const ConvexHull& b;
    const BasicPose<T>& poseB;
    bool turnedRound;

    [[nodiscard]] const KernelHull& kernelA() const { return a.data().kernel; }
    [[nodiscard]] const KernelHull& kernelB() const { return b.data().kernel; }
};

/// As comesSecond() has it for any two shapes.
template <class T>
[[nodiscard]] bool comesSecond(const HullData& a, const BasicPose<T>& poseA, const HullData& b,
                               const BasicPose<T>& poseB) {
    return a.contentHash != b.contentHash ? b.contentHash < a.contentHash : bitsOf(poseB) < bitsOf(poseA);
}

template <class T>
[[nodiscard]] OrderedPair<T> inOrder(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                                     const BasicPose<T>& poseB) {
    assertSound(poseA);
    assertSound(poseB);
    // Which is first cannot be foretold, but is known early: what a wrong guess costs is done while the query
    // before is still at work. Places chosen without a branch would make all that follows wait for them.
    if (comesSecond(a.data(), poseA, b.data(), poseB)) {
        return {b, poseB, a, poseA, true};
    }
    return {a, poseA, b, poseB, false};
}

}  // namespace sat3d::inline SAT3D_ABI::detail
