#pragma once

/// @file
/// Small functions of vectors in the plane.

#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>
#include <hwy/base.h>

#include <cmath>

namespace sat3d::SAT3D_ABI {

/// The third component of the cross product: positive if v is counter-clockwise of u.
[[nodiscard]] inline double crossOf(const glm::dvec2& u, const glm::dvec2& v) noexcept {
    return u.x * v.y - u.y * v.x;
}
/// The vector turned by a quarter counter-clockwise.
[[nodiscard]] inline glm::dvec2 turnedLeft(const glm::dvec2& v) noexcept {
    return {-v.y, v.x};
}
/// The vector turned by a quarter clockwise: from the direction of a counter-clockwise edge to its outward
/// normal.
[[nodiscard]] inline glm::dvec2 turnedRight(const glm::dvec2& v) noexcept {
    return {v.y, -v.x};
}

/// A bound of the coordinates of a point: their absolute sum. Rounding is a fraction of it.
[[nodiscard]] inline double reachOf(const glm::dvec2& point) noexcept {
    return std::abs(point.x) + std::abs(point.y);
}

/// Rotates a vector. @param rotation  (cosine, sine)
[[nodiscard]] inline glm::dvec2 rotatedBy(const glm::dvec2& rotation, const glm::dvec2& v) noexcept {
    return {rotation.x * v.x - rotation.y * v.y, rotation.y * v.x + rotation.x * v.y};
}
/// Rotates a vector by the opposite angle.
[[nodiscard]] inline glm::dvec2 rotatedBack(const glm::dvec2& rotation, const glm::dvec2& v) noexcept {
    return {rotation.x * v.x + rotation.y * v.y, rotation.x * v.y - rotation.y * v.x};
}

/// Scales a rotation to unit length.
[[nodiscard]] HWY_INLINE glm::dvec2 unitRotation(const glm::dvec2& rotation) noexcept {
    // For a float rotation the series is exact to the last bit or two, and faster than root and division.
    const double excess = rotation.x * rotation.x + rotation.y * rotation.y - 1.0;
    const bool isSmall = std::abs(excess) < 1e-5;
    return (HWY_LIKELY(isSmall) ? 1.0 - excess * (0.5 - 0.375 * excess) : 1.0 / std::sqrt(1.0 + excess)) *
           rotation;
}

/// A point as a frame sees it.
[[nodiscard]] inline glm::dvec2 inFrame(const PlanarTransform& frame, const glm::dvec2& point) noexcept {
    return rotatedBack(frame.rotation, point - frame.position);
}

/// The pose of frame b in frame a, both given in a common frame.
[[nodiscard]] HWY_INLINE PlanarTransform relative(const PlanarTransform& a,
                                                  const PlanarTransform& b) noexcept {
    return {inFrame(a, b.position), rotatedBack(a.rotation, b.rotation)};
}

}  // namespace sat3d::SAT3D_ABI
