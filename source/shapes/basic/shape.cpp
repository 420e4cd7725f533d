#include "core/enum_names.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(ShapeRef::Kind kind) noexcept {
    return enumName<ShapeRef::Kind::HeightField>(
        kind, {"Sphere", "Capsule", "Box", "ConvexHull", "Triangle", "HalfSpace", "Compound", "TriangleMesh",
               "HeightField"});
}

Result<Shape, ShapeError> validate(const Shape& shape) {
    return validAlternative(shape);
}

Aabb bounds(const Shape& shape, const RigidTransform& toFrame) noexcept {
    return std::visit([&](const auto& alternative) { return bounds(alternative, toFrame); }, shape);
}

Result<Shape, ShapeError> transformed(const Shape& shape, const glm::mat3& map) {
    return ofAlternative(shape, [&](const auto& alternative) { return transformed(alternative, map); });
}

}  // namespace sat3d::SAT3D_ABI
