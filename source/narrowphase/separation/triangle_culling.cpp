#include "narrowphase/separation/triangle_culling.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

bool isFartherThan(double limit, const ConvexProxy& a, const Triangle& triangle, const RigidTransform& toPair,
                   const glm::dvec3& motion) noexcept {
    constexpr double kRounding = 1e-7;
    std::array<glm::dvec3, 3> vertices;  // relative to A's center
    double scale = a.boundingRadius();
    for (std::size_t i = 0; i < 3; ++i) {
        vertices[i] = toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - a.center();
        scale += glm::length(vertices[i]);
    }
    const double reach = limit + a.convexRadius() + kRounding * scale;
    for (int axis = 0; a.isBox() && axis < 3; ++axis) {
        const glm::dvec3& unit = a.axes()[axis];
        const double x = glm::dot(unit, vertices[0]), y = glm::dot(unit, vertices[1]),
                     z = glm::dot(unit, vertices[2]), along = glm::dot(unit, motion);
        const double beyond = a.halfExtents()[axis] + reach;
        if (std::min({x, y, z}) + std::min(along, 0.0) > beyond ||
            std::max({x, y, z}) + std::max(along, 0.0) < -beyond) {
            return true;
        }
    }
    glm::dvec3 normal = glm::cross(vertices[1] - vertices[0], vertices[2] - vertices[0]);
    if (glm::dot(normal, vertices[0]) < 0.0) {
        normal = -normal;  // from A to the triangle
    }
    const double length = glm::length(normal);
    const double height = glm::dot(normal, vertices[0]) + std::min(glm::dot(normal, motion), 0.0);
    return height > reach * length &&
           height - glm::dot(normal, a.vertex(a.support(normal)) - a.center()) > reach * length;
}

}  // namespace sat3d::inline SAT3D_ABI
