#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/number_checks.hpp"

#include <sat3d/shapes/sphere.hpp>

#include <glm/geometric.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

Result<Sphere, ShapeError> validate(const Sphere& sphere) {
    return validRound("sphere", sphere, sphere.center);
}

Aabb bounds(const Sphere& sphere, const RigidTransform& toFrame) noexcept {
    const glm::dvec3 center = toFrame.rotation * glm::dvec3(sphere.center) + toFrame.translation;
    const glm::dvec3 arm(static_cast<double>(sphere.radius));
    return Aabb::around(center - arm, center + arm);
}

glm::vec3 support(const Sphere& sphere, const glm::vec3& direction) noexcept {
    return glm::vec3(glm::dvec3(sphere.center) +
                     static_cast<double>(sphere.radius) * glm::normalize(glm::dvec3(direction)));
}

MassProperties massProperties(const Sphere& sphere) noexcept {
    constexpr double kPi = 3.14159265358979323846;
    const double r = sphere.radius;
    const double volume = 4.0 / 3.0 * kPi * r * r * r;
    return {volume, glm::dvec3(sphere.center), glm::dmat3(0.4 * volume * r * r)};
}

Result<Sphere, ShapeError> transformed(const Sphere& sphere, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const auto scale = uniformScale(map);
    if (!scale) {
        return Unexpected{notUniform("sphere", map)};
    }
    return validate(Sphere{glm::vec3(glm::dmat3(map) * glm::dvec3(sphere.center)),
                           static_cast<float>(*scale * static_cast<double>(sphere.radius))});
}

}  // namespace sat3d::SAT3D_ABI
