#pragma once

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI::debug {

/// Orthographic camera that looks along -toViewer.
struct Camera {
    glm::dvec3 right{1.0, 0.0, 0.0}, up{0.0, 1.0, 0.0}, toViewer{0.0, 0.0, 1.0};
};

}  // namespace sat3d::SAT3D_ABI::debug
