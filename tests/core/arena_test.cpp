#include "core/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace sat3d::test {
namespace {

bool isAligned(const void* address, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

TEST(Arena, ArraysOfAllSizesDoNotOverlap) {
    Arena arena;
    std::vector<ArenaVector<double>> lists;
    std::vector<std::byte*> odd;
    for (std::size_t k = 0; k < 100; ++k) {  // 40 kB: more than the first block
        lists.emplace_back(k, arena);
        std::iota(lists.back().begin(), lists.back().end(), static_cast<double>(1000 * k));
        odd.push_back(arena.take(1, 1));
        *odd.back() = static_cast<std::byte>(k);
    }
    for (std::size_t k = 0; k < lists.size(); ++k) {
        EXPECT_TRUE(lists[k].empty() || isAligned(lists[k].data(), alignof(double)));
        for (std::size_t i = 0; i < k; ++i) {
            ASSERT_EQ(lists[k][i], static_cast<double>(1000 * k + i));
        }
        EXPECT_EQ(*odd[k], static_cast<std::byte>(k));
    }
}

TEST(Arena, ArraysMayExceedTheBlockSize) {
    Arena arena;
    ArenaVector<std::uint32_t> list(arena);
    for (std::uint32_t k = 0; k < 100'000; ++k) {
        list.push_back(k);
    }
    ArenaVector<std::uint32_t> large(1'000'000, 7u, arena);
    for (std::uint32_t k = 0; k < 100'000; ++k) {
        ASSERT_EQ(list[k], k);
    }
    EXPECT_EQ(large.back(), 7u);
}

}  // namespace
}  // namespace sat3d::test
