#pragma once

/// @file
/// Planes in Hesse normal form.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The points p with dot(normal, p) == offset; the normal is unit and points outward where the plane bounds a
/// solid.
struct Plane {
    glm::dvec3 normal{0.0, 0.0, 1.0};
    double offset = 0.0;

    /// Signed distance: positive on the side the normal points to.
    [[nodiscard]] double distance(const glm::dvec3& point) const { return glm::dot(normal, point) - offset; }
};

}  // namespace sat3d::inline SAT3D_ABI
