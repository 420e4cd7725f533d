#pragma once

/// @file
/// Shared data of a HeightField, and its traversal.

#include "geometry/primitives/aabb_math.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/shapes/height_field.hpp>

#include <glm/ext/vector_uint2.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The grid is its own tree: a block of level n is 2^n cells wide and long, and has a smallest and a largest
/// height.
struct detail::HeightFieldData {
    struct Range {
        float lower, upper;  ///< lower > upper if all cells are holes
    };
    struct Level {
        std::uint32_t columns, rows;  ///< of blocks
        std::size_t first;            ///< of its blocks in ranges, row by row
    };

    std::vector<float> heights;
    std::uint32_t columns = 0, rows = 0;
    glm::vec2 cellSize{1.0f};
    Sides sides = Sides::Front;
    std::vector<std::uint32_t> tags;   ///< one per cell
    std::vector<std::uint8_t> isHole;  ///< one per cell
    std::vector<Level> levels;         ///< 0: cells, without ranges; the last is one block
    std::vector<Range> ranges;
    /// The columns and rows of heights from the first to the last that a cell with ground uses.
    glm::uvec2 firstGround{0}, lastGround{0};
    std::uint64_t contentHash = 0;  ///< of all of the above that is not derived; a sum over heights and cells

    /// Computes everything that depends on the heights, the grid and the cells: tree, ground, hash.
    void complete();
    /// Updates the ranges of the blocks that contain cells from `first` to `last`, both inclusive.
    void updateRanges(const glm::uvec2& first, const glm::uvec2& last);
    /// Replaces the heights of a range of the field, and updates the tree. Neither may be empty.
    void replaceHeights(const HeightRange& range, std::span<const float> replacement);
    /// Returns the bounding box of the ground in the field's frame. O(1).
    [[nodiscard]] Aabb groundBox() const;

    [[nodiscard]] glm::vec3 point(std::uint32_t column, std::uint32_t row) const {
        return {static_cast<float>(double(cellSize.x) * column), static_cast<float>(double(cellSize.y) * row),
                heights[std::size_t{row} * columns + column]};
    }
    [[nodiscard]] Triangle triangle(std::uint32_t number) const {
        const std::uint32_t cell = number / 2, column = cell % (columns - 1), row = cell / (columns - 1);
        const glm::vec3 corner = point(column, row), opposite = point(column + 1, row + 1);
        return number % 2 == 0 ? Triangle{{corner, point(column + 1, row), opposite}}
                               : Triangle{{corner, opposite, point(column, row + 1)}};
    }
    [[nodiscard]] Range rangeOfCell(std::uint32_t column, std::uint32_t row) const {
        const float* low = &heights[std::size_t{row} * columns + column];
        const float* high = low + columns;
        return {std::min({low[0], low[1], high[0], high[1]}), std::max({low[0], low[1], high[0], high[1]})};
    }
    [[nodiscard]] Range rangeOf(std::uint32_t level, std::uint32_t column, std::uint32_t row) const {
        return level == 0 ? rangeOfCell(column, row)
                          : ranges[levels[level].first + std::size_t{row} * levels[level].columns + column];
    }
    [[nodiscard]] Aabb box(std::uint32_t level, std::uint32_t column, std::uint32_t row) const {
        const auto place = [](float size, std::uint32_t index) {
            return static_cast<float>(double(size) * index);
        };
        const Range range = rangeOf(level, column, row);
        return {{place(cellSize.x, column << level), place(cellSize.y, row << level), range.lower},
                {place(cellSize.x, std::min((column + 1) << level, columns - 1)),
                 place(cellSize.y, std::min((row + 1) << level, rows - 1)), range.upper}};
    }

    /// A rectangle of blocks of a level, from the first to the last.
    struct Blocks {
        std::uint32_t level;
        glm::uvec2 first, last;
    };
    /// Returns at most 2 x 2 blocks that contain all ground in a box, as small as possible.
    [[nodiscard]] Blocks blocksAround(const BoxInDouble& box) const;

    /// Branch and bound like Bvh::traverse: visits the cells that are not holes.
    /// @param bound  if it has a function reach(limit), which returns a BoxInDouble around all boxes within
    /// the limit, the search starts there, and otherwise at the root
    template <class Bound, class Visit>
    double traverse(double limit, const Bound& bound, const Visit& visit) const {
        struct Entry {
            std::uint32_t level, column, row;
            double bound;
        };
        std::array<Entry, 4 * 32> stack;  // at most three siblings wait on each level
        std::size_t size = 0;
        const auto push = [&](std::uint32_t level, const glm::uvec2& first, const glm::uvec2& last) {
            const std::size_t former = size;
            for (std::uint32_t row = first.y; row <= last.y; ++row) {
                for (std::uint32_t column = first.x; column <= last.x; ++column) {
                    const Range range = rangeOf(level, column, row);
                    const double here = range.lower <= range.upper ? bound(box(level, column, row)) : limit;
                    if (here <= limit && range.lower <= range.upper) {
                        stack[size++] = {level, column, row, here};
                    }
                }
            }
            // Insertion sort, the nearest on top of the stack.
            for (std::size_t i = former + 1; i < size; ++i) {
                for (std::size_t j = i; j > former && stack[j - 1].bound < stack[j].bound; --j) {
                    std::swap(stack[j - 1], stack[j]);
                }
            }
        };
        if constexpr (requires { bound.reach(limit); }) {
            const Blocks start = blocksAround(bound.reach(limit));
            push(start.level, start.first, start.last);
        } else {
            push(static_cast<std::uint32_t>(levels.size() - 1), {0, 0}, {0, 0});
        }
        while (size > 0) {
            const auto [level, column, row, here] = stack[--size];
            if (here > limit) {
                continue;
            }
            if (level == 0) {
                const std::uint32_t cell = row * (columns - 1) + column;
                limit = isHole[cell] != 0 ? limit : visit(cell, limit);
                continue;
            }
            const Level& below = levels[level - 1];
            push(level - 1, {2 * column, 2 * row},
                 {std::min(2 * column + 1, below.columns - 1), std::min(2 * row + 1, below.rows - 1)});
        }
        return limit;
    }

private:
    void buildTree();
    void findGround();
    [[nodiscard]] std::uint64_t hashOfContent() const;
};
using detail::HeightFieldData;

}  // namespace sat3d::SAT3D_ABI
