#pragma once

/// @file
/// The best plane to cut a part of a solid along.

#include "geometry/decomposition/solid_part.hpp"

#include <functional>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Tries the planes of faces along reflex edges, planes that halve their angle, and planes across the axes of
/// the model and of the hull's largest face, finer and finer around the best.
/// @param goOn  asked with the share of planes tried; false ends the search: nothing is found
[[nodiscard]] std::optional<Plane> bestCut(const SolidPart& part, const PartLimits& limits,
                                           const std::function<bool(double)>& goOn);

}  // namespace sat3d::inline SAT3D_ABI
