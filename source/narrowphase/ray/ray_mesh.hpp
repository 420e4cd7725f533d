#pragma once

/// @file
/// Intersection of a ray with a surface.

#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The sides of a triangle, as the face of an intersection.
inline constexpr std::uint32_t kFrontSide = 0, kBackSide = 1;

/// Whether rays that enter the surface have an exit.
[[nodiscard]] inline bool isSolid(ShapeRef surface) noexcept {
    return surface.kind() == ShapeRef::Kind::TriangleMesh && surface.mesh().isWatertight();
}

/// Half the diagonal of the surface's bounding box, meters.
[[nodiscard]] double sizeOfSurface(ShapeRef surface) noexcept;

/// Whether the surface is a watertight mesh that contains a point of its frame.
[[nodiscard]] bool containsPoint(ShapeRef surface, const glm::dvec3& point) noexcept;

/// Returns the first intersection with a surface as the entry, and the exit from a watertight mesh.
/// @param surface  a TriangleMesh or a HeightField
/// @param length   of the ray: the entry must be closer. A ray of length 0 is in the surface if its origin
/// is.
[[nodiscard]] std::optional<RayInterval> throughMesh(ShapeRef surface, const Line& line,
                                                     double length) noexcept;

/// Whether throughMesh() returns an intersection. The first one found ends the search.
[[nodiscard]] bool meetsMesh(ShapeRef surface, const Line& line, double length) noexcept;

/// The intersections of a ray with a surface, front and back, in order; at equal distances back faces come
/// first. Intersections with the same side at one place, up to rounding, are one: the lowest numbered.
class SurfaceCrossings {
public:
    /// @param surface  a TriangleMesh or a HeightField
    /// @param length   of the ray
    /// @param upTo     the length, or infinity: intersections must be closer
    /// Without back faces if neither raycast() nor an exit asks for them.
    SurfaceCrossings(ShapeRef surface, const Line& line, double length, double upTo) noexcept;

    /// Returns the next intersection, with the normal against the ray. Each call searches the surface.
    [[nodiscard]] std::optional<SurfaceIntersection> next() noexcept;

private:
    ShapeRef surface_;
    Line line_;
    double length_, upTo_;
    std::array<double, 2> passed_;  ///< for each side, up to where the intersections were returned
};

}  // namespace sat3d::SAT3D_ABI
