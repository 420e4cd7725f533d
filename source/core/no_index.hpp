#pragma once

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// Index that stands for no element.
inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

}  // namespace sat3d::SAT3D_ABI
