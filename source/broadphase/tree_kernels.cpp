#include "broadphase/tree_kernels.hpp"

#include "broadphase/pair_buffer.hpp"
#include "math/directed_rounding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/tree_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "broadphase/tree_pairs-inl.hpp"
#include "broadphase/tree_queries-inl.hpp"
// clang-format on

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(selfPairs);
HWY_EXPORT(joinPairs);
HWY_EXPORT(query);
HWY_EXPORT(castThrough);

void appendSelfPairs(const PackedTree::View& tree, TreePlace place, std::vector<PairIndices>& pairs) {
    PairBuffer buffer(pairs);
    SAT3D_DISPATCH(selfPairs)(tree, place, buffer);
}

void appendJoinPairs(const PackedTree::View& a, TreePlace placeA, const PackedTree::View& b, TreePlace placeB,
                     std::vector<PairIndices>& pairs) {
    PairBuffer buffer(pairs);
    SAT3D_DISPATCH(joinPairs)(a, placeA, b, placeB, buffer);
}

bool queryTree(const PackedTree::View& tree, const Aabb& box, const CallbackRef<bool(std::uint32_t)>& visit) {
    return SAT3D_DISPATCH(query)(tree, box, visit);
}

double castThroughTree(const PackedTree::View& tree, const BoxCast& cast, double limit,
                       const CallbackRef<double(std::uint32_t, double)>& visit) {
    return SAT3D_DISPATCH(castThrough)(tree, cast, limit, visit);
}

}  // namespace sat3d::SAT3D_ABI
#endif
