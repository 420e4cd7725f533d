#pragma once

/// @file
/// Validation of the input of buildHull().

#include <sat3d/geometry/hull_builder.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Noise of coordinates, as a fraction of the largest. Rounding to float moves a point by up to 2^-24 of its
/// largest coordinate on each axis. Planes through rounded points deviate by a few times as much.
inline constexpr double kFloatNoise = 0x1p-22;

/// Start values of the algorithm for valid points.
struct HullInput {
    std::array<std::uint32_t, 4> simplex;  ///< four points that are far from coplanar
    double radius;  ///< meters: largest distance of a point from the middle of the bounding box
};

/// Validates options and points. Returns the first error that is found.
[[nodiscard]] Result<HullInput, HullError> checkHullInput(std::span<const glm::vec3> points,
                                                          const HullOptions& options);

}  // namespace sat3d::SAT3D_ABI
