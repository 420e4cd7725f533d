#include "narrowphase/composite/triangle_contact_rules.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// Fractions of A's size and of the path's length.
constexpr double kBand = 1e-6, kPathRounding = 1e-7;

}  // namespace

std::uint32_t sideToward(const ConvexProxy& triangle, const glm::dvec3& point) noexcept {
    return glm::dot(triangle.faceNormal(0), triangle.vertex(0) - point) <= 0.0 ? 0 : 1;
}

glm::dvec3 outwardToward(const ConvexProxy& shape, const ConvexProxy& triangle, Sides sides) noexcept {
    return triangle.faceNormal(sides == Sides::Front ? 0 : sideToward(triangle, shape.center()));
}

double heightOver(const ConvexProxy& triangle, const glm::dvec3& outward, const ConvexProxy& shape) noexcept {
    return glm::dot(outward, shape.vertex(shape.support(-outward)) - triangle.vertex(0)) -
           shape.convexRadius();
}

double overlapByRounding(const ConvexProxy& a, double pathLength) noexcept {
    return kBand * a.boundingRadius() + kPathRounding * pathLength;
}

bool staysOver(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides, const glm::dvec3& rest,
               double slack) noexcept {
    const glm::dvec3 outward = outwardToward(a, triangle, sides);
    if (heightOver(triangle, outward, a) + std::min(0.0, glm::dot(outward, rest)) >= -slack) {
        return true;
    }
    return anyFaceToward(a, triangle, slack, [&](const glm::dvec3& normal) {
        const double gap =
            glm::dot(normal, triangle.vertex(triangle.support(-normal)) - a.vertex(a.support(normal)));
        return gap - std::max(0.0, glm::dot(normal, rest)) >= -slack;
    });
}

glm::dvec3 normalOfHit(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides,
                       const glm::dvec3& normalAToB, double slack) noexcept {
    const glm::dvec3 outward = outwardToward(a, triangle, sides);
    return heightOver(triangle, outward, a) >= -slack ? -outward : normalAToB;
}

}  // namespace sat3d::SAT3D_ABI
