#pragma once

/// Unit and axes of a file.

#include "import/scene/scene.hpp"

#include <sat3d/import/import.hpp>

#include <glm/ext/matrix_double4x4.hpp>

namespace sat3d::inline SAT3D_ABI::importing {

/// Determines the unit and the axes for the report. Returns the transform from the scene's world to the frame
/// of the model. Some readers apply the declared unit and axes to the root node and others do not, depending
/// on their version. So this compares the matrix of the root node with the declaration and applies only the
/// rest.
glm::dmat4 resolveUnitsAndAxes(const Scene& scene, const ImportOptions& options, ImportReport& report);

}  // namespace sat3d::inline SAT3D_ABI::importing
