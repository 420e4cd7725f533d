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

namespace sat3d::SAT3D_ABI::detail {

HWY_EXPORT(selfPairs);
HWY_EXPORT(joinPairs);
HWY_EXPORT(query);
HWY_EXPORT(castThrough);

void appendSelfPairs(const PackedTreeView& tree, TreePlace place, std::vector<PairIndices>& pairs) {
    PairBuffer buffer(pairs);
    SAT3D_DISPATCH(selfPairs)(tree, place, buffer);
}

void appendJoinPairs(const PackedTreeView& a, TreePlace placeA, const PackedTreeView& b, TreePlace placeB,
                     std::vector<PairIndices>& pairs) {
    PairBuffer buffer(pairs);
    SAT3D_DISPATCH(joinPairs)(a, placeA, b, placeB, buffer);
}

bool queryTree(const PackedTreeView& tree, const Aabb& box, const PackedTreeAccess::QueryVisitor& visitor) {
    return SAT3D_DISPATCH(query)(tree, box, visitor);
}

double castThroughTree(const PackedTreeView& tree, const BoxCast& cast, double limit,
                       const PackedTreeAccess::CastVisitor& visitor) {
    return SAT3D_DISPATCH(castThrough)(tree, cast, limit, visitor);
}

}  // namespace sat3d::SAT3D_ABI::detail
#endif
