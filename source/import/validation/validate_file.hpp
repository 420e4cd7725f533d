#pragma once

/// Checks of a file before Assimp reads it, because Assimp trusts its input.

#include "import/validation/names_of_mesh_nodes.hpp"

#include <sat3d/import/import.hpp>

#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the extensions of the validated formats, sorted.
const std::vector<std::string>& extensionsWithValidator();

/// Checks a file that is not glTF. Throws ValidationError if Assimp would crash, loop or allocate without
/// bound. docs/decisions/0006-import-security.md lists the checks of each format.
FileFindings validateFile(const std::string& extension, const std::string& bytes,
                          const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
