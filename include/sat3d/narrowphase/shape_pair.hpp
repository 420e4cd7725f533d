#pragma once

/// @file
/// Which pairs of shapes the verbs take.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <concepts>
#include <cstdint>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

/// What may meet any shape: something convex, or several such in one.
template <class S>
concept Solid = Convex<S> || std::same_as<S, Compound>;

/// Pairs with a routine: something solid with anything. The others (two half-spaces, two surfaces, two shapes
/// of which neither is known to be solid) do not compile.
template <class A, class B>
concept ShapePair = (Solid<A> && AnyShape<B>) || (AnyShape<A> && Solid<B>);

/// Pairs of which both are one piece for certain.
template <class A, class B>
concept OnePiecePair = (Convex<A> && (Convex<B> || std::same_as<B, HalfSpace>)) ||
                       (std::same_as<A, HalfSpace> && Convex<B>);

namespace detail {

/// A piece of a surface: a shape to the verbs, but none that users hold.
struct SurfaceTriangle {
    sat3d::Triangle triangle;
    Sides sides = Sides::Both;
};

/// Any shape by reference, for the compiled half of the verbs. Refers to its argument: use it within a call.
class ShapeRef {
public:
    /// Also the order in which pairs are computed. As wide as a pointer: where both are put into memory and
    /// read again as a whole, narrower ones would be waited for.
    enum class Kind : std::uintptr_t {
        Sphere,
        Capsule,
        Box,
        ConvexHull,
        Triangle,
        HalfSpace,
        Compound,
        TriangleMesh,
        HeightField
    };

    ShapeRef(const sat3d::Sphere& shape) : kind_(Kind::Sphere), shape_(&shape) {}
    ShapeRef(const sat3d::Capsule& shape) : kind_(Kind::Capsule), shape_(&shape) {}
    ShapeRef(const sat3d::Box& shape) : kind_(Kind::Box), shape_(&shape) {}
    ShapeRef(const sat3d::ConvexHull& shape) : kind_(Kind::ConvexHull), shape_(&shape) {}
    ShapeRef(const SurfaceTriangle& shape) : kind_(Kind::Triangle), shape_(&shape) {}
    ShapeRef(const sat3d::HalfSpace& shape) : kind_(Kind::HalfSpace), shape_(&shape) {}
    ShapeRef(const sat3d::Compound& shape) : kind_(Kind::Compound), shape_(&shape) {}
    ShapeRef(const sat3d::TriangleMesh& shape) : kind_(Kind::TriangleMesh), shape_(&shape) {}
    ShapeRef(const sat3d::HeightField& shape) : kind_(Kind::HeightField), shape_(&shape) {}
    ShapeRef(const ConvexShape& shape) : ShapeRef(ofAlternative(shape)) {}
    ShapeRef(const Shape& shape) : ShapeRef(ofAlternative(shape)) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    [[nodiscard]] const sat3d::Sphere& sphere() const noexcept { return get<sat3d::Sphere>(); }
    [[nodiscard]] const sat3d::Capsule& capsule() const noexcept { return get<sat3d::Capsule>(); }
    [[nodiscard]] const sat3d::Box& box() const noexcept { return get<sat3d::Box>(); }
    [[nodiscard]] const sat3d::ConvexHull& hull() const noexcept { return get<sat3d::ConvexHull>(); }
    [[nodiscard]] const SurfaceTriangle& triangle() const noexcept { return get<SurfaceTriangle>(); }
    [[nodiscard]] const sat3d::HalfSpace& halfSpace() const noexcept { return get<sat3d::HalfSpace>(); }
    [[nodiscard]] const sat3d::Compound& compound() const noexcept { return get<sat3d::Compound>(); }
    [[nodiscard]] const sat3d::TriangleMesh& mesh() const noexcept { return get<sat3d::TriangleMesh>(); }
    [[nodiscard]] const sat3d::HeightField& heightField() const noexcept { return get<sat3d::HeightField>(); }

    /// Whether it is made of many pieces: parts, or triangles.
    [[nodiscard]] bool hasPieces() const noexcept { return kind_ >= Kind::Compound; }

private:
    template <class Variant>
    static ShapeRef ofAlternative(const Variant& shape) {
        return std::visit([](const auto& alternative) { return ShapeRef(alternative); }, shape);
    }
    template <class S>
    [[nodiscard]] const S& get() const noexcept {
        return *static_cast<const S*>(shape_);
    }

    Kind kind_;
    const void* shape_;
};

}  // namespace detail

}  // namespace sat3d::inline SAT3D_ABI
