#include "import/model/node_states.hpp"

#include "core/format_numbers.hpp"
#include "import/bodies/declared_bodies.hpp"
#include "import/names/name_effect.hpp"
#include "import/report/node_summary.hpp"
#include "import/scene/node_transforms.hpp"
#include "import/scene/scene.hpp"
#include "import/scene/units_and_axes.hpp"
#include "math/is_finite.hpp"

#include <sat3d/import/import.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

[[nodiscard]] bool isLocked(const ModelJointRange& range) {
    return range.lower == 0.0f && range.upper == 0.0f;
}
[[nodiscard]] ModelJointRange scaled(const ModelJointRange& range, float by) {
    return {range.lower * by, range.upper * by};
}
[[nodiscard]] ModelJointRange negated(const ModelJointRange& range) {
    return {0.0f - range.upper, 0.0f - range.lower};  // no -0
}

/// The usual name of what a joint does.
std::string kindOf(const ModelJoint& joint) {
    const auto free =
        std::ranges::count_if(joint.offsets, [](const auto& range) { return !isLocked(range); });
    const bool turns = !isLocked(joint.twist) || joint.maxSwing > 0.0f;
    if (free == 0) {
        return !turns                   ? "is fixed to "
               : joint.maxSwing == 0.0f ? "is a hinge with "
                                        : "is a ball joint with ";
    }
    return !turns && free == 1 ? "is a slider on " : "is joined with ";
}

/// Lets A and B change places. Returns false if no joint of sat3d is the same from the other side.
bool turnRound(ModelJoint& joint) {
    const bool isFixed = std::ranges::all_of(joint.offsets, isLocked);
    const bool isFree =
        std::ranges::all_of(joint.offsets, [](const auto& range) { return range == ModelJointRange{}; });
    const bool turns = !isLocked(joint.twist) || joint.maxSwing > 0.0f;
    if (!isFixed && !isFree && turns) {
        return false;
    }
    std::swap(joint.nodeA, joint.nodeB);
    std::swap(joint.frameA, joint.frameB);
    std::ranges::transform(joint.offsets, joint.offsets.begin(), negated);
    joint.twist = negated(joint.twist);
    return true;
}

class JointBuilder {
public:
    JointBuilder(const Scene& scene, const std::vector<NodeState>& states, ImportedModel& model)
        : scene_(scene), states_(states), model_(model) {}

    void add(std::uint32_t k) {
        const DeclaredJoint& declared = *scene_.nodes[k].physics.joint;
        const std::uint32_t connected = declared.connectedNode;
        if (connected == Node::kNoParent) {
            return leaveOut(k, "the node that it is joined with is not in the scene. Move it there");
        }
        const NodeState &a = states_[k], &b = states_[connected];
        if (!a.modelNode || !b.modelNode) {
            return leaveOut(k, "one of its nodes is a helper of the exporter");
        }
        if (!a.rigidBody && !b.rigidBody) {
            return leaveOut(k, "neither of its nodes moves. Give one of them or a parent a \"motion\"");
        }
        if (a.rigidBody == b.rigidBody) {
            return leaveOut(k, "both nodes belong to the same rigid body. Join it with another one");
        }
        ModelJoint joint = declared.joint;
        joint.name = a.name;
        joint.nodeA = *a.modelNode, joint.nodeB = *b.modelNode;
        joint.frameA = frameOf(a, declared), joint.frameB = frameOf(b, declared);
        const auto unit = static_cast<float>(model_.report.metersPerUnit);
        for (ModelJointRange& range : joint.offsets) {
            range = scaled(range, unit);
        }
        joint.distance = scaled(joint.distance, unit);
        if (!b.rigidBody && !turnRound(joint)) {
            return leaveOut(
                k,
                "it slides and turns, and the node that it is joined with stands still. Declare the joint "
                "on that node");
        }
        joint.rigidBodyA = b.rigidBody ? a.rigidBody : std::nullopt;
        joint.rigidBodyB = b.rigidBody ? *b.rigidBody : *a.rigidBody;
        if (!isFinite(joint.frameA.position) || !isFinite(joint.frameB.position)) {
            return leaveOut(k, "its values are too large in the model's frame. Check the node's place");
        }
        note(k, " " + kindOf(joint) + "node \"" + b.name + "\"" + unread(declared));
        model_.joints.push_back(std::move(joint));
    }

private:
    [[nodiscard]] static Pose frameOf(const NodeState& state, const DeclaredJoint& declared) {
        Pose frame = restPoseOf(state.toModel);
        frame.rotation = glm::normalize(frame.rotation * glm::quat(declared.toTwistAxis));
        return frame;
    }
    [[nodiscard]] static std::string unread(const DeclaredJoint& declared) {
        const std::string soft =
            declared.isSoft ? "; its limits are hard, their stiffness and damping are not read" : "";
        return soft + (declared.hasDrives ? "; its drives are not read: set them in the game" : "");
    }
    void leaveOut(std::uint32_t k, const std::string& why) {
        note(k, ": its joint is left out, because " + why);
    }
    void note(std::uint32_t k, const std::string& text) {
        model_.report.notes.push_back("node \"" + states_[k].name + "\"" + text);
    }

    const Scene& scene_;
    const std::vector<NodeState>& states_;
    ImportedModel& model_;
};

/// Adds the joints of all nodes to the model, and a note on each. After the rigid bodies.
void addJoints(const Scene& scene, const std::vector<NodeState>& states, ImportedModel& model) {
    JointBuilder builder(scene, states, model);
    for (std::uint32_t k = 0; k < states.size(); ++k) {
        if (scene.nodes[k].physics.joint) {
            builder.add(k);
        }
    }
}

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
