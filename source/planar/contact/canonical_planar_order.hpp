#pragma once

/// @file
/// The canonical order of a pair of shapes of the plane. Queries compute (a, b) and (b, a) in one common
/// order and flip the answer for one of them. Therefore both answers mirror each other bit for bit.

#include "core/store_forwarding.hpp"
#include "shapes/basic/flip_children.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

/// Two shapes of the plane with their poses, by reference.
template <class T>
struct PlanarPair {
    const PlanarShapeRef& a;
    const BasicPlanarPose<T>& poseA;
    const PlanarShapeRef& b;
    const BasicPlanarPose<T>& poseB;

    [[nodiscard]] PlanarPair flipped() const noexcept { return {b, poseB, a, poseA}; }
};

/// Compares kind, then content. Negative if a comes before b, 0 if the shapes are equal.
[[nodiscard]] int compareShapes(const PlanarShapeRef& a, const PlanarShapeRef& b) noexcept;

/// The canonical order of a pair: by kind, by content, then by the numbers of the poses.
struct PlanarOrder {
    bool swaps = false;        ///< whether it is (b, a)
    bool isSameShape = false;  ///< whether only the poses differ
};
template <class T>
[[nodiscard]] PlanarOrder orderOf(const PlanarPair<T>& pair) noexcept {
    if (pair.a.kind() != pair.b.kind()) {
        return {pair.b.kind() < pair.a.kind(), false};
    }
    if (const int order = compareShapes(pair.a, pair.b); order != 0) {
        return {order > 0, false};
    }
    const auto &p = pair.poseA, &q = pair.poseB;
    const T numbersA[] = {p.position.x, p.position.y, p.rotation.x, p.rotation.y};
    const T numbersB[] = {q.position.x, q.position.y, q.rotation.x, q.rotation.y};
    for (int i = 0; i < 4; ++i) {
        if (numbersA[i] != numbersB[i]) {
            return {numbersB[i] < numbersA[i], true};
        }
    }
    return {false, true};
}

/// Copies features that may have just been written (see core/store_forwarding.hpp).
inline void copyFeatures(const PlanarFeatures& from, PlanarFeatures& to) noexcept {
    copyMembers(from, to, &PlanarFeatures::kind, &PlanarFeatures::a, &PlanarFeatures::b);
}

inline void flip(PlanarFeatures& features) noexcept {
    using enum PlanarFeatures::Kind;
    if (features.kind != Vertices) {
        features.kind = features.kind == EdgeA ? EdgeB : EdgeA;
    }
    std::swap(features.a, features.b);
}

}  // namespace sat3d::SAT3D_ABI
