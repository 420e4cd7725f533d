#pragma once

/// @file
/// Rays, with or without an end.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <limits>

namespace sat3d::inline SAT3D_ABI {

/// The points origin + t * direction / |direction| for t from 0 to length.
template <class T>
struct BasicRay {
    glm::vec<3, T> origin{T(0)};                            ///< world, metres, finite
    glm::vec3 direction{0.0f, 0.0f, 1.0f};                  ///< finite, of any length but zero
    float length = std::numeric_limits<float>::infinity();  ///< metres, not negative
};

using Ray = BasicRay<float>;
using DRay = BasicRay<double>;

}  // namespace sat3d::inline SAT3D_ABI
