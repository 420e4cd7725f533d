#pragma once

/// @file
/// Rigid poses and motions in the plane.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>

namespace sat3d::SAT3D_ABI {

/// Position and orientation of a shape in the plane. A pose maps points from the shape's local frame to the
/// world: it rotates first, then translates.
/// @code
/// sat3d::PlanarPose crate{{3.0f, 1.0f}, glm::vec2(sat3d::planarRotation(0.5))};
/// glm::vec2 corner = crate * glm::vec2(0.5f, 0.5f);  // a point: local to world
/// @endcode
/// The rotation must have unit length: queries assert it to 1e-3 and normalize in double. DPlanarPose is for
/// worlds in which float positions are too coarse; every query takes both.
template <class T>
struct BasicPlanarPose {
    glm::vec<2, T> position{T(0)};        ///< meters
    glm::vec<2, T> rotation{T(1), T(0)};  ///< (cosine, sine) of the angle, counter-clockwise, local to world

    /// Maps a local point to the world, like `pose * point`.
    [[nodiscard]] glm::vec<2, T> transformPoint(const glm::vec<2, T>& point) const {
        return position + transformDirection(point);
    }
    /// Maps a local direction to the world: rotates it, without translation.
    [[nodiscard]] glm::vec<2, T> transformDirection(const glm::vec<2, T>& direction) const {
        return {rotation.x * direction.x - rotation.y * direction.y,
                rotation.y * direction.x + rotation.x * direction.y};
    }
    /// Returns the inverse pose, which maps the world to local.
    [[nodiscard]] BasicPlanarPose inverse() const {
        const BasicPlanarPose back{glm::vec<2, T>(T(0)), {rotation.x, -rotation.y}};
        return {back.transformDirection(-position), back.rotation};
    }
    /// Maps a local point to the world, like transformPoint(). For directions use transformDirection().
    [[nodiscard]] friend glm::vec<2, T> operator*(const BasicPlanarPose& pose, const glm::vec<2, T>& point) {
        return pose.transformPoint(point);
    }
    /// Composition: applies `right` first, so (a * b) * point == a * (b * point) up to rounding.
    [[nodiscard]] friend BasicPlanarPose operator*(const BasicPlanarPose& left,
                                                   const BasicPlanarPose& right) {
        return {left.transformPoint(right.position), left.transformDirection(right.rotation)};
    }

    friend bool operator==(const BasicPlanarPose&, const BasicPlanarPose&) = default;
};

using PlanarPose = BasicPlanarPose<float>;
using DPlanarPose = BasicPlanarPose<double>;

/// Rigid transformation of the plane in double: pointInA = rotation * pointInB + translation, where the
/// rotation is a (cosine, sine).
using PlanarTransform = DPlanarPose;

/// Cosine and sine of an angle, as the rotation of a pose. Gives the same bits on every platform, unlike a
/// computation with std::sin.
/// @param radians  counter-clockwise, finite
[[nodiscard]] SAT3D_API glm::dvec2 planarRotation(double radians) noexcept;
/// Angle of a rotation, the inverse of planarRotation(). The same bits on every platform, too.
/// @param rotation  (cosine, sine), of unit length
/// @return radians, counter-clockwise, from -pi to pi
[[nodiscard]] SAT3D_API double planarAngle(const glm::dvec2& rotation) noexcept;

/// Converts a pose to a transformation from local to world, in double, with the rotation normalized.
/// @param pose  with a unit rotation (asserted)
[[nodiscard]] SAT3D_API PlanarTransform localToWorld(const PlanarPose& pose) noexcept;
[[nodiscard]] SAT3D_API PlanarTransform localToWorld(const DPlanarPose& pose) noexcept;

/// Constant linear and angular motion over one step.
struct PlanarMotion {
    glm::vec2 translation{0.0f};  ///< displacement of the center: meters, world frame
    float angle = 0.0f;           ///< radians, counter-clockwise; any angle
    glm::vec2 localCenter{0.0f};  ///< point that the shape rotates about, such as its centroid: local frame
};

/// Pose of a body after a fraction of its motion.
/// @param fraction  0 at the start, 1 at the end of the step; other values extrapolate
[[nodiscard]] SAT3D_API PlanarPose poseAtFraction(const PlanarPose& pose, const PlanarMotion& motion,
                                                  double fraction) noexcept;
[[nodiscard]] SAT3D_API DPlanarPose poseAtFraction(const DPlanarPose& pose, const PlanarMotion& motion,
                                                   double fraction) noexcept;

}  // namespace sat3d::SAT3D_ABI
