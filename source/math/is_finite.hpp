#pragma once

/// @file
/// Tests for NaN and infinity.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

/// Whether no component of a vector is a NaN or an infinity.
template <int N, class T>
[[nodiscard]] bool isFinite(const glm::vec<N, T>& v) noexcept {
    for (int i = 0; i < N; ++i) {
        if (!std::isfinite(v[i])) {
            return false;
        }
    }
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI
