#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sat3d::test {

/// Imports bytes as a file with the extension. Ends the program where what comes back is neither an error
/// with a message nor a model that every query and the baked format take. Not for several threads.
/// @return whether they were a model
bool importBytes(const std::string& extension, std::span<const std::uint8_t> bytes);

}  // namespace sat3d::test
