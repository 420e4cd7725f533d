#pragma once

/// Model files by way of Assimp. Nothing of Assimp shows here.

#include "import/deadline.hpp"
#include "import/scene.hpp"

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Reads `bytes` as the content of `file`; files it refers to come from the same folder.
/// Only the readers registered for the file's extension are asked, never one that recognises the content:
/// a file cannot choose its parser. Assimp's post-processing stays off altogether - see docs/importing.md.
Result<Scene, ImportError> readWithAssimp(const std::filesystem::path& file, const std::string& bytes,
                                          const ImportOptions& options, const Deadline& deadline);

/// All extensions that some reader takes: lower case, with dot, sorted.
const std::vector<std::string>& assimpExtensions();

}  // namespace sat3d::inline SAT3D_ABI::importing
