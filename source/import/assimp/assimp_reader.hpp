#pragma once

/// Reads model files with Assimp. This header does not expose Assimp.

#include "import/files/deadline.hpp"
#include "import/files/sandboxed_folder.hpp"
#include "import/scene/scene.hpp"

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Reads the named file from memory. Files that it refers to are also in memory, or in the model's folder.
/// Only the readers registered for the extension of the name run, so a file cannot choose its parser by its
/// content. Post-processing of Assimp is off: see docs/decisions/0006-import-security.md.
/// @param file  path of the model, which determines the folder
/// Throws ValidationError.
Scene readWithAssimp(const std::filesystem::path& file, const std::string& name, const FilesInMemory& files,
                     const ImportOptions& options, const Deadline& deadline);

/// Returns the extensions of all readers: lower case, with dot, sorted.
const std::vector<std::string>& assimpExtensions();

/// Returns the version of the linked Assimp: "5.2.5".
std::string assimpVersion();

}  // namespace sat3d::SAT3D_ABI::importing
