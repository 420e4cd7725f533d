#pragma once

/// @file
/// Merging of the parts of a solid.

#include "geometry/decomposition/solid_part.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Merges pairs of parts, the pair whose common hull adds the least volume first. Merges while the result is
/// convex within the limits, and in any case until at most `maxParts` remain.
/// @param goOn  called between steps with the fraction of the work done; false stops the merging
void mergeParts(std::vector<SolidPart>& parts, std::size_t maxParts, const PartLimits& limits,
                const std::function<bool(double)>& goOn);

}  // namespace sat3d::inline SAT3D_ABI
