#pragma once

/// @file
/// Arguments of batch queries.

#include <sat3d/narrowphase/batch.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::test {

/// The objects and the pairs of a batch query.
template <class T>
struct BatchObjects {
    std::vector<ShapeRef> shapes;
    std::vector<BasicPose<T>> poses;
    std::vector<PairIndices> pairs;

    std::uint32_t add(ShapeRef shape, const BasicPose<T>& pose) {
        shapes.push_back(shape);
        poses.push_back(pose);
        return static_cast<std::uint32_t>(shapes.size() - 1);
    }
    /// Adds two objects and their pair.
    void addPair(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const BasicPose<T>& poseB) {
        const std::uint32_t indexA = add(a, poseA), indexB = add(b, poseB);
        pairs.push_back({indexA, indexB});
    }

    /// Returns verb(shape, pose, shape, pose) of a pair.
    template <class Verb>
    auto single(std::size_t pair, const Verb& verb) const {
        const auto [a, b] = pairs[pair];
        return verb(shapes[a], poses[a], shapes[b], poses[b]);
    }
};

}  // namespace sat3d::test
