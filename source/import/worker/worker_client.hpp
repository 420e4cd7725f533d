#pragma once

/// Imports in a worker process.

#include <sat3d/import/import.hpp>

#include <filesystem>

namespace sat3d::SAT3D_ABI::importing {

/// Runs loadModel in a worker. @pre options.isolation is set and the options are valid
Result<ImportedModel, ImportError> loadInWorker(const std::filesystem::path& file,
                                                const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
