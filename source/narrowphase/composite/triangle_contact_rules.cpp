#include "narrowphase/composite/triangle_contact_rules.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Of A's size, and of the way.
constexpr double kBand = 1e-6, kWayRounding = 1e-7;

}  // namespace

std::uint32_t sideToward(const CoreShape& triangle, const glm::dvec3& point) noexcept {
    return glm::dot(triangle.faceNormal(0), triangle.vertex(0) - point) <= 0.0 ? 0 : 1;
}

glm::dvec3 outwardToward(const CoreShape& shape, const CoreShape& triangle, Sides sides) noexcept {
    return triangle.faceNormal(sides == Sides::Front ? 0 : sideToward(triangle, shape.center()));
}

double heightOver(const CoreShape& triangle, const glm::dvec3& outward, const CoreShape& shape) noexcept {
    return glm::dot(outward, shape.vertex(shape.support(-outward)) - triangle.vertex(0)) - shape.radius();
}

double overlapByRounding(const CoreShape& a, double way) noexcept {
    return kBand * a.reach() + kWayRounding * way;
}

bool staysOver(const CoreShape& a, const CoreShape& triangle, Sides sides, const glm::dvec3& rest,
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

glm::dvec3 normalOfHit(const CoreShape& a, const CoreShape& triangle, Sides sides,
                       const glm::dvec3& normalAToB, double slack) noexcept {
    const glm::dvec3 outward = outwardToward(a, triangle, sides);
    return heightOver(triangle, outward, a) >= -slack ? -outward : normalAToB;
}

}  // namespace sat3d::inline SAT3D_ABI
