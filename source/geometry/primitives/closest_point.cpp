#include "geometry/primitives/closest_point.hpp"

namespace sat3d::SAT3D_ABI {

glm::dvec3 closestPointWeights(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                               const glm::dvec3& p) noexcept {
    const glm::dvec3 normal = glm::cross(b - a, c - a);
    const double squared = glm::dot(normal, normal);
    const double forA = glm::dot(normal, glm::cross(c - b, p - b));
    const double forB = glm::dot(normal, glm::cross(a - c, p - c));
    const double forC = glm::dot(normal, glm::cross(b - a, p - a));
    if (squared > 0.0 && forA >= 0.0 && forB >= 0.0 && forC >= 0.0) {
        return glm::dvec3(forA, forB, forC) / (forA + forB + forC);
    }
    const double ab = closestSegmentParameter(a, b, p);
    const double bc = closestSegmentParameter(b, c, p);
    const double ca = closestSegmentParameter(c, a, p);
    const glm::dvec3 candidates[] = {{1.0 - ab, ab, 0.0}, {0.0, 1.0 - bc, bc}, {ca, 0.0, 1.0 - ca}};
    glm::dvec3 best(0.0);
    double least = -1.0;
    for (const glm::dvec3& weights : candidates) {
        const glm::dvec3 apart = weights.x * a + weights.y * b + weights.z * c - p;
        const double distance = glm::dot(apart, apart);
        if (least < 0.0 || distance < least) {
            least = distance;
            best = weights;
        }
    }
    return best;
}

double distanceToTriangle(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                          const glm::dvec3& p) noexcept {
    const glm::dvec3 weights = closestPointWeights(a, b, c, p);
    // Coordinates relative to p lose no precision far from the origin.
    return glm::length(weights.x * (a - p) + weights.y * (b - p) + weights.z * (c - p));
}

}  // namespace sat3d::SAT3D_ABI
