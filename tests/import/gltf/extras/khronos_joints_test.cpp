/// Joints that glTF files declare by the extension of Khronos.

#include "import/gltf/extras/physics_samples.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/baked_model.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <variant>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const ModelJoint& jointOf(const CollisionModel& model, const std::string& name) {
    static const ModelJoint kNone{};
    const auto found = std::ranges::find(model.joints, name, &ModelJoint::name);
    EXPECT_NE(found, model.joints.end()) << name;
    return found != model.joints.end() ? *found : kNone;
}

/// All that the report says of a node.
std::string textOf(const ImportedModel& model, const std::string& name) {
    std::string text;
    for (const std::string& note : model.report.notes) {
        text += note.find("node \"" + name + "\"") == 0 ? note + "\n" : "";
    }
    for (const NodeReport& line : model.report.nodes) {
        text += line.name == name ? messages(line) + "\n" : "";
    }
    return text;
}

TEST(KhronosJoints, AHingeOnTheWorldTurnsAboutItsAxis) {
    const ImportedModel model = sample("khr_joints.gltf");
    const ModelJoint& hinge = jointOf(model, "hinge");
    EXPECT_EQ(hinge.rigidBodyA, std::nullopt) << "the frame of the door does not move";
    EXPECT_EQ(model.nodes.at(model.rigidBodies.at(hinge.rigidBodyB).node).name, "leaf");
    EXPECT_EQ(model.nodes.at(hinge.nodeA).name, "frame");
    EXPECT_EQ(model.nodes.at(hinge.nodeB).name, "hinge");
    for (const ModelJointRange& offset : hinge.offsets) {
        EXPECT_EQ(offset, (ModelJointRange{0.0f, 0.0f}));
    }
    EXPECT_EQ(hinge.maxSwing, 0.0f);
    EXPECT_EQ(hinge.twist, (ModelJointRange{-1.5f, 0.5f})) << "from the other side";
    EXPECT_FALSE(hinge.collides);
    for (const Pose& frame : {hinge.frameA, hinge.frameB}) {
        EXPECT_TRUE(near(frame.position, {0.5f, 2.0f, 3.0f}));
        EXPECT_TRUE(near(frame.rotation * glm::vec3(1.0f, 0.0f, 0.0f), {0.0f, 1.0f, 0.0f}));
    }
    EXPECT_THAT(textOf(model, "hinge"), HasSubstr("is a hinge with node \"frame\""));
}

TEST(KhronosJoints, ConesSlidersAndRopes) {
    const ImportedModel model = sample("khr_joints.gltf");
    const ModelJoint& head = jointOf(model, "head");
    EXPECT_EQ(head.rigidBodyA, 1u);
    EXPECT_EQ(head.rigidBodyB, 0u) << "the leaf";
    EXPECT_EQ(head.maxSwing, 0.6f);
    EXPECT_EQ(head.twist, (ModelJointRange{-0.1f, 0.2f}));
    EXPECT_TRUE(head.collides);
    EXPECT_TRUE(near(head.frameA.rotation * glm::vec3(1.0f, 0.0f, 0.0f), {0.0f, 0.0f, 1.0f}));
    EXPECT_THAT(textOf(model, "head"), HasSubstr("is a ball joint with node \"leaf\"; its limits are hard"));
    EXPECT_THAT(textOf(model, "head"), HasSubstr("its drives are not read: set them in the game"));

    const ModelJoint& piston = jointOf(model, "piston");
    EXPECT_EQ(piston.offsets[2], (ModelJointRange{-2.0f, 1.0f})) << "from the other side";
    EXPECT_EQ(piston.offsets[0], (ModelJointRange{0.0f, 0.0f}));
    EXPECT_EQ(piston.twist, (ModelJointRange{0.0f, 0.0f}));
    EXPECT_THAT(textOf(model, "piston"), HasSubstr("is a slider on node \"frame\""));

    const ModelJoint& rope = jointOf(model, "rope");
    EXPECT_EQ(rope.distance, (ModelJointRange{0.0f, 3.0f}));
    EXPECT_EQ(rope.offsets[0], ModelJointRange{});
    EXPECT_EQ(rope.maxSwing, kInfinity);
}

