#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/number_checks.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/shapes/half_space.hpp>

#include <glm/geometric.hpp>

#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI {

Result<HalfSpace, ShapeError> validate(const HalfSpace& halfSpace) {
    return validHalf("half-space", halfSpace);
}

Aabb bounds(const HalfSpace& halfSpace, const RigidTransform& toFrame) noexcept {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const glm::dvec3 normal = toFrame.rotation * glm::normalize(glm::dvec3(halfSpace.normal));
    const double offset = halfSpace.offset + glm::dot(normal, toFrame.translation);
    glm::dvec3 lower(-kInfinity), upper(kInfinity);
    for (int axis = 0; axis < 3; ++axis) {
        if (normal[(axis + 1) % 3] == 0.0 && normal[(axis + 2) % 3] == 0.0) {
            (normal[axis] > 0.0 ? upper : lower)[axis] = offset / normal[axis];
        }
    }
    return Aabb::around(lower, upper);
}

Result<HalfSpace, ShapeError> transformed(const HalfSpace& halfSpace, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const glm::dmat3 m(map);
    const glm::dvec3 normal = glm::normalize(glm::dvec3(halfSpace.normal));
    const glm::dvec3 mapped = glm::normalize(normalMap(m) * normal);
    const double offset = glm::dot(mapped, m * (static_cast<double>(halfSpace.offset) * normal));
    return validate(HalfSpace{glm::vec3(mapped), static_cast<float>(offset)});
}

}  // namespace sat3d::SAT3D_ABI
