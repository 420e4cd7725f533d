#pragma once

/// @file
/// References to shapes: the arguments of every query.

#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <variant>

namespace sat3d::SAT3D_ABI {

namespace detail {
/// A triangle of a surface. Internal to the queries: users do not hold it.
struct SurfaceTriangle {
    sat3d::Triangle triangle;
    Sides sides = Sides::Both;
};
}  // namespace detail

/// A reference to a shape of any type. Every query takes its shapes as references. Every shape converts to a
/// ShapeRef; a Shape or ConvexShape becomes a reference to its alternative:
///
///     for (const Shape& obstacle : level.obstacles)
///         if (overlaps(crate, cratePose, obstacle, Pose{})) stop();
///
/// The reference is valid until the shape is destroyed or assigned. Store it only beside shapes that stay in
/// place. The members are internal.
class ShapeRef {
public:
    /// Kinds of shapes, in the canonical order of a pair. The type is as wide as a pointer: a ShapeRef is
    /// written member by member and read as a whole, which is fast only if its members have equal width.
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
    ShapeRef(const detail::SurfaceTriangle& shape) : kind_(Kind::Triangle), shape_(&shape) {}
    ShapeRef(const sat3d::HalfSpace& shape) : kind_(Kind::HalfSpace), shape_(&shape) {}
    ShapeRef(const sat3d::Compound& shape) : kind_(Kind::Compound), shape_(&shape) {}
    ShapeRef(const sat3d::TriangleMesh& shape) : kind_(Kind::TriangleMesh), shape_(&shape) {}
    ShapeRef(const sat3d::HeightField& shape) : kind_(Kind::HeightField), shape_(&shape) {}
    ShapeRef(const ConvexShape& shape) : ShapeRef(ofAlternative(shape)) {}
    ShapeRef(const Shape& shape) : ShapeRef(ofAlternative(shape)) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    [[nodiscard]] const sat3d::Sphere& sphere() const noexcept { return as<sat3d::Sphere>(); }
    [[nodiscard]] const sat3d::Capsule& capsule() const noexcept { return as<sat3d::Capsule>(); }
    [[nodiscard]] const sat3d::Box& box() const noexcept { return as<sat3d::Box>(); }
    [[nodiscard]] const sat3d::ConvexHull& hull() const noexcept { return as<sat3d::ConvexHull>(); }
    [[nodiscard]] const detail::SurfaceTriangle& triangle() const noexcept {
        return as<detail::SurfaceTriangle>();
    }
    [[nodiscard]] const sat3d::HalfSpace& halfSpace() const noexcept { return as<sat3d::HalfSpace>(); }
    [[nodiscard]] const sat3d::Compound& compound() const noexcept { return as<sat3d::Compound>(); }
    [[nodiscard]] const sat3d::TriangleMesh& mesh() const noexcept { return as<sat3d::TriangleMesh>(); }
    [[nodiscard]] const sat3d::HeightField& heightField() const noexcept { return as<sat3d::HeightField>(); }
    /// The shape itself. S must be its type.
    template <class S>
    [[nodiscard]] const S& as() const noexcept {
        return *static_cast<const S*>(shape_);
    }

    /// Whether the shape has children: the convex shapes of a Compound, or the triangles of a surface.
    [[nodiscard]] bool isComposite() const noexcept {
        switch (kind_) {
            case Kind::Compound:
            case Kind::TriangleMesh:
            case Kind::HeightField:
                return true;
            case Kind::Sphere:
            case Kind::Capsule:
            case Kind::Box:
            case Kind::ConvexHull:
            case Kind::Triangle:
            case Kind::HalfSpace:
                break;
        }
        return false;
    }

private:
    template <class Variant>
    static ShapeRef ofAlternative(const Variant& shape) {
        return std::visit([](const auto& alternative) { return ShapeRef(alternative); }, shape);
    }

    Kind kind_;
    const void* shape_;
};
/// Returns the name of the enumerator: "ConvexHull".
[[nodiscard]] SAT3D_API std::string_view toString(ShapeRef::Kind kind) noexcept;

/// A reference to a shape that is not composite: a convex shape or a half-space. Two such shapes have at most
/// one contact manifold. Composite shapes do not compile. A Shape does not compile either, because it may
/// hold a composite shape.
class SimpleShapeRef : public ShapeRef {
public:
    template <AnyShape S>
    SimpleShapeRef(const S& shape) : ShapeRef(shape) {
        static_assert(Convex<S> || std::same_as<S, HalfSpace>,
                      "this pair may have many manifolds: pass a std::span<Manifold> after the poses, as in "
                      "std::array<Manifold, 16> manifolds; collide(a, poseA, b, poseB, manifolds)");
    }
};

}  // namespace sat3d::SAT3D_ABI
