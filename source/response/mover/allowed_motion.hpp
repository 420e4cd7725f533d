#pragma once

/// @file
/// Motions that planes allow: how objects slide along what they touch.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Allows the translations x with dot(normal, x) >= least.
template <class Vector>
struct MotionLimit {
    Vector normal{0.0};  ///< unit, away from the obstacle
    double least = 0.0;  ///< meters: above 0, the object must move away
};

/// Returns the translation nearest to a wanted one that all limits allow, or nothing if they contradict each
/// other. Exact up to rounding, also in wedges.
/// @note  O(n^4) at worst for n limits, if they contradict each other. Tries the sets of up to three limits
/// that can hold at the nearest point, and takes the first with multipliers of the right sign that all others
/// allow. There is only one, because the problem is strictly convex (Karush, Kuhn, Tucker).
/// @tparam Vector  glm::dvec3, or glm::dvec2 in the plane, where two limits meet in a point
template <class Vector>
[[nodiscard]] std::optional<Vector> nearestAllowed(
    std::type_identity_t<std::span<const MotionLimit<Vector>>> limits, const Vector& wanted) noexcept;

}  // namespace sat3d::SAT3D_ABI
