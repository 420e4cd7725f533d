#include "core/format_numbers.hpp"
#include "core/shared_count.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "math/componentwise.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/point_set.hpp"
#include "shapes/basic/shape_result.hpp"
#include "shapes/mesh/height_field_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/height_field.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 30;

HeightFieldError error(HeightFieldError::Code code, std::string message,
                       std::vector<std::uint32_t> indices = {}) {
    return {code, std::move(message), std::move(indices)};
}

std::optional<HeightFieldError> faultOfGrid(std::size_t heights, std::uint32_t columns, std::uint32_t rows,
                                            const glm::vec2& cellSize) {
    const std::string grid = std::to_string(columns) + " columns x " + std::to_string(rows) + " rows";
    if (columns < 2 || rows < 2) {
        return error(HeightFieldError::Code::BadSize, grid + " have no cell: give at least 2 x 2");
    }
    const std::uint64_t cells = std::uint64_t{columns - 1} * (rows - 1);
    if (cells >= kMaxCells) {
        return error(HeightFieldError::Code::BadSize,
                     grid + " are more cells than a field can number (2^30 - 1): split it");
    }
    if (heights != std::size_t{columns} * rows) {
        return error(HeightFieldError::Code::BadSize,
                     grid + " need " + std::to_string(std::size_t{columns} * rows) +
                         " heights, but there are " + std::to_string(heights));
    }
    const double farthest = std::max(double(cellSize.x) * (columns - 1), double(cellSize.y) * (rows - 1));
    if (!(cellSize.x > 0.0f && cellSize.y > 0.0f && farthest <= double(kLargestCoordinate))) {
        return error(HeightFieldError::Code::BadCell,
                     "cells of " + std::to_string(cellSize.x) + " x " + std::to_string(cellSize.y) +
                         " m are invalid: both sizes must be positive, and " + grid +
                         " of them within 1e15 m");
    }
    return std::nullopt;
}

std::optional<HeightFieldError> faultOfHeights(std::span<const float> heights, std::uint32_t columns) {
    const InvalidIndices broken = findInvalidIndices(
        heights.size(), [&](std::size_t i) { return !(std::abs(heights[i]) <= kLargestCoordinate); });
    if (broken.total == 0) {
        return std::nullopt;
    }
    const std::uint32_t first = broken.indices.front();
    return error(HeightFieldError::Code::NotFinite,
                 formatCount(broken.total, "height is", "heights are") +
                     " not finite or beyond 1e15, first height " + std::to_string(first) + " (column " +
                     std::to_string(first % columns) + ", row " + std::to_string(first / columns) +
                     "): give finite heights, and list cells without ground as holes",
                 broken.indices);
}

std::optional<HeightFieldError> faultOfCells(std::size_t cells, const HeightFieldOptions& options) {
    const InvalidIndices beyond =
        findInvalidIndices(options.holes.size(), [&](std::size_t i) { return options.holes[i] >= cells; });
    if (beyond.total > 0) {
        return error(HeightFieldError::Code::BadHole,
                     formatCount(beyond.total, "hole is", "holes are") + " beyond the " +
                         formatCount(cells, "cell", "cells") + ", first cell " +
                         std::to_string(options.holes[beyond.indices.front()]) +
                         ": cells are numbered row * (columns - 1) + column",
                     beyond.indices);
    }
    if (!options.tags.empty() && options.tags.size() != cells) {
        return error(HeightFieldError::Code::BadTags, std::to_string(options.tags.size()) + " tags for " +
                                                          formatCount(cells, "cell", "cells") +
                                                          ": give one per cell, or none");
    }
    return std::nullopt;
}

std::optional<HeightFieldError> faultOfRange(const HeightFieldData& data, const HeightRange& range,
                                             std::span<const float> heights) {
    const auto isBeyond = [](std::uint32_t first, std::uint32_t count, std::uint32_t end) {
        return std::uint64_t{first} + count > end;
    };
    const std::string size =
        std::to_string(range.columns) + " columns x " + std::to_string(range.rows) + " rows";
    if (isBeyond(range.column, range.columns, data.columns) || isBeyond(range.row, range.rows, data.rows)) {
        return error(HeightFieldError::Code::BadRange,
                     size + " from column " + std::to_string(range.column) + ", row " +
                         std::to_string(range.row) + " reach beyond the field of " +
                         std::to_string(data.columns) + " columns x " + std::to_string(data.rows) +
                         " rows: cut the range at the border");
    }
    if (heights.size() != std::size_t{range.columns} * range.rows) {
        return error(HeightFieldError::Code::BadSize,
                     "a range of " + size + " needs " +
                         std::to_string(std::size_t{range.columns} * range.rows) +
                         " heights, but there are " + std::to_string(heights.size()));
    }
    return faultOfHeights(heights, std::max(range.columns, 1u));
}

/// Visits the points of all cells that are not holes, row by row.
template <class Visit>
void forEachPoint(const HeightFieldData& data, const Visit& visit) {
    const std::uint32_t columns = data.columns - 1, rows = data.rows - 1;
    const auto hasGround = [&](std::uint32_t column, std::uint32_t row) {
        return column < columns && row < rows && data.isHole[std::size_t{row} * columns + column] == 0;
    };
    for (std::uint32_t row = 0; row <= rows; ++row) {
        for (std::uint32_t column = 0; column <= columns; ++column) {
            // Unsigned indices below 0 wrap around to numbers beyond the last cell.
            if (hasGround(column, row) || hasGround(column - 1, row) || hasGround(column, row - 1) ||
                hasGround(column - 1, row - 1)) {
                visit(data.point(column, row));
            }
        }
    }
}

}  // namespace

