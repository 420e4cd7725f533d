#pragma once

/// @file
/// From a caller's pair of posed hulls to the kernels and back: what single and bulk queries share.

#include "narrowphase/hull_pair.hpp"
#include "narrowphase/kernels/hull_kernels.hpp"
#include "narrowphase/pair_order.hpp"
#include "narrowphase/relative_pose.hpp"
#include "shapes/hull_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

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
    // Which is first cannot be foretold: chosen without a branch.
    const bool turned = comesSecond(a.data(), poseA, b.data(), poseB);
    const ConvexHull* const hulls[] = {&a, &b};
    const BasicPose<T>* const poses[] = {&poseA, &poseB};
    return {*hulls[turned], *poses[turned], *hulls[!turned], *poses[!turned], turned};
}

/// Stands for a pose that is not finite: so far away that nothing overlaps.
[[nodiscard]] inline RelativePose farAway() {
    RelativePose pose{};
    for (int axis = 0; axis < 3; ++axis) {
        pose.columns[axis].v[axis] = pose.rows[axis].v[axis] = 1.0f;
    }
    pose.centerBInA.v[0] = 1e18f;
    return pose;
}

/// Whichever number of a pose is not finite, it shows in the center: all of them go into it.
template <class T>
[[nodiscard]] RelativePose relativePoseOf(const OrderedPair<T>& pair) {
    const RelativePose pose = relativePose(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB);
    const float* center = pose.centerBInA.v;
    const bool finite = std::isfinite(center[0] + center[1] + center[2]);
    SAT3D_ASSERT(finite, "poses must be finite, with positions within 1e15 m");
    return finite ? pose : farAway();
}

/// The way home where the kernel leaves a pair undecided: the readable method, in double. In the pair's
/// order.
[[nodiscard]] std::optional<Penetration> decideInDouble(const OrderedPair<float>& pair);
[[nodiscard]] std::optional<Penetration> decideInDouble(const OrderedPair<double>& pair);

template <class T>
[[nodiscard]] Penetration toWorld(const OrderedPair<T>& pair, const Push& push) {
    const float* n = push.normal.v;
    return {directionInWorld(pair.poseA, n[0], n[1], n[2]),
            push.depth,
            namesInMesh(pair.kernelA(), pair.kernelB(), push.features),
            {}};
}

/// A minimum of exactly nothing is touching, which is no overlap.
template <class T>
[[nodiscard]] std::optional<Penetration> answer(const OrderedPair<T>& pair, const KernelResult& result,
                                                const Push& push) {
    std::optional<Penetration> penetration;
    if (result.verdict == Verdict::Overlapping && push.depth > 0.0f) {
        penetration = toWorld(pair, push);
    } else if (result.verdict == Verdict::Undecided) {
        penetration = decideInDouble(pair);
    }
    if (penetration) {
        penetration->normal *= pair.turnedRound ? -1.0f : 1.0f;
        const FeaturePair features[] = {penetration->features, turnedRound(penetration->features)};
        penetration->features = features[pair.turnedRound];
    }
    return penetration;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
