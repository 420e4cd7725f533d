#pragma once

/// @file
/// The only switch over the kinds of shapes of the plane.

#include <sat3d/planar/shape.hpp>

namespace sat3d::SAT3D_ABI {

/// Calls the overload of `functions` that takes the shape's type, and returns its result. A generic lambda
/// handles the types that have no overload of their own.
template <class... Functions>
decltype(auto) visitShape(const PlanarShapeRef& shape, const Functions&... functions) {
    using Kind = PlanarShapeRef::Kind;
    struct Overloads : Functions... {
        explicit Overloads(const Functions&... all) : Functions(all)... {}
        using Functions::operator()...;
    };
    const Overloads visit(functions...);
    switch (shape.kind()) {
        case Kind::Circle:
            return visit(shape.as<Circle>());
        case Kind::Capsule:
            return visit(shape.as<PlanarCapsule>());
        case Kind::Segment:
            return visit(shape.as<PlanarSegment>());
        case Kind::Box:
            return visit(shape.as<PlanarBox>());
        case Kind::Polygon:
            return visit(shape.as<ConvexPolygon>());
        case Kind::HalfPlane:
            return visit(shape.as<HalfPlane>());
        case Kind::Compound:
            break;
    }
    return visit(shape.as<PlanarCompound>());
}

}  // namespace sat3d::SAT3D_ABI
