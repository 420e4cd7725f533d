#pragma once

/// @file
/// From space to the plane: what a shape covers, seen from above. For minimaps and placement.

#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// Axes of a plane in space, through the origin. Seen from above, `x` turns counter-clockwise to `y`.
struct PlaneAxes {
    glm::dvec3 x{1.0, 0.0, 0.0};
    glm::dvec3 y{0.0, 1.0, 0.0};
    glm::dvec3 up{0.0, 0.0, 1.0};

    /// Returns the coordinates in the plane of a point or a direction.
    [[nodiscard]] glm::dvec2 toPlane(const glm::dvec3& v) const {
        return {x.x * v.x + x.y * v.y + x.z * v.z, y.x * v.x + y.y * v.y + y.z * v.z};
    }
    /// Returns the point of the plane in space.
    [[nodiscard]] glm::dvec3 toSpace(const glm::dvec2& p) const { return p.x * x + p.y * y; }
};

/// Returns the axes of the plane for an up direction. Up along z gives (x, y), up along y gives (x, -z), and
/// up along x gives (y, z). Otherwise the plane's x is the x axis of space, or its y axis if `up` is within
/// 26 degrees of x, made perpendicular to `up`.
/// @param up  finite, of any length except 0 (asserted)
[[nodiscard]] SAT3D_API PlaneAxes planeAxes(const glm::vec3& up) noexcept;

/// Computes the footprint of a shape: its shadow on the plane when light falls straight down.
///
///     auto onMap = sat3d::footprint(tank, tankPose, {0, 1, 0});
///     if (onMap && contains(*onMap, PlanarPose{}, cursorOnMap)) select(tank);
///
/// A sphere gives a Circle, a capsule a PlanarCapsule, a box, hull or mesh the ConvexPolygon around its
/// shadow (for a concave mesh this is more than the shadow), a height field that around its own box, a
/// Compound the PlanarCompound of its children's footprints. What has no area gives a PlanarSegment, or a
/// Circle of radius 0. A wall (a half-space with a normal in the plane, to 1e-6) gives a HalfPlane; any other
/// half-space covers the whole plane, which is the error Empty: its footprint has no border.
/// @param pose  finite, with a unit rotation (asserted)
/// @param up    finite, of any length except 0 (asserted)
/// @return the shape in the coordinates of planeAxes(up), or the error
/// @note  O(n log n) for n vertices. Allocates: for shapes that only turn about `up`, compute the footprint
/// once with the pose Pose{}, and move it by planarPoseOf().
[[nodiscard]] SAT3D_API Result<PlanarShape, ShapeError> footprint(ShapeRef shape, const Pose& pose,
                                                                  const glm::vec3& up);

/// Returns the pose in the plane of a body: its position, and its heading, which is the rotation about `up`
/// in it. For a body that only turns about `up`, the footprint at this pose is exact.
/// @param pose  finite, with a unit rotation (asserted)
/// @param up    finite, of any length except 0 (asserted)
[[nodiscard]] SAT3D_API PlanarPose planarPoseOf(const Pose& pose, const glm::vec3& up) noexcept;

}  // namespace sat3d::SAT3D_ABI
