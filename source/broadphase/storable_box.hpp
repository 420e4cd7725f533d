#pragma once

#include <sat3d/geometry/aabb.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// Returns the box as the trees store it: finite, or empty if it is empty or has a NaN. A box with infinite
/// bounds would overlap the lanes without a child.
[[nodiscard]] inline Aabb storable(const Aabb& box) noexcept {
    constexpr float kLargest = std::numeric_limits<float>::max();
    const auto isUsual = [](float lower, float upper) {
        return lower <= upper && lower >= -kLargest && upper <= kLargest;
    };
    if (isUsual(box.lower.x, box.upper.x) && isUsual(box.lower.y, box.upper.y) &&
        isUsual(box.lower.z, box.upper.z)) {
        return box;
    }
    Aabb result;
    bool isEmpty = false;
    for (int axis = 0; axis < 3; ++axis) {
        isEmpty |= !(box.lower[axis] <= box.upper[axis]);  // also if a bound is NaN
        result.lower[axis] = std::clamp(box.lower[axis], -kLargest, kLargest);
        result.upper[axis] = std::clamp(box.upper[axis], -kLargest, kLargest);
    }
    return isEmpty ? Aabb{} : result;
}

}  // namespace sat3d::SAT3D_ABI
