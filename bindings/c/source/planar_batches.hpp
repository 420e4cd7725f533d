#pragma once

// Questions about many pairs in the plane, pair by pair: the library has kernels for them in space only.

#include "types.hpp"

#include <sat3d/core/pair_indices.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d {

inline void penetrationBatch(std::span<const c::ShapeRef> shapes, std::span<const c::Pose> poses,
                             std::span<const PairIndices> pairs,
                             std::span<std::optional<c::Penetration>> results,
                             const c::PenetrationOptions& options) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        results[i] = penetration(shapes[a], poses[a], shapes[b], poses[b], options);
    }
}

inline void overlapBatch(std::span<const c::ShapeRef> shapes, std::span<const c::Pose> poses,
                         std::span<const PairIndices> pairs, std::span<bool> results,
                         const c::OverlapOptions& options) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        results[i] = overlaps(shapes[a], poses[a], shapes[b], poses[b], options);
    }
}

inline void collideBatch(std::span<const c::ShapeRef> shapes, std::span<const c::Pose> poses,
                         std::span<const PairIndices> pairs, std::span<c::Manifold> manifolds,
                         std::span<std::uint32_t> ends, const c::CollideOptions& options) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        end += collide(shapes[a], poses[a], shapes[b], poses[b], manifolds.subspan(end), options).size();
        ends[i] = static_cast<std::uint32_t>(end);
    }
}

inline void raycastBatch(c::ShapeRef shape, const c::Pose& pose, std::span<const c::Ray> rays,
                         std::span<std::optional<c::RayHit>> results) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
        results[i] = raycast(shape, pose, rays[i]);
    }
}

}  // namespace sat3d
