#include "import/model/node_states.hpp"

#include "core/format_numbers.hpp"
#include "import/bodies/declared_bodies.hpp"
#include "import/model/model_joints.hpp"
#include "import/names/name_effect.hpp"
#include "import/report/node_summary.hpp"
#include "import/scene/node_transforms.hpp"
#include "import/scene/units_and_axes.hpp"

#include <sat3d/import/import.hpp>

#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

void note(const NodeState& node, const std::string& text, ImportedModel& model) {
    model.report.notes.push_back("node \"" + node.name + "\"" + text);
}

/// Adds all nodes except helpers to the model.
void addModelNodes(const Scene& scene, std::vector<NodeState>& states, ImportedModel& model) {
    for (std::size_t k = 0; k < states.size(); ++k) {
        const Node& node = scene.nodes[k];
        NodeState& state = states[k];
        if (node.parent != Node::kNoParent) {
            state.modelNode = states[node.parent].modelNode;
        }
        if (!node.isHelper || !node.meshes.empty()) {
            model.nodes.push_back({state.name, state.modelNode, restPoseOf(state.toModel), node.properties});
            state.modelNode = static_cast<std::uint32_t>(model.nodes.size() - 1);
        }
    }
}

void addRigidBodies(const Scene& scene, std::vector<NodeState>& states, ImportedModel& model) {
    for (std::size_t k = 0; k < states.size(); ++k) {
        const Node& node = scene.nodes[k];
        NodeState& state = states[k];
        if (node.parent != Node::kNoParent) {
            state.rigidBody = states[node.parent].rigidBody;
        }
        if (!node.physics.rigidBody) {
            continue;
        }
        if (auto body = inModel(*node.physics.rigidBody, state.toModel, model.report.metersPerUnit)) {
            body->node = *state.modelNode;
            state.rigidBody = static_cast<std::uint32_t>(model.rigidBodies.size());
            model.rigidBodies.push_back(*body);
        } else {
            note(
                state,
                ": its motion is left out, because its values are too large in the model's frame. Check them "
                "and the node's scale",
                model);
        }
    }
}

/// Adds a note on vertices that no face uses. Applies to PLY files only: the readers of OBJ, FBX, Collada and
/// STL deliver a vertex for each corner of a face, and primitives of glTF files share vertices.
void noteUnusedVertices(const Scene& scene, std::uint32_t k, const NodeState& state, ImportedModel& model) {
    for (const std::uint32_t mesh : scene.nodes[k].meshes) {
        const std::size_t unused = unusedVertices(scene.meshes[mesh]);
        if (scene.format == Format::Ply && unused > 0 && !scene.meshes[mesh].indices.empty()) {
            note(state,
                 " has " + formatCount(unused, "vertex", "vertices") +
                     " that no face uses: ignored here, but worth deleting",
                 model);
        }
    }
}

/// Starts the report lines of all nodes, so that an error also reports the nodes that were not built. Adds
/// the notes on nodes without a report line.
void startReports(const Scene& scene, UnnamedMeshes unnamedMeshes, std::vector<NodeState>& states,
                  ImportedModel& model) {
    std::size_t unnamed = 0;
    for (std::uint32_t k = 0; k < states.size(); ++k) {
        NodeState& state = states[k];
        unnamed += state.role.isLeftOut;
        if (!scene.physics.hasColliders) {
            for (const std::string& fault : scene.nodes[k].physics.faults) {
                note(state, ": " + fault, model);
            }
        }
        if (state.isReported) {
            state.report.name = state.name;
            state.report.node = *state.modelNode;
            state.report.path = pathOf(scene, k);
            state.report.source = state.role.source;
            state.report.role = state.role.role;
            noteUnusedVertices(scene, k, state, model);
        } else if (!scene.nodes[k].isInstanced && state.role.role != NodeRole::Dropped &&
                   asksForBody(state.role.source)) {
            note(state,
                 " has no mesh: " + std::string(toString(state.role.source)) +
                     " gives no body there. Put the name on the mesh object",
                 model);
        }
    }
    if (unnamed > 0) {
        model.report.notes.push_back(unnamedNote(unnamed, unnamedMeshes, scene.physics.hasColliders));
    }
}

}  // namespace

std::vector<NodeState> nodeStates(const Scene& scene, const std::string& fileStem,
                                  const ImportOptions& options, ImportedModel& model) {
    const glm::dmat4 worldToModel = resolveUnitsAndAxes(scene, options, model.report);
    const std::vector<glm::dmat4> world = worldMatrices(scene);
    std::vector<NamedNode> names = namedNodes(scene, fileStem);
    std::vector<NodeRoleByName> roles = nodeRoles(scene, names, options);
    std::vector<NodeState> states;
    for (std::size_t k = 0; k < scene.nodes.size(); ++k) {
        const bool isReported = !scene.nodes[k].meshes.empty() || isDeclared(roles[k].source);
        states.push_back({.name = std::move(names[k].name),
                          .role = std::move(roles[k]),
                          .isReported = isReported,
                          .toModel = worldToModel * world[k]});
    }
    addModelNodes(scene, states, model);
    addRigidBodies(scene, states, model);
    addJoints(scene, states, model);
    startReports(scene, options.unnamedMeshes, states, model);
    return states;
}

}  // namespace sat3d::SAT3D_ABI::importing
