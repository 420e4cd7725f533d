#pragma once

/// @file
/// The neighbors of the triangles of a HeightField, by formula.

#include "core/no_index.hpp"
#include "shapes/mesh/height_field_data.hpp"

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Returns the triangle beyond edge `edge` (vertex `edge` to the next), or kNoIndex at the border and at
/// holes.
[[nodiscard]] inline std::uint32_t acrossEdge(const HeightFieldData& field, std::uint32_t triangle,
                                              std::uint32_t edge) noexcept {
    const std::uint32_t cell = triangle / 2, columns = field.columns - 1;
    const bool isLower = triangle % 2 == 0;
    if (edge == (isLower ? 2u : 0u)) {
        return triangle ^ 1u;  // the diagonal
    }
    const std::uint32_t column = cell % columns, row = cell / columns;
    const bool alongRow = edge == (isLower ? 1u : 2u);
    // Unsigned indices below 0 wrap around to numbers beyond the last cell.
    const std::uint32_t step = isLower == alongRow ? 1u : ~0u;
    const std::uint32_t toColumn = alongRow ? column + step : column, toRow = alongRow ? row : row + step;
    if (toColumn >= columns || toRow >= field.rows - 1) {
        return kNoIndex;
    }
    const std::uint32_t neighbor = toRow * columns + toColumn;
    return field.isHole[neighbor] != 0 ? kNoIndex : 2 * neighbor + (isLower ? 1u : 0u);
}

/// Calls take(triangle) for the triangles at vertex `corner` of a triangle.
template <class Take>
void forEachTriangleAt(const HeightFieldData& field, std::uint32_t triangle, std::uint32_t corner,
                       const Take& take) {
    const std::uint32_t cell = triangle / 2, columns = field.columns - 1;
    const bool isLower = triangle % 2 == 0;
    const std::uint32_t column = cell % columns + (corner == 0 || (corner == 2 && !isLower) ? 0 : 1);
    const std::uint32_t row = cell / columns + (corner == 2 || (corner == 1 && !isLower) ? 1 : 0);
    const auto takeCell = [&](std::uint32_t ofColumn, std::uint32_t ofRow, bool lower, bool upper) {
        if (ofColumn >= columns || ofRow >= field.rows - 1 ||
            field.isHole[std::size_t{ofRow} * columns + ofColumn] != 0) {
            return;
        }
        const std::uint32_t first = 2 * (ofRow * columns + ofColumn);
        if (lower) {
            take(first);
        }
        if (upper) {
            take(first + 1);
        }
    };
    takeCell(column - 1, row - 1, true, true);
    takeCell(column, row - 1, false, true);
    takeCell(column - 1, row, true, false);
    takeCell(column, row, true, true);
}

}  // namespace sat3d::SAT3D_ABI