TEST(KhronosJoints, WhatCannotBeHeldIsReported) {
    const ImportedModel model = sample("khr_joints.gltf");
    EXPECT_EQ(model.joints.size(), 4u);
    const struct {
        const char *node, *message;
    } cases[] = {{"two ranges", "limits the turns about two axes each by itself"},
                 {"no limits", "has no limits, so it holds nothing"},
                 {"a line", "limits the distance from a line"},
                 {"no axis", "\"angularAxes\" has 3, and axes are 0, 1 and 2"},
                 {"min above max", "has a \"min\" above its \"max\""},
                 {"one side", "limits a turn on one side only"},
                 {"excluded", "two of its limits exclude each other"},
                 {"neither", "needs either \"linearAxes\" or \"angularAxes\""},
                 {"a number", "one of its limits is not an object"},
                 {"no such joint", "the last of the file's physics joints is 12. Choose one that exists"},
                 {"no such node", "\"connectedNode\" is 99"},
                 {"alone", "it has no \"connectedNode\""},
                 {"still", "neither of its nodes moves"},
                 {"itself", "both nodes belong to the same rigid body"},
                 {"outside", "the node that it is joined with is not in the scene"},
                 {"no object", "\"joint\" is not an object"}};
    for (const auto& [node, message] : cases) {
        EXPECT_THAT(textOf(model, node), HasSubstr(message)) << node;
        EXPECT_THAT(textOf(model, node), HasSubstr("joint is left out")) << node;
    }
}

TEST(KhronosJoints, BakedModelsKeepThem) {
    const ImportedModel model = sample("khr_joints.gltf");
    const auto baked = loadBaked(saveBaked(model));
    ASSERT_TRUE(baked) << baked.error().message;
    const auto membersOf = [](const ModelJoint& joint) {
        return std::tuple(joint.name, joint.nodeA, joint.nodeB, joint.rigidBodyA, joint.rigidBodyB,
                          joint.frameA.position, joint.frameA.rotation, joint.frameB.position,
                          joint.frameB.rotation, joint.offsets, joint.distance.lower, joint.distance.upper,
                          joint.twist.lower, joint.twist.upper, joint.maxSwing, joint.collides);
    };
    ASSERT_EQ(baked->joints.size(), model.joints.size());
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
        EXPECT_TRUE(membersOf(baked->joints[i]) == membersOf(model.joints[i])) << i;
    }
}

/// A door of the model in a world: it hangs on its hinge and stops at its limits.
TEST(KhronosJoints, MakeJointsOfDynamics) {
    const ImportedModel model = sample("khr_joints.gltf");
    const ModelJoint& hinge = jointOf(model, "hinge");
    World world;
    Dynamics dynamics;
    const Pose place{{7.0f, 0.0f, 0.0f}, glm::angleAxis(0.5f, glm::vec3(0.0f, 1.0f, 0.0f))};
    const Shape shape = std::visit([](const auto& one) { return Shape(one); }, bodyOf(model, "leaf").shape);
    const ObjectId leaf = world.add({.shape = shape, .pose = place}).value();
    Body body{.mass = massOfShape(shape, 20.0f).value()};
    body.angularVelocity = {0.0f, 4.0f, 0.0f};
    body.velocity = glm::cross(body.angularVelocity, place.rotation * glm::vec3(0.5f, 0.0f, 0.0f));
    dynamics.setBody(world, leaf, body);
    const auto id = dynamics.addJoint(world, Joint::fromModel(hinge, kWorldFrame, leaf, place));
    ASSERT_TRUE(id) << id.error().message;
    float most = 0.0f;
    for (int i = 0; i < 60; ++i) {
        dynamics.step(world, 1.0f / 60.0f);
        const JointState state = dynamics.jointState(world, *id).value();
        EXPECT_LT(state.distance, 1e-3f);
        EXPECT_LT(state.swing, 1e-3f);
        most = std::max(most, state.twist);
    }
    EXPECT_NEAR(most, 0.5f, 2e-3f) << "the upper limit from this side";
}

}  // namespace
}  // namespace sat3d::test
