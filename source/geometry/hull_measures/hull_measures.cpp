#include "geometry/hull_measures/hull_measures.hpp"

#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/primitives/closest_point.hpp"
#include "geometry/primitives/polygon_measures.hpp"
#include "math/componentwise.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

glm::dvec3 longestEdge(const HullView& mesh, std::uint32_t face) {
    const auto loop = mesh.verticesOfFace(face);
    glm::dvec3 longest(0.0);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec3 along =
            glm::dvec3(mesh.vertices[loop[(i + 1) % loop.size()]]) - glm::dvec3(mesh.vertices[loop[i]]);
        if (glm::dot(along, along) > glm::dot(longest, longest)) {
            longest = along;
        }
    }
    return longest;
}

}  // namespace

double faceArea(const HullView& mesh, std::uint32_t face) {
    return 0.5 * glm::length(newellNormal(mesh.vertices, mesh.verticesOfFace(face)));
}

glm::dmat3 largestFaceAxes(const HullView& mesh) {
    std::uint32_t largest = 0;
    for (std::uint32_t face = 1; face < mesh.faces.size(); ++face) {
        if (faceArea(mesh, face) > faceArea(mesh, largest) * (1.0 + 1e-9)) {
            largest = face;
        }
    }
    const glm::dvec3 z = mesh.faces[largest].plane.normal;
    const glm::dvec3 y = glm::normalize(glm::cross(z, longestEdge(mesh, largest)));
    return {glm::cross(y, z), y, z};
}

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
