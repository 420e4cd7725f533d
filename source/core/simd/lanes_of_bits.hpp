#pragma once

#include <sat3d/core/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Table of the lane numbers in each set of up to eight lanes, in ascending order. The index has one bit per
/// lane. Unused entries are 0.
inline constexpr auto kLanesOfBits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        std::size_t count = 0;
        for (std::uint8_t lane = 0; lane < 8; ++lane) {
            if ((bits >> lane & 1) != 0) {
                table[bits][count++] = lane;
            }
        }
    }
    return table;
}();

}  // namespace sat3d::SAT3D_ABI
