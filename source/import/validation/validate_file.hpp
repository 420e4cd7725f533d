#pragma once

/// Checks of a file before Assimp reads it, because Assimp trusts its input.

#include "import/files/validation_error.hpp"
#include "import/validation/names_of_mesh_nodes.hpp"

#include <sat3d/import/import.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the extensions of the validated formats, sorted.
const std::vector<std::string>& extensionsWithValidator();

/// Checks a file that is not glTF. Throws ValidationError if Assimp would crash, loop or allocate without
/// bound. docs/decisions/0006-import-security.md lists the checks of each format.
FileFindings validateFile(const std::string& extension, const std::string& bytes,
                          const ImportOptions& options);

/// Checks that the header is complete, states no more data than the file has, lists vertices, and has each
/// list once.
void validatePly(std::string_view bytes);

/// Checks that tags are complete and nest within the limit of nodes, that index lists contain only numbers,
/// that accessors stay inside their arrays, and that instances of nodes form no cycle and stay within
/// maxNodes.
FileFindings validateCollada(std::string_view bytes, const ImportOptions& options);

/// Checks that records and sections nest correctly and within the limit, that arrays unpack to a limited
/// size, and that models form no cycle.
FileFindings validateFbx(std::string_view bytes, const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
