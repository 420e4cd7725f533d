#pragma once

/// @file
/// Two shapes with their poses, and the order in which queries compute them: the same for space and for the
/// plane.

#include <sat3d/core/config.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Two shapes with their poses, by reference: a PosedPair of space or a PlanarPair.
template <class Ref, class Pose>
struct BasicPosedPair {
    const Ref& a;
    const Pose& poseA;
    const Ref& b;
    const Pose& poseB;
    bool isSwapped = false;  ///< whether `a` is the caller's second shape

    [[nodiscard]] BasicPosedPair flipped() const noexcept { return {b, poseB, a, poseA, !isSwapped}; }
};

/// Asserts the contract of both poses. Returns false if one of them has a NaN, an infinity or a rotation of
/// length 0: then the pair has no answer.
template <class Ref, class Pose>
[[nodiscard]] bool isUsable(const BasicPosedPair<Ref, Pose>& pair) {
    const bool isA = isUsable(pair.poseA), isB = isUsable(pair.poseB);
    return isA && isB;
}

/// Negative if the left value is less, 0 if neither is.
template <class Value>
[[nodiscard]] int compareValues(const Value& left, const Value& right) noexcept {
    return left < right ? -1 : right < left ? 1 : 0;
}

/// Compares the numbers of children, then the children one by one.
template <class Compound>
[[nodiscard]] int compareChildren(const Compound& a, const Compound& b) noexcept {
    int order = compareValues(a.children().size(), b.children().size());
    for (std::size_t i = 0; order == 0 && i < a.children().size(); ++i) {
        const auto &left = a.children()[i], &right = b.children()[i];
        order = compareValues(sortKey(left.pose), sortKey(right.pose));
        order = order != 0 ? order : compareShapes(left.shape, right.shape);
    }
    return order;
}

/// The canonical order of a pair.
struct PairOrder {
    bool swaps = false;        ///< whether it is (b, a)
    bool isSameShape = false;  ///< whether only the poses differ
};

/// Returns the canonical order: by kind, by content, then by the poses. A pair of equal shapes in equal poses
/// is its own mirror image.
template <class Ref, class Pose>
[[nodiscard]] PairOrder orderOf(const BasicPosedPair<Ref, Pose>& pair) noexcept {
    if (pair.a.kind() != pair.b.kind()) {
        return {pair.b.kind() < pair.a.kind(), false};
    }
    const int order = compareShapes(pair.a, pair.b);
    return order != 0 ? PairOrder{order > 0, false}
                      : PairOrder{sortKey(pair.poseB) < sortKey(pair.poseA), true};
}

/// Calls compute() for the pair, or for (b, a) if the order swaps it. Returns the answer for the order of the
/// argument. So the answers of (a, b) and (b, a) mirror each other bit for bit.
template <class Ref, class Pose, class Compute>
[[nodiscard]] auto inOrder(bool swaps, const BasicPosedPair<Ref, Pose>& pair, const Compute& compute) {
    auto answer = swaps ? compute(pair.flipped()) : compute(pair);
    if (swaps) {
        flip(answer);
    }
    return answer;
}

}  // namespace sat3d::SAT3D_ABI
