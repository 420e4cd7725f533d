#pragma once

/// Joints that a file declares.

#include "import/model/node_states.hpp"
#include "import/scene/scene.hpp"

#include <sat3d/import/import.hpp>

#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Adds the joints of all nodes to the model, and a note on each. After the rigid bodies.
void addJoints(const Scene& scene, const std::vector<NodeState>& states, ImportedModel& model);

}  // namespace sat3d::SAT3D_ABI::importing
