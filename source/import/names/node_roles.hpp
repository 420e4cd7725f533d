#pragma once

/// Roles of a scene's nodes, from declared colliders or from names.

#include "import/names/name_rules.hpp"
#include "import/scene/scene.hpp"

#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the names of all nodes. A node with a mesh but without a name has the name of its mesh or file.
std::vector<NamedNode> namedNodes(const Scene& scene, const std::string& fileStem);

/// Returns the role of each node. If the file declares colliders, only these collide and names have no
/// effect.
std::vector<NodeRoleByName> nodeRoles(const Scene& scene, const std::vector<NamedNode>& names,
                                      const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
