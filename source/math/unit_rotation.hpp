#pragma once

/// @file
/// Quaternions that are unit but for rounding, in double.

#include <sat3d/core/config.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

[[nodiscard]] inline double squaredLength(const glm::dquat& q) noexcept {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/// What the contract of poses asks.
template <class T>
[[nodiscard]] bool isUnit(const glm::qua<T>& q) noexcept {
    return std::abs(squaredLength(glm::dquat(q)) - 1.0) < 2e-3;
}

/// By a quaternion of any length but 0: dividing by its square renormalises for free.
[[nodiscard]] inline glm::dvec3 rotated(const glm::dquat& q, const glm::dvec3& vector) noexcept {
    const glm::dvec3 axis(q.x, q.y, q.z);
    const glm::dvec3 turn = (2.0 / squaredLength(q)) * glm::cross(axis, vector);
    return vector + q.w * turn + glm::cross(axis, turn);
}

}  // namespace sat3d::inline SAT3D_ABI
