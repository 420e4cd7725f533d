#pragma once

/// @file
/// Pairs of shapes in space and their canonical order: see shapes/basic/posed_pair.hpp.

#include "math/pose_contract.hpp"
#include "narrowphase/pair/flip.hpp"
#include "shapes/basic/posed_pair.hpp"
#include "shapes/basic/shape_kinds.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

template <class T>
using PosedPair = BasicPosedPair<ShapeRef, BasicPose<T>>;

[[nodiscard]] inline bool areHulls(ShapeRef a, ShapeRef b) noexcept {
    return a.kind() == ShapeRef::Kind::ConvexHull && b.kind() == ShapeRef::Kind::ConvexHull;
}

/// The bits of a pose as integers. They have a total order, even if the pose has a NaN.
template <class T>
[[nodiscard]] auto sortKey(const BasicPose<T>& pose) noexcept {
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const auto& [position, rotation] = pose;
    return std::array{std::bit_cast<Bits>(position.x), std::bit_cast<Bits>(position.y),
                      std::bit_cast<Bits>(position.z), std::bit_cast<Bits>(rotation.x),
                      std::bit_cast<Bits>(rotation.y), std::bit_cast<Bits>(rotation.z),
                      std::bit_cast<Bits>(rotation.w)};
}

/// Compares two shapes by kind, then by content: negative if a comes before b in the canonical order, 0 if
/// only their poses can differ. Two surfaces of one kind count as equal: such a pair has no answer.
[[nodiscard]] int compareShapes(const ShapeRef& a, const ShapeRef& b) noexcept;

[[nodiscard]] inline bool isSameShape(ShapeRef a, ShapeRef b) noexcept {
    return compareShapes(a, b) == 0;
}

/// Whether the canonical order is (b, a).
template <class T>
[[nodiscard]] bool needsSwap(const PosedPair<T>& pair) noexcept {
    return orderOf(pair).swaps;
}

/// needsSwap() of two hulls.
template <class T>
[[nodiscard]] bool needsSwapOfHulls(const PosedPair<T>& pair) noexcept {
    const std::uint64_t a = pair.a.hull().data().contentHash, b = pair.b.hull().data().contentHash;
    return a != b ? b < a : sortKey(pair.poseB) < sortKey(pair.poseA);
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

/// Calls compute() for the pair in the canonical order. Returns the answer for the order of the argument.
template <class T, class Compute>
[[nodiscard]] auto inCanonicalOrder(const PosedPair<T>& pair, const Compute& compute) {
    return inOrder(needsSwap(pair), pair, compute);
}

}  // namespace sat3d::SAT3D_ABI
