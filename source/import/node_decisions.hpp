#pragma once

/// What each node of a scene is to collision: by what the file declares, else by name.

#include "import/naming.hpp"
#include "import/scene.hpp"

#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// The names of all nodes; where one with a mesh has none, its mesh's or the file's.
std::vector<NamedNode> namedNodes(const Scene& scene, const std::string& fileStem);

/// One for each node. Where the file declares colliders, they alone collide, and names say nothing.
std::vector<NameDecision> decisionsOf(const Scene& scene, const std::vector<NamedNode>& names,
                                      const ImportOptions& options);

/// Whether an extension says it, and no name.
bool isDeclaredRule(NameRule rule);

}  // namespace sat3d::inline SAT3D_ABI::importing
