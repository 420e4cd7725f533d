#pragma once

/// @file
/// Sorting in little code. Each std::sort compiles to 3 to 8 KB, for every order that it is called with.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// Sorts like std::ranges::sort, by Shell's method with Ciura's gaps: about 300 bytes of code. As fast for
/// some hundred items, and for sorted ones. For lists that are short, or are sorted once when something is
/// built.
template <class Range, class Less = std::ranges::less, class Key = std::identity>
void shellSort(Range&& range, const Less& less = {}, const Key& key = {}) {
    const auto items = std::begin(range);
    const auto count = std::end(range) - items;
    const auto sortAtGap = [&](std::ptrdiff_t gap) {
        for (std::ptrdiff_t i = gap; i < count; ++i) {
            auto item = std::move(items[i]);
            std::ptrdiff_t place = i;
            for (; place >= gap && less(std::invoke(key, item), std::invoke(key, items[place - gap]));
                 place -= gap) {
                items[place] = std::move(items[place - gap]);
            }
            items[place] = std::move(item);
        }
    };
    std::ptrdiff_t large = 701;
    while (large * 9 / 4 < count) {
        large = large * 9 / 4;
    }
    for (; large > 701; large = large * 4 / 9) {
        sortAtGap(large);
    }
    if (count > 24) {  // fewer are sorted by insertion
        for (const std::ptrdiff_t gap : {701, 301, 132, 57, 23, 10, 4}) {
            sortAtGap(gap);
        }
    }
    sortAtGap(1);
}

}  // namespace sat3d::SAT3D_ABI
