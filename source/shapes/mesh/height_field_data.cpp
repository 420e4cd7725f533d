#include "shapes/mesh/height_field_data.hpp"

#include "shapes/basic/content_hash.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns the range of a block of level 1 or more, from up to four blocks of the level below.
HeightFieldData::Range rangeOfBlocksBelow(const HeightFieldData& data, std::uint32_t level,
                                          std::uint32_t column, std::uint32_t row) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const HeightFieldData::Level& below = data.levels[level - 1];
    HeightFieldData::Range range{kInfinity, -kInfinity};
    for (std::uint32_t j = 2 * row; j < std::min(2 * row + 2, below.rows); ++j) {
        for (std::uint32_t i = 2 * column; i < std::min(2 * column + 2, below.columns); ++i) {
            if (level > 1 || data.isHole[std::size_t{j} * below.columns + i] == 0) {
                const HeightFieldData::Range part = data.rangeOf(level - 1, i, j);
                range = {std::min(range.lower, part.lower), std::max(range.upper, part.upper)};
            }
        }
    }
    return range;
}

std::uint64_t termOfHeight(std::size_t index, float height) {
    return hashTerm(index, std::bit_cast<std::uint32_t>(height));
}

}  // namespace

void HeightFieldData::complete() {
    buildTree();
    findGround();
    contentHash = hashOfContent();
}

std::uint64_t HeightFieldData::hashOfContent() const {
    std::uint64_t hash = hashOf(columns, rows, hashOfBits(cellSize), static_cast<int>(sides));
    for (std::size_t i = 0; i < heights.size(); ++i) {
        hash += termOfHeight(i, heights[i]);
    }
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const std::uint64_t cell = std::uint64_t{isHole[i]} << 32 | tags[i];
        hash += cell != 0 ? hashTerm(~i, cell) : 0;
    }
    return hash;
}

void HeightFieldData::buildTree() {
    levels.assign(1, {columns - 1, rows - 1, 0});
    std::size_t blocks = 0;
    while (levels.back().columns > 1 || levels.back().rows > 1) {
        const Level below = levels.back();
        levels.push_back({(below.columns + 1) / 2, (below.rows + 1) / 2, blocks});
        blocks += std::size_t{levels.back().columns} * levels.back().rows;
    }
    ranges.resize(blocks);
    updateRanges({0, 0}, {columns - 2, rows - 2});
}

void HeightFieldData::findGround() {
    firstGround = {0, 0};
    lastGround = {columns - 1, rows - 1};
    if (std::find(isHole.begin(), isHole.end(), 1) == isHole.end()) {
        return;
    }
    std::swap(firstGround, lastGround);
    for (std::uint32_t row = 0; row + 1 < rows; ++row) {
        for (std::uint32_t column = 0; column + 1 < columns; ++column) {
            if (isHole[std::size_t{row} * (columns - 1) + column] == 0) {
                firstGround = {std::min(firstGround.x, column), std::min(firstGround.y, row)};
                lastGround = {std::max(lastGround.x, column + 1), std::max(lastGround.y, row + 1)};
            }
        }
    }
}

void HeightFieldData::updateRanges(const glm::uvec2& first, const glm::uvec2& last) {
    for (std::uint32_t level = 1; level < levels.size(); ++level) {
        for (std::uint32_t row = first.y >> level; row <= last.y >> level; ++row) {
            Range* const ofRow = &ranges[levels[level].first + std::size_t{row} * levels[level].columns];
            for (std::uint32_t column = first.x >> level; column <= last.x >> level; ++column) {
                ofRow[column] = rangeOfBlocksBelow(*this, level, column, row);
            }
        }
    }
}

void HeightFieldData::replaceHeights(const HeightRange& range, std::span<const float> replacement) {
    for (std::uint32_t row = 0; row < range.rows; ++row) {
        const std::span<const float> from =
            replacement.subspan(std::size_t{row} * range.columns, range.columns);
        const std::size_t first = std::size_t{range.row + row} * columns + range.column;
        for (std::size_t i = 0; i < from.size(); ++i) {
            contentHash += termOfHeight(first + i, from[i]) - termOfHeight(first + i, heights[first + i]);
            heights[first + i] = from[i];
        }
    }
    // A height belongs to the cells before and behind it.
    const auto before = [](std::uint32_t index) { return index > 0 ? index - 1 : 0; };
    updateRanges({before(range.column), before(range.row)},
                 {std::min(range.column + range.columns - 1, columns - 2),
                  std::min(range.row + range.rows - 1, rows - 2)});
}

HeightFieldData::Blocks HeightFieldData::blocksAround(const BoxInDouble& box) const {
    // Wider than the rounding of a block's coordinates.
    constexpr double kRounding = 1e-6;
    const auto cellAt = [](double coordinate, double size, double outward, std::uint32_t count) {
        const double cell = coordinate / size;
        const double wider = cell + outward * kRounding * (1.0 + std::abs(cell));
        return static_cast<std::uint32_t>(std::clamp(wider, 0.0, double(count - 1)));
    };
    const glm::uvec2 first{cellAt(box.lower.x, cellSize.x, -1.0, columns - 1),
                           cellAt(box.lower.y, cellSize.y, -1.0, rows - 1)},
        last{cellAt(box.upper.x, cellSize.x, 1.0, columns - 1),
             cellAt(box.upper.y, cellSize.y, 1.0, rows - 1)};
    std::uint32_t level = 0;
    while ((last.x >> level) - (first.x >> level) > 1 || (last.y >> level) - (first.y >> level) > 1) {
        ++level;
    }
    return {level, {first.x >> level, first.y >> level}, {last.x >> level, last.y >> level}};
}

Aabb HeightFieldData::groundBox() const {
    const Range range = rangeOf(static_cast<std::uint32_t>(levels.size() - 1), 0, 0);
    const auto at = [](float size, std::uint32_t index) { return static_cast<float>(double(size) * index); };
    return {{at(cellSize.x, firstGround.x), at(cellSize.y, firstGround.y), range.lower},
            {at(cellSize.x, lastGround.x), at(cellSize.y, lastGround.y), range.upper}};
}

}  // namespace sat3d::SAT3D_ABI
