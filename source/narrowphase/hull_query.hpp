#pragma once

/// @file
/// From a caller's pair of posed hulls to the kernels and back: what single and bulk queries share.

#include "narrowphase/hull_pair.hpp"
#include "narrowphase/kernels/hull_kernels.hpp"
#include "narrowphase/pair_order.hpp"
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

/// The way home where the kernel leaves a pair undecided: the readable method, in double. In the pair's
/// order.
[[nodiscard]] std::optional<Penetration> decideInDouble(const OrderedPair<float>& pair);
[[nodiscard]] std::optional<Penetration> decideInDouble(const OrderedPair<double>& pair);

/// A direction of A's frame in the world, unit for a unit direction, rounded once.
template <class T>
[[nodiscard]] inline glm::vec3 directionInWorld(const BasicPose<T>& pose, double dx, double dy,
                                                double dz) noexcept {
    const double x = pose.rotation.x, y = pose.rotation.y, z = pose.rotation.z, w = pose.rotation.w;
    const double scale = 2.0 / (x * x + y * y + z * z + w * w);
    const double ux = y * dz - z * dy, uy = z * dx - x * dz, uz = x * dy - y * dx;
    return {static_cast<float>(dx + scale * (w * ux + (y * uz - z * uy))),
            static_cast<float>(dy + scale * (w * uy + (z * ux - x * uz))),
            static_cast<float>(dz + scale * (w * uz + (x * uy - y * ux)))};
}

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
        penetration->features = turnedRoundIf(pair.turnedRound, penetration->features);
    }
    return penetration;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
