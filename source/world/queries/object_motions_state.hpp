#pragma once

/// @file
/// What a BasicObjectMotions holds.

#include "broadphase/packed_tree.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/object_motions.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

template <Spatial T>
struct BasicObjectMotions<T>::State {
    static constexpr std::uint32_t kNone = ~0u, kNoneOfParts = kNone - 1;
    struct Memory {
        std::vector<Aabb> boxes;
        std::vector<std::uint32_t> items;
    };

    void set(const BasicWorld<T>& world, std::span<const Motion> given);
    void add(const BasicWorld<T>& world, const Motion& motion);
    void buildTree(const BasicWorld<T>& world);

    std::vector<Motion> motions;        ///< those of the parts of an object one after another
    std::vector<std::uint32_t> firsts;  ///< by index of the object: its first motion
    PackedTree tree;                    ///< of the boxes around the ways, by place in motions
    Scratch<Memory> memory;
};

/// Access for the library's own files.
struct ObjectMotionsAccess {
    template <Spatial T>
    [[nodiscard]] static const PackedTree& tree(const BasicObjectMotions<T>& motions) {
        return motions.state_->tree;
    }
};

}  // namespace sat3d::SAT3D_ABI
