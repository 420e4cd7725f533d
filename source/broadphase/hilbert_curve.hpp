#pragma once

/// @file
/// Positions on a Hilbert curve, in any dimension. Source: C. Hamilton, "Compact Hilbert Indices", 2006.

#include <sat3d/core/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Cells are numbered by kBits bits on each axis.
inline constexpr int kHilbertBits = 10;

/// Tables that advance along a Hilbert curve by two bits of each axis. A state is the corner where the curve
/// enters a cell, and the axis along which it leaves.
template <int kAxes>
class HilbertTable {
public:
    constexpr HilbertTable() {
        for (std::uint32_t state = 0; state < kStates; ++state) {
            for (std::uint32_t digits = 0; digits < kEntries; ++digits) {
                const Step first = step({state >> kAxisBits, state & kAxisMask}, digitOf(digits, 1));
                const Step second = step(first.next, digitOf(digits, 0));
                const std::uint32_t next = second.next.corner << kAxisBits | second.next.axis;
                entries_[state * kEntries + digits] =
                    static_cast<std::uint16_t>(next * kEntries | first.position << kAxes | second.position);
            }
        }
        for (std::uint32_t coordinate = 0; coordinate < kCells; ++coordinate) {
            for (int bit = 0; bit < kHilbertBits; bit += 2) {
                spread_[coordinate] |= (coordinate >> bit & 3u) << (kAxes * bit);
            }
        }
    }

    /// Position of a cell along the curve, kAxes * kHilbertBits bits.
    /// @param cell  coordinates below 2^kHilbertBits
    [[nodiscard]] std::uint32_t position(const std::array<std::uint32_t, kAxes>& cell) const {
        std::uint32_t digits = 0;  // two bits of the first axis, two of the next, and so on, again and again
        for (const std::uint32_t coordinate : cell) {
            digits = digits << 2 | spread_[coordinate];
        }
        std::uint32_t result = 0, state = 0;
        for (int bit = kHilbertBits - 2; bit >= 0; bit -= 2) {
            const std::uint32_t entry = entries_[state + (digits >> (kAxes * bit) & (kEntries - 1))];
            result = result << (2 * kAxes) | (entry & (kEntries - 1));
            state = entry & ~(kEntries - 1);
        }
        return result;
    }

private:
    static constexpr std::uint32_t kCells = 1u << kHilbertBits;
    static constexpr std::uint32_t kCorners = 1u << kAxes, kCornerMask = kCorners - 1;
    static constexpr std::uint32_t kAxisBits = 2, kAxisMask = 3;
    static constexpr std::uint32_t kEntries = kCorners * kCorners;
    static constexpr std::uint32_t kStates = kCorners << kAxisBits;

    struct State {
        std::uint32_t corner, axis;
    };
    struct Step {
        std::uint32_t position;
        State next;
    };

    static constexpr std::uint32_t gray(std::uint32_t i) { return i ^ (i >> 1); }
    static constexpr std::uint32_t grayInverse(std::uint32_t code) {
        std::uint32_t i = 0;
        for (; code != 0; code >>= 1) {
            i ^= code;
        }
        return i;
    }
    /// Rotates kAxes bits to the left.
    static constexpr std::uint32_t rotated(std::uint32_t bits, std::uint32_t by) {
        by %= kAxes;
        return (bits << by | bits >> (kAxes - by)) & kCornerMask;
    }
    /// Axis along which the curve leaves sub-cell `position`, if the whole cell is in the first state.
    static constexpr std::uint32_t axisOf(std::uint32_t position) {
        if (position == 0) {
            return 0;
        }
        const std::uint32_t odd = position % 2 == 0 ? position - 1 : position;
        return static_cast<std::uint32_t>(std::countr_one(odd)) % kAxes;
    }
    static constexpr std::uint32_t cornerOf(std::uint32_t position) {
        return position == 0 ? 0 : gray((position - 1) / 2 * 2);
    }
    static constexpr Step step(State state, std::uint32_t subCell) {
        const std::uint32_t turn = state.axis + 1;
        const std::uint32_t position = grayInverse(rotated(subCell ^ state.corner, kAxes - turn % kAxes));
        return {position,
                {state.corner ^ rotated(cornerOf(position), turn),
                 (state.axis + axisOf(position) + 1) % static_cast<std::uint32_t>(kAxes)}};
    }
    /// Gathers one bit of each axis. `digits` has two of each axis.
    static constexpr std::uint32_t digitOf(std::uint32_t digits, int bit) {
        std::uint32_t result = 0;
        for (int axis = 0; axis < kAxes; ++axis) {
            result |= (digits >> (2 * (kAxes - 1 - axis) + bit) & 1u) << axis;
        }
        return result;
    }

    std::array<std::uint16_t, std::size_t{kStates} * kEntries> entries_{};
    std::array<std::uint32_t, kCells> spread_{};  ///< the digits of a coordinate, with gaps for other axes
};

}  // namespace sat3d::SAT3D_ABI
