#pragma once

/// @file
/// The up axis of a frame.

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// Up axis of a model's frame or of a world (right-handed in both cases).
enum class UpAxis : std::uint8_t { Y, Z };
/// Returns the name of the enumerator: "Y".
[[nodiscard]] SAT3D_API std::string_view toString(UpAxis axis) noexcept;

}  // namespace sat3d::SAT3D_ABI