Result<HeightField, HeightFieldError> HeightField::fromHeights(std::span<const float> heights,
                                                               std::uint32_t columns, std::uint32_t rows,
                                                               const glm::vec2& cellSize,
                                                               const HeightFieldOptions& options) {
    const std::size_t cells = std::size_t{columns - 1} * (rows - 1);
    std::optional<HeightFieldError> fault = faultOfGrid(heights.size(), columns, rows, cellSize);
    if (fault || (fault = faultOfHeights(heights, columns)) || (fault = faultOfCells(cells, options))) {
        return Unexpected{*std::move(fault)};
    }
    auto data = makeShared<HeightFieldData>();
    data->heights.assign(heights.begin(), heights.end());
    data->columns = columns;
    data->rows = rows;
    data->cellSize = cellSize;
    data->sides = options.sides;
    data->tags.assign(options.tags.begin(), options.tags.end());
    data->tags.resize(cells, 0);
    data->isHole.assign(cells, 0);
    for (const std::uint32_t hole : options.holes) {
        data->isHole[hole] = 1;
    }
    if (std::find(data->isHole.begin(), data->isHole.end(), 0) == data->isHole.end()) {
        return Unexpected{
            error(HeightFieldError::Code::Empty, "every cell is a hole: leave out the field", {})};
    }
    data->complete();
    return HeightField(std::move(data));
}

Result<HeightField, HeightFieldError> HeightField::withHeights(const HeightRange& range,
                                                               std::span<const float> heights) const& {
    if (auto fault = faultOfRange(*data_, range, heights)) {
        return Unexpected{*std::move(fault)};
    }
    auto data = makeShared<HeightFieldData>(*data_);
    if (!heights.empty()) {
        data->replaceHeights(range, heights);
    }
    return HeightField(std::move(data));
}

Result<HeightField, HeightFieldError> HeightField::withHeights(const HeightRange& range,
                                                               std::span<const float> heights) && {
    if (!data_.isSoleOwner()) {
        return static_cast<const HeightField&>(*this).withHeights(range, heights);
    }
    if (auto fault = faultOfRange(*data_, range, heights)) {
        return Unexpected{*std::move(fault)};
    }
    if (!heights.empty()) {
        data_->replaceHeights(range, heights);
    }
    return std::move(*this);
}

std::span<const float> HeightField::heights() const noexcept {
    return data_->heights;
}
std::uint32_t HeightField::columns() const noexcept {
    return data_->columns;
}
std::uint32_t HeightField::rows() const noexcept {
    return data_->rows;
}
const glm::vec2& HeightField::cellSize() const noexcept {
    return data_->cellSize;
}
Sides HeightField::sides() const noexcept {
    return data_->sides;
}
std::uint32_t HeightField::triangleCount() const noexcept {
    return static_cast<std::uint32_t>(2 * data_->tags.size());
}
Triangle HeightField::triangle(std::uint32_t number) const noexcept {
    SAT3D_ASSERT(number < triangleCount(), "the triangle number must be below triangleCount()");
    return data_->triangle(number);
}
bool HeightField::isHole(std::uint32_t cell) const noexcept {
    SAT3D_ASSERT(cell < data_->isHole.size(), "the cell number must be below the number of cells");
    return data_->isHole[cell] != 0;
}
std::span<const std::uint32_t> HeightField::tags() const noexcept {
    return data_->tags;
}

Aabb bounds(const HeightField& field, const RigidTransform& toFrame) noexcept {
    const Aabb box = field.data().groundBox();
    const glm::dvec3 lower(box.lower), upper(box.upper);
    glm::dvec3 lowerInFrame = toFrame.translation, upperInFrame = toFrame.translation;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 atLower = toFrame.rotation[axis] * lower[axis],
                         atUpper = toFrame.rotation[axis] * upper[axis];
        lowerInFrame += minOf(atLower, atUpper);
        upperInFrame += maxOf(atLower, atUpper);
    }
    return Aabb::around(lowerInFrame, upperInFrame);
}

glm::vec3 support(const HeightField& field, const glm::vec3& direction) noexcept {
    return supportOfPoints([&](const auto& visit) { forEachPoint(field.data(), visit); }, direction);
}

Result<HeightField, ShapeError> transformed(const HeightField& field, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 column(map[axis]);
        const double scale = column[axis];
        column[axis] = 0.0;
        if (!(scale > 0.0 && glm::length(column) <= kMapTolerance * scale)) {
            return fail(ShapeError::Code::NonAxisAlignedScale,
                        "a height field takes positive scales along its own axes only, not "
                        "rotation, mirror or shear (column lengths " +
                            scaleText(map) +
                            "): rotate it by its pose, or build a TriangleMesh of its "
                            "triangles and transform that");
        }
    }
    auto data = makeShared<HeightFieldData>(field.data());
    data->cellSize = {data->cellSize.x * map[0][0], data->cellSize.y * map[1][1]};
    for (float& height : data->heights) {
        height *= map[2][2];
    }
    auto fault = faultOfGrid(data->heights.size(), data->columns, data->rows, data->cellSize);
    if (fault || (fault = faultOfHeights(data->heights, data->columns))) {
        return fail(ShapeError::Code::NotFinite, std::move(fault->message));
    }
    data->complete();
    return HeightField(std::move(data));
}

}  // namespace sat3d::SAT3D_ABI
