#pragma once

/// @file
/// Measures of hulls: mass, volume, areas of faces.

#include "geometry/hull_builder/triangle_hull.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/geometry/plane.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Mass properties of a hull. Its faces count as triangle fans.
[[nodiscard]] SAT3D_API MassProperties massProperties(const HullView& hull);

/// Area of a face in square meters.
[[nodiscard]] SAT3D_API double faceArea(const HullView& mesh, std::uint32_t face);

/// Right-handed frame of the largest face, as unit columns: x along its longest edge, z outward.
[[nodiscard]] glm::dmat3 largestFaceAxes(const HullView& mesh);

/// Volume of the convex hull in cubic meters. Returns 0 if the points have no hull.
[[nodiscard]] double convexVolume(std::span<const glm::vec3> points);

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
