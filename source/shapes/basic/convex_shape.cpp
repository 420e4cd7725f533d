#include "math/componentwise.hpp"
#include "shapes/basic/variant_result.hpp"

#include <sat3d/shapes/convex_shape.hpp>

#include <glm/geometric.hpp>

#include <utility>

namespace sat3d::inline SAT3D_ABI {

Result<ConvexShape, ShapeError> validated(const ConvexShape& shape) {
    return ofAlternative(shape, []<class S>(const S& alternative) -> Result<S, ShapeError> {
        if constexpr (std::same_as<S, ConvexHull>) {
            return alternative;
        } else {
            return validated(alternative);
        }
    });
}

Aabb bounds(const ConvexHull& hull, const RigidTransform& toFrame) noexcept {
    glm::dvec3 lower = toFrame.rotation * glm::dvec3(hull.vertices().front()), upper = lower;
    for (const glm::vec3& vertex : hull.vertices()) {
        const glm::dvec3 turned = toFrame.rotation * glm::dvec3(vertex);
        lower = minOf(lower, turned);
        upper = maxOf(upper, turned);
    }
    return Aabb::around(lower + toFrame.translation, upper + toFrame.translation);
}

Aabb bounds(const ConvexShape& shape, const RigidTransform& toFrame) noexcept {
    return std::visit([&](const auto& alternative) { return bounds(alternative, toFrame); }, shape);
}

glm::vec3 support(const ConvexHull& hull, const glm::vec3& direction) noexcept {
    const glm::dvec3 along(direction);
    glm::vec3 best = hull.vertices().front();
    double reach = glm::dot(along, glm::dvec3(best));
    for (const glm::vec3& vertex : hull.vertices()) {
        const double here = glm::dot(along, glm::dvec3(vertex));
        if (here > reach) {
            reach = here;
            best = vertex;
        }
    }
    return best;
}

glm::vec3 support(const ConvexShape& shape, const glm::vec3& direction) noexcept {
    return std::visit([&](const auto& alternative) { return support(alternative, direction); }, shape);
}

MassProperties massProperties(const ConvexHull& hull) noexcept {
    return hull.massProperties();
}

MassProperties massProperties(const ConvexShape& shape) noexcept {
    return std::visit([](const auto& alternative) { return massProperties(alternative); }, shape);
}

Result<ConvexHull, ShapeError> transformed(const ConvexHull& hull, const glm::mat3& map) {
    auto result = hull.transformed(map);
    if (!result) {
        return Unexpected{ShapeError{ShapeError::Code::NoHull, std::move(result).error().message}};
    }
    return *std::move(result);
}

Result<ConvexShape, ShapeError> transformed(const ConvexShape& shape, const glm::mat3& map) {
    return ofAlternative(shape, [&](const auto& alternative) { return transformed(alternative, map); });
}

}  // namespace sat3d::inline SAT3D_ABI
