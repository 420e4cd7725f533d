#pragma once

/// @file
/// Which pairs of shapes the verbs take.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape.hpp>

#include <cstdint>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

/// Pairs with a routine: something convex with anything. The others (two half-spaces, two shapes of which
/// neither is known to be convex) do not compile.
template <class A, class B>
concept ShapePair = (Convex<A> && AnyShape<B>) || (AnyShape<A> && Convex<B>);

namespace detail {

/// Any shape by reference, for the compiled half of the verbs. Refers to its argument: use it within a call.
class ShapeRef {
public:
    /// Also the order in which pairs are computed.
    enum class Kind : std::uint8_t { Sphere, Capsule, Box, ConvexHull, HalfSpace };

    ShapeRef(const sat3d::Sphere& shape) : kind_(Kind::Sphere), shape_(&shape) {}
    ShapeRef(const sat3d::Capsule& shape) : kind_(Kind::Capsule), shape_(&shape) {}
    ShapeRef(const sat3d::Box& shape) : kind_(Kind::Box), shape_(&shape) {}
    ShapeRef(const sat3d::ConvexHull& shape) : kind_(Kind::ConvexHull), shape_(&shape) {}
    ShapeRef(const sat3d::HalfSpace& shape) : kind_(Kind::HalfSpace), shape_(&shape) {}
    ShapeRef(const ConvexShape& shape) : ShapeRef(ofAlternative(shape)) {}
    ShapeRef(const Shape& shape) : ShapeRef(ofAlternative(shape)) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    [[nodiscard]] const sat3d::Sphere& sphere() const noexcept { return get<sat3d::Sphere>(); }
    [[nodiscard]] const sat3d::Capsule& capsule() const noexcept { return get<sat3d::Capsule>(); }
    [[nodiscard]] const sat3d::Box& box() const noexcept { return get<sat3d::Box>(); }
    [[nodiscard]] const sat3d::ConvexHull& hull() const noexcept { return get<sat3d::ConvexHull>(); }
    [[nodiscard]] const sat3d::HalfSpace& halfSpace() const noexcept { return get<sat3d::HalfSpace>(); }

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
