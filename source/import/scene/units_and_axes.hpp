#pragma once

/// Unit and axes of a file.

#include "import/scene/scene.hpp"

#include <sat3d/import/import.hpp>

#include <glm/ext/matrix_double4x4.hpp>

namespace sat3d::SAT3D_ABI::importing {

/// Determines the unit and the axes for the report. Returns the transform from the scene's world to the frame
/// of the model. Some readers of Assimp, in some versions, write the conversion of the declared unit and axes
/// into the matrix of the root node. This function compares that matrix with the declaration, and returns the
/// missing part of the conversion.
glm::dmat4 resolveUnitsAndAxes(const Scene& scene, const ImportOptions& options, ImportReport& report);

}  // namespace sat3d::SAT3D_ABI::importing
