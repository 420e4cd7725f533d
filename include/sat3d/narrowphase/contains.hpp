#pragma once

/// @file
/// Is a point inside a shape? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_double3.hpp>

#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

namespace detail {
/// @param point  in the shape's frame
[[nodiscard]] SAT3D_API bool contains(ShapeRef shape, const glm::dvec3& point) noexcept;
[[nodiscard]] SAT3D_API glm::dvec3 toLocal(const Pose& pose, const glm::vec3& point) noexcept;
[[nodiscard]] SAT3D_API glm::dvec3 toLocal(const DPose& pose, const glm::dvec3& point) noexcept;
}  // namespace detail

/// Whether a point lies inside a shape. On the surface is not inside, as touching is not overlapping: a
/// Sphere of radius 0 there overlaps the shape exactly when this is true.
/// A Compound contains what one of its parts does. A solid TriangleMesh contains the points that it winds
/// round (decided exactly, by counting the triangles above the point), though a Sphere there overlaps it only
/// where it reaches the surface. Other surfaces contain nothing.
/// @param pointInWorld  finite; a NaN anywhere gives false
template <AnyShape S, class T>
[[nodiscard]] bool contains(const S& shape, const BasicPose<T>& pose,
                            const std::type_identity_t<glm::vec<3, T>>& pointInWorld) {
    return detail::contains(detail::ShapeRef(shape), detail::toLocal(pose, pointInWorld));
}

}  // namespace sat3d::inline SAT3D_ABI
