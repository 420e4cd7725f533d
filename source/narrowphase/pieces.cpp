#include "narrowphase/pieces.hpp"

namespace sat3d::inline SAT3D_ABI {

Aabb boundsOf(detail::ShapeRef shape, const RigidTransform& toFrame) noexcept {
    using Kind = detail::ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
            return bounds(shape.sphere(), toFrame);
        case Kind::Capsule:
            return bounds(shape.capsule(), toFrame);
        case Kind::Box:
            return bounds(shape.box(), toFrame);
        case Kind::ConvexHull:
            return bounds(shape.hull(), toFrame);
        default:
            return bounds(shape.halfSpace(), toFrame);
    }
}

}  // namespace sat3d::inline SAT3D_ABI
