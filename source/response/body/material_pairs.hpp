#pragma once

/// @file
/// Pairs of materials with coefficients of their own.

#include "response/body/body_faults.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/material.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Friction and restitution of two surfaces.
struct Coefficients {
    float friction, restitution;
};

[[nodiscard]] inline std::pair<std::uint32_t, std::uint32_t> idsOf(const MaterialPair& pair) {
    return std::minmax({pair.a, pair.b});
}

/// Sorts the pairs for coefficientsOf(). Leaves out those that make no sense, and those that come twice.
inline void sortPairs(std::vector<MaterialPair>& pairs) {
    const auto isBad = [](const MaterialPair& pair) {
        const Material numbers{.friction = pair.friction, .restitution = pair.restitution};
        return pair.a == 0 || pair.b == 0 || faultOf(numbers) != nullptr;
    };
    const auto given = pairs.size();
    std::erase_if(pairs, isBad);
    std::ranges::stable_sort(pairs, {}, idsOf);
    const auto isSame = [](const MaterialPair& a, const MaterialPair& b) { return idsOf(a) == idsOf(b); };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), isSame), pairs.end());
    SAT3D_ASSERT(pairs.size() == given,
                 "pairs of materials have ids above 0 and numbers in their range, and each comes once");
}

/// What two materials do in contact: as their pair says, or as their own numbers combine.
/// @param pairs  sorted
[[nodiscard]] inline Coefficients coefficientsOf(const Material& a, const Material& b,
                                                 std::span<const MaterialPair> pairs) {
    if (!pairs.empty() && a.id != 0 && b.id != 0) {
        const std::pair<std::uint32_t, std::uint32_t> ids = std::minmax({a.id, b.id});
        const auto at = std::ranges::lower_bound(pairs, ids, {}, idsOf);
        if (at != pairs.end() && idsOf(*at) == ids) {
            return {at->friction, at->restitution};
        }
    }
    return {combinedFriction(a, b), combinedRestitution(a, b)};
}

}  // namespace sat3d::SAT3D_ABI
