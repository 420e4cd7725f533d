#pragma once

/// Units and axes: from the numbers in a file to metres and the up-axis the user asked for.

#include "import/scene.hpp"

#include <sat3d/import/import.hpp>

#include <glm/ext/matrix_double4x4.hpp>

#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct Frame {
    glm::dmat4 worldToModel{1.0};  ///< from the scene's world, root transform included, to the result's frame
    double metresPerUnit = 1.0;
    std::string unitSource;
    UpAxis sourceUp = UpAxis::Y;
    std::string upSource;
    std::vector<std::string> notes;
};

/// Where the file says its unit and axes, the readers disagree on who applies them: some leave it to us, some
/// put it into the root node, and that has changed between their versions. So the root node's matrix is
/// compared with what the file declares, and only the rest is applied.
Frame resolveFrame(const Scene& scene, const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
