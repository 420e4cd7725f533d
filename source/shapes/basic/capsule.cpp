#include "math/componentwise.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/number_checks.hpp"

#include <sat3d/shapes/capsule.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

Result<Capsule, ShapeError> validate(const Capsule& capsule) {
    return validRound("capsule", capsule, capsule.start, capsule.end);
}

Aabb bounds(const Capsule& capsule, const RigidTransform& toFrame) noexcept {
    const glm::dvec3 start = toFrame.rotation * glm::dvec3(capsule.start) + toFrame.translation;
    const glm::dvec3 end = toFrame.rotation * glm::dvec3(capsule.end) + toFrame.translation;
    const glm::dvec3 arm(static_cast<double>(capsule.radius));
    return Aabb::around(minOf(start, end) - arm, maxOf(start, end) + arm);
}

glm::vec3 support(const Capsule& capsule, const glm::vec3& direction) noexcept {
    const glm::dvec3 along(direction), start(capsule.start), end(capsule.end);
    const glm::dvec3& farther = glm::dot(end - start, along) > 0.0 ? end : start;
    return glm::vec3(farther + static_cast<double>(capsule.radius) * glm::normalize(along));
}

MassProperties massProperties(const Capsule& capsule) noexcept {
    constexpr double kPi = 3.14159265358979323846;
    const glm::dvec3 start(capsule.start), end(capsule.end);
    const double r = capsule.radius, h = glm::length(end - start);
    const double cylinder = kPi * r * r * h, sphere = 4.0 / 3.0 * kPi * r * r * r;
    const double along = cylinder * r * r / 2.0 + sphere * 0.4 * r * r;
    // The centroids of the two hemispheres lie 3/8 r outside the cylinder's ends.
    const double across =
        cylinder * (h * h / 12.0 + r * r / 4.0) + sphere * (0.4 * r * r + h * h / 4.0 + 0.375 * h * r);
    const glm::dvec3 axis = h > 0.0 ? (end - start) / h : glm::dvec3(0.0);
    return {cylinder + sphere, 0.5 * (start + end),
            glm::dmat3(across) + (along - across) * glm::outerProduct(axis, axis)};
}

Result<Capsule, ShapeError> transformed(const Capsule& capsule, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const auto scale = uniformScale(map);
    if (!scale) {
        return Unexpected{notUniform("capsule", map)};
    }
    const glm::dmat3 m(map);
    return validate(Capsule{glm::vec3(m * glm::dvec3(capsule.start)), glm::vec3(m * glm::dvec3(capsule.end)),
                            static_cast<float>(*scale * static_cast<double>(capsule.radius))});
}

}  // namespace sat3d::SAT3D_ABI
