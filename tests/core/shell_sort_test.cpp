#include "core/shell_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace sat3d {
namespace {

struct Named {
    std::uint32_t number;
    std::string name;
};

TEST(ShellSort, SortsLikeTheStandardLibrary) {
    std::mt19937 random(7);
    for (const std::size_t count : {0u, 1u, 2u, 3u, 24u, 25u, 100u, 701u, 1577u, 1578u, 20000u}) {
        std::vector<std::uint32_t> items(count), expected;
        std::ranges::generate(items, [&] { return std::uint32_t(random() % (count + 1)); });
        expected = items;
        std::ranges::sort(expected);
        shellSort(items);
        EXPECT_EQ(items, expected) << count;
        std::ranges::sort(expected, std::ranges::greater());
        shellSort(items, std::ranges::greater());
        EXPECT_EQ(items, expected) << count << ", from sorted ones";
    }
}

TEST(ShellSort, MovesItemsAndSortsByAMember) {
    std::vector<Named> items;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        items.push_back({i * 7919 % 1000, std::to_string(i * 7919 % 1000) + " of a thousand items"});
    }
    shellSort(items, {}, &Named::number);
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        EXPECT_EQ(items[i].number, i);
        EXPECT_EQ(items[i].name, std::to_string(i) + " of a thousand items");
    }
}

TEST(ShellSort, SomeItemsKeepTheirOrderIfTheyAreEqual) {
    std::vector<Named> items;
    for (std::uint32_t i = 0; i < 24; ++i) {
        items.push_back({i % 3, std::to_string(i)});
    }
    auto expected = items;
    std::ranges::stable_sort(expected, {}, &Named::number);
    shellSort(items, {}, &Named::number);
    for (std::size_t i = 0; i < items.size(); ++i) {
        EXPECT_EQ(items[i].name, expected[i].name);
    }
}

}  // namespace
}  // namespace sat3d
