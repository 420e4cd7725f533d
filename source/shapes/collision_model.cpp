#include <sat3d/shapes/collision_model.hpp>

#include <algorithm>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

const CollisionBody* CollisionModel::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(bodies, name, &CollisionBody::name);
    return found == bodies.end() ? nullptr : &*found;
}

ShapeKind kindOf(const ConvexShape& shape) noexcept {
    struct Kind {
        ShapeKind operator()(const Sphere&) const { return ShapeKind::Sphere; }
        ShapeKind operator()(const Capsule&) const { return ShapeKind::Capsule; }
        ShapeKind operator()(const Box&) const { return ShapeKind::Box; }
        ShapeKind operator()(const ConvexHull&) const { return ShapeKind::ConvexHull; }
    };
    return std::visit(Kind{}, shape);
}

std::string_view toString(ShapeKind kind) noexcept {
    switch (kind) {
        case ShapeKind::ConvexHull:
            return "ConvexHull";
        case ShapeKind::Box:
            return "Box";
        case ShapeKind::Sphere:
            return "Sphere";
        case ShapeKind::Capsule:
            return "Capsule";
        case ShapeKind::TriangleMesh:
            return "TriangleMesh";
    }
    return "?";
}

std::string_view toString(Motion motion) noexcept {
    switch (motion) {
        case Motion::Unstated:
            return "Unstated";
        case Motion::Static:
            return "Static";
        case Motion::Dynamic:
            return "Dynamic";
    }
    return "?";
}

}  // namespace sat3d::inline SAT3D_ABI
