#pragma once

/// @file
/// Planes in Hesse normal form.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

/// A plane: all points p with dot(normal, p) == offset. The normal has unit length; if the plane bounds a
/// solid, it points out of the solid.
struct Plane {
    glm::dvec3 normal{0.0, 0.0, 1.0};
    double offset = 0.0;

    /// Signed distance of a point, positive on the side to which the normal points.
    [[nodiscard]] double signedDistance(const glm::dvec3& point) const {
        return glm::dot(normal, point) - offset;
    }
};

}  // namespace sat3d::SAT3D_ABI
