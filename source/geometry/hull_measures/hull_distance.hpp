#pragma once

/// @file
/// Distance of points from a hull.

#include "geometry/hull_builder/triangle_hull.hpp"

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Computes distances of points from a hull.
class HullDistance {
public:
    explicit HullDistance(const TriangleHull& hull);

    /// Distance in meters from the hull to a point outside of it; 0 for a point inside. Accurate to a few
    /// roundings of the coordinates. Linear time.
    [[nodiscard]] double outside(const glm::dvec3& point) const;

private:
    struct Triangle {
        Plane plane;
        std::array<glm::dvec3, 3> corners;
    };
    std::vector<Triangle> triangles_;
    glm::dvec3 largest_{0.0};  ///< largest magnitude of each coordinate
};

}  // namespace sat3d::SAT3D_ABI
