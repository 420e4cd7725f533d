#pragma once

/// Reads the model file.

#include "core/checksum.hpp"
#include "core/files/utf8_path.hpp"

#include <sat3d/core/result.hpp>
#include <sat3d/import/import.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

/// Returns an error about the file: one line that begins with the path as given.
/// @param node  name of the node at fault; empty if the error is not about one node
inline Unexpected<ImportError> failure(ImportError::Code code, const std::filesystem::path& file,
                                       const std::string& message, std::string node = {}) {
    return {ImportError{code, utf8(file) + ": " + message, file, std::move(node), {}}};
}

/// Returns the extension in lower case, with its dot.
std::string lowerExtension(const std::filesystem::path& file);

inline std::uint64_t checksumOf(const std::string& bytes) {
    return checksum(std::as_bytes(std::span(bytes)));
}

/// Returns all bytes of a regular file of at most maxBytes.
Result<std::string, ImportError> readBytes(const std::filesystem::path& file, std::uint64_t maxBytes);

}  // namespace sat3d::SAT3D_ABI::importing
