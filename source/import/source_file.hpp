#pragma once

/// The model file itself: is it there, may it be read, and its bytes.

#include <sat3d/core/result.hpp>
#include <sat3d/import/import.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// An error about the file, in one line that begins with its path as it was given.
inline Unexpected<ImportError> failure(ImportError::Code code, const std::filesystem::path& file,
                                       std::string message) {
    return {ImportError{code, file.string() + ": " + std::move(message), file, {}}};
}

/// The extension in lower case, with its dot.
std::string lowerExtension(const std::filesystem::path& file);

/// All bytes of a regular file of at most maxBytes.
Result<std::string, ImportError> readBytes(const std::filesystem::path& file, std::uint64_t maxBytes);

}  // namespace sat3d::inline SAT3D_ABI::importing
