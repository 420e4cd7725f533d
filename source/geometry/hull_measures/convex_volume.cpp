#include "geometry/hull_measures/convex_volume.hpp"

#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

double convexVolume(std::span<const glm::vec3> points) {
    if (points.size() < 4) {
        return 0.0;
    }
    const auto input = checkHullInput(points, {});
    if (!input) {
        return 0.0;
    }
    const TriangleHull hull = quickhull(points, input->simplex);
    const glm::dvec3& origin = hull.positions.front();
    double sixfold = 0.0;
    for (std::uint32_t t = 0; t < hull.triangleCount(); ++t) {
        sixfold += glm::dot(hull.corner(3 * t) - origin, hull.areaVector(t));
    }
    return sixfold / 6.0;
}

}  // namespace sat3d::SAT3D_ABI
