#pragma once

/// Looking a file over before a parser that trusts it gets to see it.

#include "import/gltf_extras.hpp"

#include <sat3d/core/result.hpp>
#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Extensions of the formats whose readers are checked against broken files.
const std::vector<std::string>& vettedExtensions();

/// A file fit to be read.
struct Vetted {
    std::string
        bytes;  ///< to hand to the reader: those of the file, or less where parts of it serve no collision
    GltfExtras gltf;  ///< of a glTF, what the reader does not get to see
};

/// Looks the file over. Errors
/// where the file would make the reader crash, hang or take memory out of proportion: see
/// docs/decisions/0006-import-security.md for what is looked at in which format.
Result<Vetted, ImportError> vet(const std::filesystem::path& file, std::string bytes,
                                const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
