#pragma once

/// @file
/// Merging of the parts of a solid.

#include "geometry/decomposition/solid_part.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Merges pairs of parts. The pair whose common hull adds the least volume comes first. A pair is merged if
/// the result is convex within the limits, or if more than `maxParts` parts remain.
/// Returns whether the limit forced a merge whose result is not convex.
/// @param goOn  called between steps with the fraction of the work done; false stops the merging
bool mergeParts(std::vector<SolidPart>& parts, std::size_t maxParts, const PartLimits& limits,
                const std::function<bool(double)>& goOn);

}  // namespace sat3d::SAT3D_ABI
