#pragma once

/// @file
/// How far points lie outside a convex solid.

#include "geometry/hull_builder/triangle_hull.hpp"

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

class HullDistance {
public:
    explicit HullDistance(const SimplicialHull& hull);

    /// Metres from the point to the solid; 0 inside. Right to a few roundings of the coordinates. Linear
    /// time.
    [[nodiscard]] double outside(const glm::dvec3& point) const;

private:
    struct Triangle {
        Plane plane;
        std::array<glm::dvec3, 3> corners;
    };
    std::vector<Triangle> triangles_;
    glm::dvec3 largest_{0.0};  ///< of each coordinate's magnitudes
};

}  // namespace sat3d::inline SAT3D_ABI
