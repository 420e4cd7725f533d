#pragma once

/// Looking a file over before a parser that trusts it gets to see it.

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Extensions of the formats whose readers are checked against broken files. Sorted.
const std::vector<std::string>& vettedExtensions();

/// Looks the file over. An error where it would make the reader crash, hang or take memory out of proportion:
/// see docs/decisions/0006-import-security.md for what is looked at in which format.
std::optional<ImportError> vet(const std::filesystem::path& file, const std::string& bytes,
                               const ImportOptions& options);

/// What was thrown over the file, as an error: for use where it is caught.
ImportError caughtOver(const std::filesystem::path& file);

}  // namespace sat3d::inline SAT3D_ABI::importing
