#pragma once

/// @file
/// Features of the closest points of a point and a box, as a table.

#include "shapes/basic/box_topology.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The features by 8 * outside + beyond. Both have a bit for each axis: whether the point is not between the
/// two faces, and whether it is beyond the positive one. A is the point, B the box. A table, because branches
/// would be unpredictable.
inline constexpr std::array<FeaturePair, 64> kFeaturesOnBox = [] {
    using Kind = FeaturePair::Kind;
    std::array<FeaturePair, 64> features{};
    for (std::uint32_t i = 0; i < features.size(); ++i) {
        const std::uint32_t outside = i / 8, beyond = i % 8;
        if (outside == 7) {
            features[i] = {Kind::VertexVertex, 0, beyond};
        } else if (std::popcount(outside) == 2) {
            const std::uint32_t along = (~outside & 7u) / 2;
            features[i] = {Kind::VertexEdge, 0, boxEdge(along, beyond)};
        } else {
            const std::uint32_t axis = outside / 2;
            features[i] = {Kind::FaceB, 0, 2 * axis + (beyond >> axis & 1u)};
        }
    }
    return features;
}();

}  // namespace sat3d::SAT3D_ABI
