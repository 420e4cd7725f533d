#pragma once

#include "broadphase/packed_tree.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A box in linear motion, prepared for slab tests. Source: T. Kay, J. Kajiya, "Ray Tracing Complex Scenes",
/// 1986.
struct BoxCast {
    /// The rows of a node, lower bounds x, y, z and upper bounds x, y, z, that are entered and left first.
    std::array<std::size_t, 3> nearRow, farRow;
    std::array<float, 3> nearStart, farStart;  ///< the moving box's own sides that touch them
    std::array<float, 3> inverseDirection;     ///< length of the path per meter along the axis
};

/// Appends the pairs of items below one node.
void appendSelfPairs(const PackedTree::View& tree, TreePlace place, std::vector<PairIndices>& pairs);
/// Appends the pairs of items below two nodes of two trees, or of one tree.
void appendJoinPairs(const PackedTree::View& a, TreePlace placeA, const PackedTree::View& b, TreePlace placeB,
                     std::vector<PairIndices>& pairs);
bool queryTree(const PackedTree::View& tree, const Aabb& box, const CallbackRef<bool(std::uint32_t)>& visit);
double castThroughTree(const PackedTree::View& tree, const BoxCast& cast, double limit,
                       const CallbackRef<double(std::uint32_t, double)>& visit);

}  // namespace sat3d::SAT3D_ABI
