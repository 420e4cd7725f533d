#pragma once

/// From a scene to the collision model: which nodes collide, for which meshes, and what the report says.

#include "import/deadline.hpp"
#include "import/scene.hpp"

#include <sat3d/import/import.hpp>

namespace sat3d::inline SAT3D_ABI::importing {

Result<ImportedModel, ImportError> buildModel(const Scene& scene, const std::filesystem::path& file,
                                              const ImportOptions& options, const Deadline& deadline);

}  // namespace sat3d::inline SAT3D_ABI::importing
