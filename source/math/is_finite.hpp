#pragma once

/// @file
/// Tests for NaN and infinity.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <concepts>

namespace sat3d::SAT3D_ABI {

/// Return whether no component is a NaN or an infinity.
template <std::floating_point T>
[[nodiscard]] bool isFinite(T number) noexcept {
    return std::isfinite(number);
}
template <int N, class T>
[[nodiscard]] bool isFinite(const glm::vec<N, T>& v) noexcept {
    for (int i = 0; i < N; ++i) {
        if (!std::isfinite(v[i])) {
            return false;
        }
    }
    return true;
}
template <class T>
[[nodiscard]] bool isFinite(const glm::qua<T>& q) noexcept {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}
template <class T>
[[nodiscard]] bool isFinite(const glm::mat<3, 3, T>& m) noexcept {
    return isFinite(m[0]) && isFinite(m[1]) && isFinite(m[2]);
}

}  // namespace sat3d::SAT3D_ABI
