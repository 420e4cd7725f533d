#pragma once

/// Imports in a process of their own.

#include <sat3d/import/import.hpp>

#include <filesystem>

namespace sat3d::inline SAT3D_ABI::importing {

/// loadModel, done by a worker. @pre options.isolation, and options that are in range
Result<ImportedModel, ImportError> loadInWorker(const std::filesystem::path& file,
                                                const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
