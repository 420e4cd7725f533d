#pragma once

/// @file
/// How sweeps end, in space and in the plane.

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// How a sweep ended.
enum class SweepStatus : std::uint8_t {
    Miss,            ///< the shapes do not overlap at any time of the step
    Hit,             ///< the shapes touch at `fraction` and would overlap after it
    InitialOverlap,  ///< the shapes overlap before the step: `normal` and `depth` are the minimum translation
    /// The search reached its iteration limit, which happens if rotating shapes pass each other closely. They
    /// do not overlap up to `fraction`, but need not touch there. Never for shapes that only translate.
    NotConverged,
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(SweepStatus status) noexcept;

}  // namespace sat3d::SAT3D_ABI
