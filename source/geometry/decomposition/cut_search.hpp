#pragma once

/// @file
/// Search for the best plane to cut a part of a solid.

#include "geometry/decomposition/solid_part.hpp"

#include <functional>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// Finds the plane with the lowest score. Candidates are the planes of the faces at reflex edges, planes that
/// bisect the angle at these edges, and planes normal to the axes of the model and of the hull's largest
/// face. The position of the best plane is then refined. Returns nothing if no plane cuts the part, or if the
/// search is canceled.
/// @param goOn  called with the fraction of planes tested; false cancels the search
[[nodiscard]] std::optional<Plane> bestCut(const SolidPart& part, const PartLimits& limits,
                                           const std::function<bool(double)>& goOn);

}  // namespace sat3d::SAT3D_ABI
