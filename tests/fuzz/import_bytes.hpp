#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sat3d::test {

/// Imports bytes as a file with the extension. Aborts unless the result is an error with a message, or a
/// model that every query and the baked format accept. Not thread-safe.
/// @return whether the bytes were a model
bool importBytes(const std::string& extension, std::span<const std::uint8_t> bytes);

}  // namespace sat3d::test
