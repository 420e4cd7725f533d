#pragma once

/// @file
/// What a kind of shape is. One switch over all kinds gives the answers, so a new kind does not compile until
/// it has them. The order of the kinds is that of a pair, and means nothing else.

#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// What questions tell apart.
enum class ShapeForm : std::uint8_t {
    Round,     ///< a core of one or two points with a radius
    Polytope,  ///< convex, bounded, with corners
    HalfSpace,
    Compound,
    Surface,  ///< made of triangles
};

[[nodiscard]] inline ShapeForm formOf(ShapeRef shape) noexcept {
    using Kind = ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
        case Kind::Capsule:
            return ShapeForm::Round;
        case Kind::Box:
        case Kind::ConvexHull:
        case Kind::Triangle:
            return ShapeForm::Polytope;
        case Kind::HalfSpace:
            return ShapeForm::HalfSpace;
        case Kind::Compound:
            return ShapeForm::Compound;
        case Kind::TriangleMesh:
        case Kind::HeightField:
            break;
    }
    return ShapeForm::Surface;
}

[[nodiscard]] inline bool isRound(ShapeRef shape) noexcept {
    return formOf(shape) == ShapeForm::Round;
}

/// Whether a shape is convex and bounded.
[[nodiscard]] inline bool isConvex(ShapeRef shape) noexcept {
    const ShapeForm form = formOf(shape);
    return form == ShapeForm::Round || form == ShapeForm::Polytope;
}

/// Whether a shape is made of triangles.
[[nodiscard]] inline bool isSurface(ShapeRef shape) noexcept {
    return formOf(shape) == ShapeForm::Surface;
}

/// Whether the shape is convex or a Compound. Two shapes without an inside (surfaces, half-spaces) have no
/// separation.
[[nodiscard]] inline bool hasInside(ShapeRef shape) noexcept {
    return isConvex(shape) || shape.kind() == ShapeRef::Kind::Compound;
}

}  // namespace sat3d::SAT3D_ABI
