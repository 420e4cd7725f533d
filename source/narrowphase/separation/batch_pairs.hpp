#pragma once

/// @file
/// The pairs of a batch query.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The pairs of shapes of a batch query, given as indices. Refers to the caller's arrays.
template <class T>
class BatchPairs {
public:
    BatchPairs(std::span<const ShapeRef> shapes, std::span<const BasicPose<T>> poses,
               std::span<const PairIndices> indices)
        : shapes_(shapes), poses_(poses), indices_(indices), objects_(std::min(shapes.size(), poses.size())) {
        SAT3D_ASSERT(shapes.size() == poses.size(), "one pose for each shape");
    }

    [[nodiscard]] std::size_t size() const { return indices_.size(); }
    /// Whether the indices of a pair are in range (asserted).
    [[nodiscard]] bool isValid(std::size_t pair) const {
        const auto [a, b] = indices_[pair];
        const bool valid = a < objects_ && b < objects_;
        SAT3D_ASSERT(valid, "an index of a pair is out of range");
        return valid;
    }
    /// Returns a pair whose indices are in range.
    [[nodiscard]] PosedPair<T> operator[](std::size_t pair) const {
        const auto [a, b] = indices_[pair];
        return {shapes_[a], poses_[a], shapes_[b], poses_[b]};
    }

private:
    std::span<const ShapeRef> shapes_;
    std::span<const BasicPose<T>> poses_;
    std::span<const PairIndices> indices_;
    std::size_t objects_;
};

}  // namespace sat3d::SAT3D_ABI
