#include "shapes/basic/point_set.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/shapes/convex_shape.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::SAT3D_ABI {

Result<ConvexShape, ShapeError> validate(const ConvexShape& shape) {
    return validAlternative(shape);
}

namespace {

/// Point set (see point_set.hpp) of a hull.
auto verticesOf(const ConvexHull& hull) {
    return [vertices = hull.vertices()](const auto& visit) { std::ranges::for_each(vertices, visit); };
}

}  // namespace

Aabb bounds(const ConvexShape& shape, const RigidTransform& toFrame) noexcept {
    return std::visit([&](const auto& alternative) { return bounds(alternative, toFrame); }, shape);
}

glm::vec3 support(const ConvexHull& hull, const glm::vec3& direction) noexcept {
    return supportOfPoints(verticesOf(hull), direction);
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
        return fail(ShapeError::Code::HullFailed, std::move(result).error().message);
    }
    return *std::move(result);
}

Result<ConvexShape, ShapeError> transformed(const ConvexShape& shape, const glm::mat3& map) {
    return ofAlternative(shape, [&](const auto& alternative) { return transformed(alternative, map); });
}

}  // namespace sat3d::SAT3D_ABI
