#pragma once

/// @file
/// What must hold for points before they can become a hull, and the figures the builder starts from.

#include <sat3d/geometry/hull_builder.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// A cloud that encloses a volume.
struct HullInput {
    std::array<std::uint32_t, 4> simplex;  ///< four points far from lying in one plane
    double tolerance;                      ///< metres: for merging coplanar triangles; 0 for exact merging
};

/// Every check that HullError names, in the order of its codes from the simplest fault to the subtlest.
[[nodiscard]] Result<HullInput, HullError> examineInput(std::span<const glm::vec3> points,
                                                        const HullOptions& options);

}  // namespace sat3d::inline SAT3D_ABI
