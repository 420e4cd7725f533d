#pragma once

/// @file
/// Pairs of shapes of the plane and their canonical order: see shapes/basic/posed_pair.hpp.

#include "core/store_forwarding.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "shapes/basic/flip.hpp"
#include "shapes/basic/posed_pair.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <array>
#include <utility>

namespace sat3d::SAT3D_ABI {

template <class T>
using PlanarPair = BasicPosedPair<PlanarShapeRef, BasicPlanarPose<T>>;

template <class T>
[[nodiscard]] std::array<T, 4> sortKey(const BasicPlanarPose<T>& pose) noexcept {
    const auto& [position, rotation] = pose;
    return {position.x, position.y, rotation.x, rotation.y};
}

/// Compares kind, then content. Negative if a comes before b, 0 if the shapes are equal.
[[nodiscard]] int compareShapes(const PlanarShapeRef& a, const PlanarShapeRef& b) noexcept;

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
