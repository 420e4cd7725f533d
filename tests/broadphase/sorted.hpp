#pragma once

/// @file
/// Items and pairs in order, to compare them.

#include <sat3d/broadphase/broad_phase.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sat3d::test {

using Items = std::vector<std::uint32_t>;
using Pairs = std::vector<PairIndices>;

template <class T>
std::vector<T> sorted(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return values;
}

}  // namespace sat3d::test
