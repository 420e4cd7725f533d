#pragma once

/// @file
/// Fewer parts of a solid.

#include "geometry/decomposition/solid_part.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Merges pairs, those whose hull adds least volume first: as long as what comes out is convex within the
/// limits, and in any case until no more than `most` are left.
/// @param goOn  asked between steps with the share of the work done; false stops the work where it is
void mergeParts(std::vector<SolidPart>& parts, std::size_t most, const PartLimits& limits,
                const std::function<bool(double)>& goOn);

}  // namespace sat3d::inline SAT3D_ABI
