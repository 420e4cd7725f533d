#pragma once

/// Decisions about all nodes of a scene, made before any body is built.

#include "import/names/node_roles.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct NodeState {
    std::string name;
    NodeRoleByName role;
    bool isReported;     ///< the node has a line in the report
    glm::dmat4 toModel;  ///< transform from the node's frame to the model's frame
    std::optional<std::uint32_t> modelNode = std::nullopt;  ///< a helper has the model node of its parent
    std::optional<std::uint32_t> rigidBody = std::nullopt;  ///< the nearest rigid body at or above the node
    std::vector<std::string> collisionMeshes = {};          ///< names of collision meshes that gave it bodies
    NodeReport report = {};
};

/// Returns the states of all nodes, and adds the nodes, the rigid bodies, unit and axes, and notes to the
/// model.
std::vector<NodeState> nodeStates(const Scene& scene, const std::string& fileStem,
                                  const ImportOptions& options, ImportedModel& model);

}  // namespace sat3d::SAT3D_ABI::importing
