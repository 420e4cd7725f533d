#pragma once

// Materials of the C interface.

#include <sat3d/response/material.hpp>

#include <cstdint>
#include <sat3d.h>
#include <span>

namespace sat3d::c {

[[nodiscard]] s3_material materialOf(const Material& material) noexcept;
/// @param given  with rules that checkRules() accepts
[[nodiscard]] Material materialOf(const s3_material& given) noexcept;

/// S3_OK, or the fault of rules for friction and restitution.
[[nodiscard]] s3_status checkRules(std::uint32_t friction, std::uint32_t restitution) noexcept;
/// S3_OK, or the first fault of a list of pairs.
[[nodiscard]] s3_status checkPairs(std::span<const MaterialPair> pairs) noexcept;

}  // namespace sat3d::c
