#pragma once

/// @file
/// The canonical order of a pair. Queries compute (a, b) and (b, a) in one common order and flip the
/// answer for one of them. Therefore both answers mirror each other bit for bit.

#include "math/pose_contract.hpp"
#include "narrowphase/pair/flip.hpp"
#include "shapes/basic/shape_kinds.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Two shapes with their poses, by reference.
template <class T>
struct PosedPair {
    const ShapeRef& a;
    const BasicPose<T>& poseA;
    const ShapeRef& b;
    const BasicPose<T>& poseB;
    bool isSwapped = false;  ///< whether `a` is the caller's second shape

    [[nodiscard]] PosedPair flipped() const noexcept { return {b, poseB, a, poseA, !isSwapped}; }
};

/// Asserts the contract of both poses. Returns false if one of them has a NaN, an infinity or a rotation of
/// length 0: then the pair has no answer.
template <class T>
[[nodiscard]] bool isUsable(const PosedPair<T>& pair) {
    const bool isA = isUsable(pair.poseA), isB = isUsable(pair.poseB);
    return isA && isB;
}

[[nodiscard]] inline bool areHulls(ShapeRef a, ShapeRef b) noexcept {
    return a.kind() == ShapeRef::Kind::ConvexHull && b.kind() == ShapeRef::Kind::ConvexHull;
}

/// The bits of a pose as integers. They have a total order, even if the pose has a NaN.
template <class T>
[[nodiscard]] auto bitsOf(const BasicPose<T>& pose) noexcept {
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const auto& [position, rotation] = pose;
    return std::array{std::bit_cast<Bits>(position.x), std::bit_cast<Bits>(position.y),
                      std::bit_cast<Bits>(position.z), std::bit_cast<Bits>(rotation.x),
                      std::bit_cast<Bits>(rotation.y), std::bit_cast<Bits>(rotation.z),
                      std::bit_cast<Bits>(rotation.w)};
}

/// Whether the canonical order is (b, a). Shapes are ordered by kind, then by content, then by the bits of
/// their poses. A pair of equal shapes in equal poses is its own mirror image.
template <class T>
[[nodiscard]] bool needsSwap(const PosedPair<T>& pair) noexcept;

/// needsSwap(), inline for two hulls.
template <class T>
[[nodiscard]] bool needsSwapOfHulls(const PosedPair<T>& pair) noexcept {
    const std::uint64_t a = pair.a.hull().data().contentHash, b = pair.b.hull().data().contentHash;
    return a != b ? b < a : bitsOf(pair.poseB) < bitsOf(pair.poseA);
}

/// Asserts the contract of both poses and returns the pair in the canonical order.
template <class T>
[[nodiscard]] PosedPair<T> inSoundOrder(const PosedPair<T>& pair) {
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    // A branch, not a conditional move: the order is known early, so a misprediction is resolved while the
    // previous query still runs. With conditional moves, all that follows would wait for them.
    if (areHulls(pair.a, pair.b) ? needsSwapOfHulls(pair) : needsSwap(pair)) {
        return pair.flipped();
    }
    // Member by member: a copy as a whole would stall on store forwarding.
    return {pair.a, pair.poseA, pair.b, pair.poseB, pair.isSwapped};
}

/// Compares two shapes by kind, then by content: negative if a comes before b in the canonical order, 0 if
/// only their poses can differ. Two surfaces of one kind count as equal: such a pair has no answer.
[[nodiscard]] int compareShapes(const ShapeRef& a, const ShapeRef& b) noexcept;

[[nodiscard]] inline bool isSameShape(ShapeRef a, ShapeRef b) noexcept {
    return compareShapes(a, b) == 0;
}

/// Calls compute() for the pair in the canonical order. Returns the answer for the order of the argument.
template <class T, class Compute>
[[nodiscard]] auto inCanonicalOrder(const PosedPair<T>& pair, const Compute& compute) {
    const bool swaps = needsSwap(pair);
    auto answer = swaps ? compute(pair.flipped()) : compute(pair);
    if (swaps) {
        flip(answer);
    }
    return answer;
}

}  // namespace sat3d::SAT3D_ABI
