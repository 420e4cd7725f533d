/// Colliders that glTF files declare by the extensions of the Open Metaverse Interoperability group.

#include "import/gltf/extras/physics_samples.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;

TEST(OmiBodies, ShapesMotionMaterialsTriggers) {
    const ImportedModel model = sample("omi.gltf");
    expectBounds(bodyOf(model, "crate"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "lid"), {-0.5f, -1.0f, -0.5f}, {0.5f, 3.0f, 0.5f});
    expectBounds(bodyOf(model, "knob"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f});
    expectBounds(bodyOf(model, "pillar"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f}, 5e-3f);
    expectBounds(bodyOf(model, "door"), glm::vec3(0.0f), kBoxSize);
    ASSERT_NE(model.findMesh("rock"), nullptr);
    EXPECT_EQ(triggerOf(model, "smell"), "smell");
    ASSERT_EQ(model.rigidBodies.size(), 3u);
    const RigidBody& crate = model.rigidBodies.at(bodyOf(model, "lid").rigidBody.value());
    EXPECT_EQ(model.nodes.at(crate.node).name, "crate");
    EXPECT_EQ(crate.mass, 1.0f) << "as the specification has it";
    EXPECT_EQ(crate.inertia, std::nullopt) << "0 means that none is given";
    EXPECT_EQ(crate.linearVelocity, glm::vec3(1.0f, 0.0f, 0.0f));
    EXPECT_EQ(bodyOf(model, "door").motion, MotionType::Kinematic);
    EXPECT_EQ(bodyOf(model, "door").physicsMaterial, std::nullopt);
    EXPECT_EQ(bodyOf(model, "pillar").motion, MotionType::Static);
    EXPECT_EQ(model.nodes.at(model.rigidBodies.at(bodyOf(model, "pillar").rigidBody.value()).node).name,
              "house");
    EXPECT_EQ(model.findMesh("rock")->rigidBody, std::nullopt);
    EXPECT_EQ(model.physicsMaterials.at(bodyOf(model, "crate").physicsMaterial.value()).restitution, 0.75f);
    EXPECT_THAT(model.filters.at(bodyOf(model, "crate").filter.value()).groups, ElementsAre("debris"));
    for (const NodeReport& line : model.report.nodes) {
        EXPECT_FALSE(has(line, Code::InvalidPhysics)) << messages(line);
    }
}

TEST(OmiBodies, FormerForm) {
    const ImportedModel model = sample("omi_older.gltf");
    expectBounds(bodyOf(model, "box"), {4.5f, -1.0f, -1.5f}, {5.5f, 1.0f, 1.5f});
    expectBounds(bodyOf(model, "pill"), {-0.5f, -1.5f, -0.5f}, {0.5f, 1.5f, 0.5f});
    EXPECT_EQ(std::get<Capsule>(bodyOf(model, "pill").shape).radius, 0.5f);
    ASSERT_EQ(model.rigidBodies.size(), 1u);
    EXPECT_EQ(model.rigidBodies[0].motion, MotionType::Dynamic);
    EXPECT_EQ(model.rigidBodies[0].mass, 20.0f);
    EXPECT_EQ(model.rigidBodies[0].inertia, glm::vec3(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(bodyOf(model, "pill").rigidBody, 0u);
    EXPECT_EQ(triggerOf(model, "zone's hull"), "zone");
    EXPECT_EQ(triggerOf(model, "pill"), "");
}

TEST(OmiCollider, Shapes) {
    const ImportedModel model = sample("omi_collider.gltf");
    expectBounds(bodyOf(model, "box"), {-0.5f, -1.0f, -1.5f}, {0.5f, 1.0f, 1.5f});
    expectBounds(bodyOf(model, "ball"), glm::vec3(-2.0f), glm::vec3(2.0f));
    EXPECT_EQ(triggerOf(model, "ball"), "ball");
    expectBounds(bodyOf(model, "pill"), {-0.5f, -1.5f, -0.5f}, {0.5f, 1.5f, 0.5f});
    expectBounds(bodyOf(model, "default pill"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f});
    expectBounds(bodyOf(model, "default drum"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f}, 5e-3f);
    expectBounds(bodyOf(model, "hull"), glm::vec3(0.0f), kBoxSize);
    expectSurface(model, "mesh", glm::vec3(0.0f), kBoxSize);
    EXPECT_EQ(reportFor(model.report, "mesh").summary,
              "collides as a static triangle mesh of 12 triangles (OMI_collider)");
    EXPECT_EQ(reportFor(model.report, "hull").summary, "collides (OMI_collider)");

    ImportOptions off;
    off.omiPhysics = false;
    const auto plain = loadModel(std::string(SAT3D_TEST_DATA) + "/physics/omi_collider.gltf", off);
    ASSERT_FALSE(plain) << "no node shows a mesh";
    EXPECT_EQ(plain.error().code, ImportError::Code::NoColliders);
}

}  // namespace
}  // namespace sat3d::test
