#pragma once

/// @file
/// The motion of two shapes that do not rotate.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// World axes, meters.
struct LinearMotion {
    glm::vec3 translationA{0.0f}, translationB{0.0f};
};

}  // namespace sat3d::SAT3D_ABI
