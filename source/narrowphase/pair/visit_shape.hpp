#pragma once

/// @file
/// The only switch over the kinds of shapes. A new shape needs an alternative of ShapeRef and a case here.

#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::SAT3D_ABI {

/// Calls the overload of `functions` that takes the shape's type, and returns its result. A generic lambda
/// handles the types that have no overload of their own.
template <class... Functions>
decltype(auto) visitShape(const ShapeRef& shape, const Functions&... functions) {
    using Kind = ShapeRef::Kind;
    struct Overloads : Functions... {
        explicit Overloads(const Functions&... all) : Functions(all)... {}
        using Functions::operator()...;
    };
    const Overloads visit(functions...);
    switch (shape.kind()) {
        case Kind::Sphere:
            return visit(shape.sphere());
        case Kind::Capsule:
            return visit(shape.capsule());
        case Kind::Box:
            return visit(shape.box());
        case Kind::ConvexHull:
            return visit(shape.hull());
        case Kind::Triangle:
            return visit(shape.triangle());
        case Kind::HalfSpace:
            return visit(shape.halfSpace());
        case Kind::Compound:
            return visit(shape.compound());
        case Kind::TriangleMesh:
            return visit(shape.mesh());
        case Kind::HeightField:
            break;
    }
    return visit(shape.heightField());
}

}  // namespace sat3d::SAT3D_ABI
