#pragma once

/// @file
/// Rotations and directions of nearly unit length, in double.

#include <sat3d/core/config.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline double squaredLength(const glm::dquat& q) noexcept {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/// Whether the length of a rotation or a direction differs from 1 by less than 1e-3, as the preconditions of
/// poses require.
template <class Unit>
[[nodiscard]] bool isUnit(const Unit& unit) noexcept {
    double squared = 0.0;
    for (int i = 0; i < Unit::length(); ++i) {
        squared += double(unit[i]) * double(unit[i]);
    }
    return std::abs(squared - 1.0) < 2e-3;
}

/// Rotates a vector by a quaternion of any length except 0. Dividing by the squared length replaces the
/// normalization.
[[nodiscard]] inline glm::dvec3 rotated(const glm::dquat& q, const glm::dvec3& vector) noexcept {
    const glm::dvec3 axis(q.x, q.y, q.z);
    const glm::dvec3 twice = (2.0 / squaredLength(q)) * glm::cross(axis, vector);
    return vector + q.w * twice + glm::cross(axis, twice);
}

}  // namespace sat3d::SAT3D_ABI
