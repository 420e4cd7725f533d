#pragma once

/// @file
/// flip() of features: see shapes/basic/flip.hpp.

#include "shapes/basic/flip.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Returns the features, flipped if `swapped`. It has no branch, because the order of a pair is
/// unpredictable.
[[nodiscard]] inline FeaturePair flippedIf(bool swapped, const FeaturePair& features) noexcept {
    using enum FeaturePair::Kind;
    static constexpr FeaturePair::Kind kKinds[2][6] = {
        {FaceA, FaceB, EdgeEdge, VertexEdge, EdgeVertex, VertexVertex},
        {FaceB, FaceA, EdgeEdge, EdgeVertex, VertexEdge, VertexVertex}};
    const std::uint32_t exchange = (features.a ^ features.b) & (0u - std::uint32_t{swapped});
    return {kKinds[swapped][static_cast<std::size_t>(features.kind)], features.a ^ exchange,
            features.b ^ exchange};
}

inline void flip(FeaturePair& features) noexcept {
    features = flippedIf(true, features);
}

}  // namespace sat3d::SAT3D_ABI
