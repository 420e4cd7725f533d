#pragma once

/// @file
/// A core shape on a straight way to another.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

struct CoreHit {
    double fraction = 0.0;
    Separation contact;  ///< with points on both surfaces, where B is at the fraction
};

/// When B, moving by `motion`, meets A; nothing when it passes or only touches.
/// @param start  the separation before the motion, not negative: its normal stands where nearest points are
///               too close to tell one
[[nodiscard]] std::optional<CoreHit> coreSweep(const CoreShape& a, const CoreShape& b,
                                               const glm::dvec3& motion, const Separation& start) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
