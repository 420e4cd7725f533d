#include "shapes/convex_hull/rotating_bounds.hpp"

#include "math/componentwise.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

void setCyclic(RotatingBounds::Cyclic& lanes, const glm::vec3& v) {
    for (int i = 0; i < 5; ++i) {
        lanes[i] = v[i % 3];
    }
}

float sumOfCoordinates(const glm::vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

}  // namespace

RotatingBounds::RotatingBounds(std::span<const glm::vec3> vertices, const glm::vec3& centerOfSphere) {
    Aabb box;
    double squaredRadius = 0.0;
    for (const glm::vec3& vertex : vertices) {
        box = join(box, vertex);
        const glm::dvec3 arm = glm::dvec3(vertex) - glm::dvec3(centerOfSphere);
        squaredRadius = std::max(squaredRadius, glm::dot(arm, arm));
    }
    const glm::vec3 center = box.center();
    const glm::dvec3 middle(center);
    const glm::dvec3 half = maxOf(glm::dvec3(box.upper) - middle, middle - glm::dvec3(box.lower));
    const Aabb outward = Aabb::around(glm::dvec3(0.0), glm::dvec3(half));
    setCyclic(boxCenter, center);
    setCyclic(halfExtents, outward.upper);
    setCyclic(sphereCenter, centerOfSphere);
    radius = Aabb::around(glm::dvec3(0.0), glm::dvec3(std::sqrt(squaredRadius))).upper.x;
    size = std::max(sumOfCoordinates(center) + sumOfCoordinates(outward.upper),
                    sumOfCoordinates(centerOfSphere) + radius);
}

}  // namespace sat3d::SAT3D_ABI
