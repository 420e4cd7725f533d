#pragma once

/// Conversion of a scene to a collision model.

#include "import/files/deadline.hpp"
#include "import/scene/scene.hpp"

#include <sat3d/import/import.hpp>

namespace sat3d::SAT3D_ABI::importing {

/// Builds the bodies of all nodes and the report. Errors: LimitExceeded, Canceled, NoColliders.
/// @param file  path of the model, for its name and for messages
Result<ImportedModel, ImportError> buildModel(const Scene& scene, const std::filesystem::path& file,
                                              const ImportOptions& options, const Deadline& deadline);

}  // namespace sat3d::SAT3D_ABI::importing
