#pragma once

/// @file
/// Variant of all shapes of the plane, and the functions that each of them has.

#include <sat3d/core/result.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/measures.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

namespace sat3d::SAT3D_ABI {

/// Variant of all shapes of the plane. Every query takes it as its first and as its second shape.
using PlanarShape =
    std::variant<Circle, PlanarCapsule, PlanarSegment, PlanarBox, ConvexPolygon, HalfPlane, PlanarCompound>;

/// A reference to a shape of the plane, of any type. Every query takes its shapes as references. Every shape
/// converts to a PlanarShapeRef; a variant becomes a reference to its alternative. The reference is valid
/// until the shape is destroyed or assigned. The members are internal.
class PlanarShapeRef {
public:
    /// Kinds of shapes, in the canonical order of a pair. As wide as a pointer: see ShapeRef::Kind.
    enum class Kind : std::uintptr_t { Circle, Capsule, Segment, Box, Polygon, HalfPlane, Compound };

    PlanarShapeRef(const sat3d::Circle& shape) : kind_(Kind::Circle), shape_(&shape) {}
    PlanarShapeRef(const sat3d::PlanarCapsule& shape) : kind_(Kind::Capsule), shape_(&shape) {}
    PlanarShapeRef(const sat3d::PlanarSegment& shape) : kind_(Kind::Segment), shape_(&shape) {}
    PlanarShapeRef(const sat3d::PlanarBox& shape) : kind_(Kind::Box), shape_(&shape) {}
    PlanarShapeRef(const sat3d::ConvexPolygon& shape) : kind_(Kind::Polygon), shape_(&shape) {}
    PlanarShapeRef(const sat3d::HalfPlane& shape) : kind_(Kind::HalfPlane), shape_(&shape) {}
    PlanarShapeRef(const sat3d::PlanarCompound& shape) : kind_(Kind::Compound), shape_(&shape) {}
    PlanarShapeRef(const PlanarConvexShape& shape) : PlanarShapeRef(ofAlternative(shape)) {}
    PlanarShapeRef(const PlanarShape& shape) : PlanarShapeRef(ofAlternative(shape)) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    /// The shape itself. S must be its type.
    template <class S>
    [[nodiscard]] const S& as() const noexcept {
        return *static_cast<const S*>(shape_);
    }

private:
    template <class Variant>
    static PlanarShapeRef ofAlternative(const Variant& shape) {
        return std::visit([](const auto& alternative) { return PlanarShapeRef(alternative); }, shape);
    }

    Kind kind_;
    const void* shape_;
};
/// Returns the name of the enumerator: "Polygon".
[[nodiscard]] SAT3D_API std::string_view toString(PlanarShapeRef::Kind kind) noexcept;

/// Returns the shape, or the error in its numbers. Polygons and compounds are always valid.
[[nodiscard]] SAT3D_API Result<PlanarShape, ShapeError> validate(const PlanarShape& shape);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward. The sides of a
/// half-plane are at infinity, except the side at its line if the normal is parallel to an axis.
[[nodiscard]] SAT3D_API PlanarAabb bounds(PlanarShapeRef shape, const PlanarTransform& toFrame) noexcept;
/// Returns the world-space axis-aligned bounding box.
/// @param pose  finite, with a unit rotation (asserted)
[[nodiscard]] inline PlanarAabb bounds(PlanarShapeRef shape, const PlanarPose& pose) noexcept {
    return bounds(shape, localToWorld(pose));
}

/// Returns area, centroid and inertia for density 1. A segment has none, and neither has a half-plane: all is
/// zero. The children of a compound are added up: area in which they overlap counts twice.
[[nodiscard]] SAT3D_API PlanarMassProperties massProperties(PlanarShapeRef shape) noexcept;

}  // namespace sat3d::SAT3D_ABI
