#pragma once

/// @file
/// Rules of materials in hashes and snapshots.

#include "world/state_stream.hpp"

#include <sat3d/response/material.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// Passes a rule of combination, and the id of a material. An id of 0 takes no space.
inline void visitRule(StateStream& stream, std::optional<CombineMode>& rule, std::uint32_t& id) {
    constexpr std::uint8_t kHasId = 0x80;
    auto number =
        static_cast<std::uint8_t>((rule ? static_cast<int>(*rule) + 1 : 0) | (id != 0 ? kHasId : 0));
    stream(number);
    if ((number & kHasId) != 0) {
        stream(id);
    }
    number = static_cast<std::uint8_t>(number & ~kHasId);
    rule = number > 0 ? std::optional(static_cast<CombineMode>(number - 1)) : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
