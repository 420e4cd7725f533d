#pragma once

/// @file
/// The largest magnitude of the components of vectors.

#include <sat3d/core/config.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Return the largest magnitude of the components.
[[nodiscard]] inline double largestMagnitude(float number) noexcept {
    return std::abs(double(number));
}
template <int N, class T>
[[nodiscard]] double largestMagnitude(const glm::vec<N, T>& v) noexcept {
    double largest = std::abs(double(v[0]));
    for (int i = 1; i < N; ++i) {
        largest = std::max(largest, std::abs(double(v[i])));
    }
    return largest;
}
template <class T>
[[nodiscard]] double largestMagnitude(const glm::qua<T>& q) noexcept {
    return largestMagnitude(glm::vec<4, T>(q.x, q.y, q.z, q.w));
}

}  // namespace sat3d::SAT3D_ABI
