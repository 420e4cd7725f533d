#pragma once

/// The first bytes of baked files, which tell whether the others are worth reading.

#include <sat3d/shapes/baked_model.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

inline constexpr std::size_t kBakedHeaderBytes = 32;

/// What is wrong with a file that begins so, or nothing. The checksum is not looked at.
/// @param beginning  at least the header, or all there is
std::optional<BakedError> faultOfBakedHeader(std::span<const std::byte> beginning, std::uint64_t fileBytes);

}  // namespace sat3d::inline SAT3D_ABI::detail
