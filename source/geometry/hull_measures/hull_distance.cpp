#include "geometry/hull_measures/hull_distance.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "math/componentwise.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

HullDistance::HullDistance(const TriangleHull& hull) {
    for (const glm::dvec3& position : hull.positions) {
        largest_ = maxOf(largest_, absOf(position));
    }
    triangles_.reserve(hull.triangleCount());
    for (std::uint32_t t = 0; t < hull.triangleCount(); ++t) {
        const glm::dvec3 area = hull.areaVector(t);
        const double length = glm::length(area);
        const glm::dvec3 normal = length > 0.0 ? area / length : glm::dvec3(0.0);
        const glm::dvec3& a = hull.corner(3 * t);
        triangles_.push_back(
            {{normal, glm::dot(normal, a)}, {a, hull.corner(3 * t + 1), hull.corner(3 * t + 2)}});
    }
}

double HullDistance::outside(const glm::dvec3& point) const {
    const glm::dvec3 reach = maxOf(largest_, absOf(point));
    const double noise = 1e-15 * (reach.x + reach.y + reach.z);
    double least = std::numeric_limits<double>::infinity();
    bool isOutside = false;
    for (const Triangle& triangle : triangles_) {
        // The point lies above or in the plane of the closest triangle. A triangle is never closer than its
        // plane.
        const double height = triangle.plane.signedDistance(point);
        isOutside = isOutside || height > noise;
        if (height >= -noise && height < least) {
            const auto& [a, b, c] = triangle.corners;
            least = std::min(least, distanceToTriangle(a, b, c, point));
        }
    }
    return isOutside ? least : 0.0;
}

}  // namespace sat3d::SAT3D_ABI
