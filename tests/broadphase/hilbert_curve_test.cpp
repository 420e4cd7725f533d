#include "broadphase/hilbert_curve.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using namespace sat3d;

/// Expects that the curve visits each cell of a cube at its beginning once, and goes from cell to cell
/// through a common side.
template <int kAxes>
void expectCurve(std::uint32_t side) {
    static constexpr HilbertTable<kAxes> kTable;
    std::uint32_t count = 1;
    for (int axis = 0; axis < kAxes; ++axis) {
        count *= side;
    }
    using Cell = std::array<std::uint32_t, kAxes>;
    std::vector<Cell> cells(count);
    std::vector<bool> isVisited(count, false);
    for (std::uint32_t i = 0; i < count; ++i) {
        Cell cell;
        for (std::uint32_t axis = 0, rest = i; axis < kAxes; ++axis, rest /= side) {
            cell[axis] = rest % side;
        }
        const std::uint32_t position = kTable.position(cell);
        ASSERT_LT(position, count);
        ASSERT_FALSE(isVisited[position]);
        isVisited[position] = true;
        cells[position] = cell;
    }
    for (std::uint32_t i = 1; i < count; ++i) {
        int way = 0;
        for (std::size_t axis = 0; axis < kAxes; ++axis) {
            way += std::abs(static_cast<int>(cells[i][axis]) - static_cast<int>(cells[i - 1][axis]));
        }
        ASSERT_EQ(way, 1) << "from position " << i - 1;
    }
}

TEST(HilbertCurve, GoesFromCellToNeighboringCell) {
    expectCurve<2>(1u << kHilbertBits);
    expectCurve<3>(32);
    expectCurve<3>(4);
}

}  // namespace
