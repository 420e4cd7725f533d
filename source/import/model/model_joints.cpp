#include "import/model/model_joints.hpp"

#include "import/scene/node_transforms.hpp"
#include "math/is_finite.hpp"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

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

}  // namespace

void addJoints(const Scene& scene, const std::vector<NodeState>& states, ImportedModel& model) {
    JointBuilder builder(scene, states, model);
    for (std::uint32_t k = 0; k < states.size(); ++k) {
        if (scene.nodes[k].physics.joint) {
            builder.add(k);
        }
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
