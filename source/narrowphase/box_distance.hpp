#pragma once

/// @file
/// Distances from boxes by closed forms.

#include "narrowphase/core_distance.hpp"
#include "narrowphase/core_sat.hpp"
#include "narrowphase/core_shape.hpp"

#include <sat3d/core/config.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// coreDistance of a point or a segment and a box.
/// @param touching  cores nearer than this count as overlapping, metres
[[nodiscard]] CoreDistance segmentAndBox(const CoreShape& segment, const CoreShape& box,
                                         double touching) noexcept;

/// coreDistance of two boxes that are apart, where the features of an axis lead to points that are as near as
/// some axis proves; else nothing.
/// @param axis  that separates, the nearer to the way between the boxes the better
[[nodiscard]] std::optional<CoreDistance> boxDistance(const CoreShape& a, const CoreShape& b,
                                                      const CoreAxis& axis) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
