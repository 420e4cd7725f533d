#pragma once

/// @file
/// What a kind of shape is. Each answer is a switch over all kinds, so a new kind does not compile until it
/// has answers. The order of the kinds is that of a pair, and means nothing else.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Whether a shape is a core of one or two points with a radius.
[[nodiscard]] inline bool isRound(ShapeRef shape) noexcept {
    using Kind = ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
        case Kind::Capsule:
            return true;
        case Kind::Box:
        case Kind::ConvexHull:
        case Kind::Triangle:
        case Kind::HalfSpace:
        case Kind::Compound:
        case Kind::TriangleMesh:
        case Kind::HeightField:
            break;
    }
    return false;
}

/// Whether a shape is convex and bounded.
[[nodiscard]] inline bool isConvex(ShapeRef shape) noexcept {
    using Kind = ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
        case Kind::Capsule:
        case Kind::Box:
        case Kind::ConvexHull:
        case Kind::Triangle:
            return true;
        case Kind::HalfSpace:
        case Kind::Compound:
        case Kind::TriangleMesh:
        case Kind::HeightField:
            break;
    }
    return false;
}

/// Whether a shape is made of triangles.
[[nodiscard]] inline bool isSurface(ShapeRef shape) noexcept {
    using Kind = ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::TriangleMesh:
        case Kind::HeightField:
            return true;
        case Kind::Sphere:
        case Kind::Capsule:
        case Kind::Box:
        case Kind::ConvexHull:
        case Kind::Triangle:
        case Kind::HalfSpace:
        case Kind::Compound:
            break;
    }
    return false;
}

/// Whether the shape is convex or a Compound. Two shapes without an inside (surfaces, half-spaces) have no
/// separation.
[[nodiscard]] inline bool hasInside(ShapeRef shape) noexcept {
    return isConvex(shape) || shape.kind() == ShapeRef::Kind::Compound;
}

}  // namespace sat3d::inline SAT3D_ABI
