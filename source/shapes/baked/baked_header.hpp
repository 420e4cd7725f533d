#pragma once

/// Header of baked files: checked before the rest is read.

#include <sat3d/shapes/baked_model.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

inline constexpr std::size_t kBakedHeaderBytes = 32;

/// Returns the error of a file with this beginning, if any. Does not test the checksum.
/// @param beginning  at least the header, or the whole file if it is shorter
std::optional<BakedError> faultOfBakedHeader(std::span<const std::byte> beginning, std::uint64_t fileBytes);

}  // namespace sat3d::SAT3D_ABI
