/// Colliders that glTF files declare: samples written by hand to the specifications (tests/data/physics).

#include "support.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include <numbers>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ImportedModel sample(const std::string& file, const ImportOptions& options = {}) {
    auto model = loadModel(std::string(SAT3D_TEST_DATA) + "/physics/" + file, options);
    EXPECT_TRUE(model) << model.error().message;
    return model ? *std::move(model) : ImportedModel{};
}

const CollisionBody& bodyOf(const CollisionModel& model, const std::string& name) {
    static const CollisionBody kNone{"", Sphere{}};
    const CollisionBody* const body = model.find(name);
    EXPECT_NE(body, nullptr) << name;
    return body != nullptr ? *body : kNone;
}

void expectSurface(const CollisionModel& model, const std::string& name, const glm::vec3& lower,
                   const glm::vec3& upper) {
    const CollisionSurface* const surface = model.findSurface(name);
    ASSERT_NE(surface, nullptr) << name;
    EXPECT_EQ(model.find(name), nullptr) << name;
    const Aabb box = bounds(surface->mesh, RigidTransform{});
    EXPECT_TRUE(near(box.lower, lower)) << name;
    EXPECT_TRUE(near(box.upper, upper)) << name;
    EXPECT_TRUE(surface->mesh.isSolid()) << name;
}

void expectBounds(const CollisionBody& body, const glm::vec3& lower, const glm::vec3& upper,
                  float tolerance = 1e-5f) {
    const Aabb box = bounds(body.shape, RigidTransform{});
    EXPECT_TRUE(near(box.lower, lower, tolerance)) << body.name;
    EXPECT_TRUE(near(box.upper, upper, tolerance)) << body.name;
}

// ---------------------------------------------------------------------------------------- shapes

TEST(KhronosShapes, WhatTheLibraryHasIsExact) {
    const ImportedModel model = sample("khr_shapes.gltf");
    const Box box = std::get<Box>(bodyOf(model, "box").shape);
    EXPECT_TRUE(near(box.center, {10.0f, 0.0f, 0.0f}));
    EXPECT_TRUE(near(box.halfExtents, {0.5f, 1.0f, 1.5f})) << "the scale's absolute value counts";
    EXPECT_EQ(std::get<Sphere>(bodyOf(model, "ball").shape), (Sphere{{20.0f, 0.0f, 0.0f}, 1.0f}));
    const Capsule pill = std::get<Capsule>(bodyOf(model, "pill").shape);
    EXPECT_TRUE(near(pill.start, {30.96f, -0.28f, 0.0f}))
        << "turned about z by the angle of cosine 0.28, sine 0.96";
    EXPECT_TRUE(near(pill.end, {29.04f, 0.28f, 0.0f}));
    EXPECT_FLOAT_EQ(pill.radius, 0.25f);
    EXPECT_EQ(std::get<Sphere>(bodyOf(model, "ball with a bump inside").shape),
              (Sphere{{0.0f, -0.25f, 0.0f}, 2.0f}))
        << "one end of the capsule lies inside the other";
    for (const char* name : {"box", "ball", "pill", "ball with a bump inside"}) {
        EXPECT_EQ(messages(lineOf(model.report, name)), "") << name;
    }
    EXPECT_EQ(lineOf(model.report, "box").outcome, "collides as a box (KHR_physics_rigid_bodies)");
}

TEST(KhronosShapes, WhatIsLeftOutIsAsTheSchemaHasIt) {
    const ImportedModel model = sample("khr_shapes.gltf");
    expectBounds(bodyOf(model, "default box"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "default ball"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "default pill"), {-0.25f, -0.5f, -0.25f}, {0.25f, 0.5f, 0.25f});
    expectBounds(bodyOf(model, "default drum"), {-0.25f, -0.25f, -0.25f}, {0.25f, 0.25f, 0.25f}, 2e-3f);
}

/// The figure after "at most".
double statedDeviation(const NodeReport& line) {
    EXPECT_TRUE(has(line, Code::Approximated)) << messages(line);
    const std::string text = messages(line);
    const std::size_t at = text.find("at most ");
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? 0.0 : std::stod(text.substr(at + 8));
}

/// How far a convex body reaches in a direction.
using Reach = double (*)(const glm::dvec3& direction);

double drumReach(const glm::dvec3& d) {  // radius 1, height 2
    return std::hypot(d.x, d.z) + std::abs(d.y);
}
double coneReach(const glm::dvec3& d) {  // radius 1 below, a point above, height 3
    return std::max(std::hypot(d.x, d.z) - 1.5 * d.y, 1.5 * d.y);
}
double pearReach(const glm::dvec3& d) {  // radius 1 below and 0.5 above, 2 apart
    return std::max(1.0 - d.y, 0.5 + d.y);
}
double eggReach(const glm::dvec3& d) {  // a ball of radius 0.5, three times as tall
    return 0.5 * glm::length(glm::dvec3(d.x, 3.0 * d.y, d.z));
}

/// The stated deviation holds in every direction, inside and outside, and is not far more than needed.
TEST(KhronosShapes, OthersAreHullsAsNearAsStated) {
    const ImportedModel model = sample("khr_shapes.gltf");
    const struct {
        const char* name;
        Reach reach;
        double x, least;
    } cases[] = {{"drum", drumReach, 50.0, 0.5},
                 {"cone", coneReach, 60.0, 0.5},
                 {"pear", pearReach, 40.0, 0.5},
                 {"egg", eggReach, 70.0, 0.15}};
    for (const auto& [name, reach, x, least] : cases) {
        SCOPED_TRACE(name);
        const double stated = statedDeviation(lineOf(model.report, name));
        const auto& hull = std::get<ConvexHull>(bodyOf(model, name).shape);
        double worst = 0.0;
        for (int latitude = -90; latitude <= 90; ++latitude) {
            for (int longitude = 0; longitude < 360; ++longitude) {
                const double a = latitude * std::numbers::pi / 180.0,
                             b = longitude * std::numbers::pi / 180.0;
                const glm::dvec3 d(std::cos(a) * std::cos(b), std::sin(a), std::cos(a) * std::sin(b));
                double reached = -1e9;
                for (const glm::vec3& vertex : hull.vertices()) {
                    reached = std::max(reached, glm::dot(d, glm::dvec3(vertex) - glm::dvec3(x, 0.0, 0.0)));
                }
                worst = std::max(worst, std::abs(reached - reach(d)));
            }
        }
        EXPECT_LE(worst, stated * 1.001 + 1e-5);
        EXPECT_GE(worst, stated * least) << "stated is far more than needed";
    }
    EXPECT_EQ(bodyOf(model, "drum").wanted, ShapeKind::ConvexHull);
    EXPECT_EQ(bodyOf(model, "egg").wanted, ShapeKind::Sphere);
}

TEST(KhronosShapes, MeshesOfNodesAndAllBelow) {
    const ImportedModel model = sample("khr_shapes.gltf");
    expectBounds(bodyOf(model, "hull"), {0.0f, 10.0f, 0.0f}, {5.0f, 12.0f, 3.0f});
    EXPECT_EQ(bodyOf(model, "hull").wanted, ShapeKind::ConvexHull);
    EXPECT_FALSE(has(lineOf(model.report, "hull"), Code::Inverted)) << messages(lineOf(model.report, "hull"));
    // A node of no scene lends its mesh in its own frame.
    expectSurface(model, "elsewhere", {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    ImportOptions off;
    off.triangleMeshes = false;
    const ImportedModel hulls = sample("khr_shapes.gltf", off);
    expectBounds(bodyOf(hulls, "elsewhere"), {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    EXPECT_EQ(bodyOf(hulls, "elsewhere").wanted, ShapeKind::TriangleMesh);
    EXPECT_TRUE(has(lineOf(hulls.report, "elsewhere"), Code::HullForMesh));
    EXPECT_EQ(model.findNode("in no scene"), nullptr);
    for (const ModelNode& node : model.nodes) {
        EXPECT_TRUE(node.properties.empty()) << node.name;
    }
}

TEST(KhronosShapes, WhatIsSeenIsKeptForThePicture) {
    ImportOptions options;
    options.keepMeshes = true;
    const ImportedModel model = sample("khr_shapes.gltf", options);
    std::vector<std::string> seen;
    for (const NodeMesh& mesh : model.meshes) {
        seen.push_back(model.nodes.at(mesh.node).name);
        EXPECT_EQ(mesh.mesh.vertices.size(), 8u);
    }
    EXPECT_THAT(seen, ::testing::UnorderedElementsAre("hull", "on the hull", "seen", "UCX_seen"));
}

TEST(KhronosShapes, NothingElseCollidesThere) {
    const ImportedModel model = sample("khr_shapes.gltf");
    EXPECT_EQ(model.find("seen"), nullptr);
    EXPECT_EQ(model.find("UCX_seen"), nullptr) << "names say nothing in such files";
    EXPECT_EQ(lineOf(model.report, "seen").role, NodeRole::RenderOnly);
    EXPECT_EQ(lineOf(model.report, "seen").outcome, "is seen only: the file declares what collides");
    const CollisionBody& body = bodyOf(model, "collides for it");
    ASSERT_TRUE(body.renderNode);
    EXPECT_EQ(model.nodes.at(*body.renderNode).name, "seen");
    EXPECT_EQ(body.motion, Motion::Static);

    ImportOptions off;
    off.khrPhysics = false;
    const ImportedModel plain = sample("khr_shapes.gltf", off);
    EXPECT_NE(plain.find("UCX_seen"), nullptr);
    EXPECT_EQ(plain.find("box"), nullptr);
    EXPECT_NE(plain.find("hull"), nullptr);
}

// ---------------------------------------------------------------------------------------- bodies

void expectRotation(const glm::quat& a, const glm::quat& b) {
    EXPECT_NEAR(std::abs(glm::dot(a, b)), 1.0f, 1e-6f);
}

TEST(KhronosBodies, MotionIsKeptInTheModelsFrame) {
    const ImportedModel model = sample("khr_bodies.gltf");
    ASSERT_EQ(model.rigidBodies.size(), 2u);
    const RigidBody& tank = model.rigidBodies[0];
    const glm::quat turn(0.8f, glm::vec3(0.0f, 0.6f, 0.0f));  // by the angle of cosine 0.28, sine 0.96
    EXPECT_EQ(model.nodes.at(tank.node).name, "tank");
    EXPECT_EQ(tank.motion, Motion::Dynamic);
    EXPECT_EQ(tank.mass, 40000.0f);
    ASSERT_TRUE(tank.centerOfMass && tank.inertia);
    EXPECT_TRUE(near(*tank.centerOfMass, {1.48f, 1.0f, 3.14f}));
    EXPECT_EQ(*tank.inertia, glm::vec3(3.0f, std::numeric_limits<float>::infinity(), 5.0f));
    expectRotation(tank.inertiaAxes, turn * glm::quat(0.8f, glm::vec3(0.0f, 0.0f, 0.6f)));
    EXPECT_TRUE(near(tank.linearVelocity, {9.6f, 0.0f, 2.8f}));
    EXPECT_TRUE(near(tank.angularVelocity, {0.0f, 2.0f, 0.0f}));
    EXPECT_EQ(tank.gravityFactor, -0.5f);
    const RigidBody& shell = model.rigidBodies[1];
    EXPECT_EQ(shell.motion, Motion::Kinematic);
    EXPECT_EQ(shell.mass, std::numeric_limits<float>::infinity());
    EXPECT_EQ(shell.centerOfMass, std::nullopt);
    EXPECT_EQ(shell.inertia, std::nullopt);
    EXPECT_EQ(shell.gravityFactor, 1.0f);

    EXPECT_EQ(bodyOf(model, "tank").rigidBody, 0u);
    EXPECT_EQ(bodyOf(model, "turret").rigidBody, 0u) << "a part of the tank";
    EXPECT_EQ(bodyOf(model, "turret").motion, Motion::Dynamic);
    EXPECT_EQ(bodyOf(model, "shell").rigidBody, 1u) << "below the tank, and by itself";
    EXPECT_EQ(bodyOf(model, "shell").motion, Motion::Kinematic);
    EXPECT_EQ(bodyOf(model, "ground").rigidBody, std::nullopt);
    EXPECT_EQ(bodyOf(model, "ground").motion, Motion::Static);
    EXPECT_THAT(model.report.notes, ElementsAre(HasSubstr("joints")));
}

TEST(KhronosBodies, MaterialsAndFilters) {
    const ImportedModel model = sample("khr_bodies.gltf");
    EXPECT_THAT(model.physicsMaterials,
                ElementsAre(PhysicsMaterial{"ice", 0.1f, 0.0f, 0.25f, Combine::Minimum, Combine::Maximum},
                            PhysicsMaterial{"", 0.6f, 2.0f, 0.0f, Combine::Multiply, Combine::Average}));
    EXPECT_THAT(model.filters, ElementsAre(CollisionFilter{"", {"tank", "metal"}, {"ground"}, {}},
                                           CollisionFilter{"ghost", {}, {}, {"tank"}}));
    EXPECT_EQ(bodyOf(model, "tank").physicsMaterial, 1u);
    EXPECT_EQ(bodyOf(model, "tank").filter, 0u);
    EXPECT_EQ(bodyOf(model, "turret").physicsMaterial, 0u);
    EXPECT_EQ(bodyOf(model, "turret").filter, std::nullopt);
    EXPECT_EQ(bodyOf(model, "ground#trigger").filter, 1u);
}

/// Whose trigger a body is; "" for solid ones.
std::string triggerOf(const CollisionModel& model, const std::string& name) {
    const CollisionBody& body = bodyOf(model, name);
    return body.trigger ? model.nodes.at(*body.trigger).name : "";
}

TEST(KhronosBodies, Triggers) {
    const ImportedModel model = sample("khr_bodies.gltf");
    EXPECT_EQ(triggerOf(model, "ground"), "");
    EXPECT_EQ(triggerOf(model, "ground#trigger"), "ground");
    EXPECT_EQ(triggerOf(model, "part of the zone"), "zone");
    EXPECT_EQ(triggerOf(model, "trigger by itself"), "trigger by itself");
    EXPECT_EQ(lineOf(model.report, "ground").outcome,
              "collides as a box, and is a trigger as a sphere (KHR_physics_rigid_bodies)");
}

TEST(KhronosBodies, OlderSpelling) {
    const ImportedModel model = sample("khr_older.gltf");
    expectBounds(bodyOf(model, "box"), {-1.0f, -2.0f, -3.0f}, {1.0f, 2.0f, 3.0f});
    EXPECT_EQ(model.rigidBodies.at(bodyOf(model, "box").rigidBody.value()).mass, 5.0f);
    EXPECT_EQ(model.physicsMaterials.at(bodyOf(model, "box").physicsMaterial.value()).staticFriction, 0.9f);
    expectBounds(bodyOf(model, "hull"), {0.0f, 0.0f, 0.0f}, kBoxSize);
    EXPECT_EQ(bodyOf(model, "hull").wanted, ShapeKind::ConvexHull);
    expectSurface(model, "mesh", glm::vec3(0.0f), kBoxSize);
    EXPECT_EQ(triggerOf(model, "zone"), "zone");
}

TEST(KhronosBodies, BakedAndBack) {
    const ImportedModel model = sample("khr_bodies.gltf");
    const std::vector<std::byte> bytes = saveBaked(model);
    const auto back = loadBaked(bytes);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->rigidBodies, model.rigidBodies);
    EXPECT_EQ(back->physicsMaterials, model.physicsMaterials);
    EXPECT_EQ(back->filters, model.filters);
    ASSERT_EQ(back->bodies.size(), model.bodies.size());
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        EXPECT_EQ(back->bodies[k].rigidBody, model.bodies[k].rigidBody);
        EXPECT_EQ(back->bodies[k].physicsMaterial, model.bodies[k].physicsMaterial);
        EXPECT_EQ(back->bodies[k].filter, model.bodies[k].filter);
        EXPECT_EQ(back->bodies[k].trigger, model.bodies[k].trigger);
        EXPECT_EQ(back->bodies[k].motion, model.bodies[k].motion);
    }
    EXPECT_EQ(saveBaked(*back), bytes);
}

// ---------------------------------------------------------------------------------------- OMI

TEST(OmiBodies, ShapesMotionMaterialsTriggers) {
    const ImportedModel model = sample("omi.gltf");
    expectBounds(bodyOf(model, "crate"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "lid"), {-0.5f, -1.0f, -0.5f}, {0.5f, 3.0f, 0.5f});
    expectBounds(bodyOf(model, "knob"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f});
    expectBounds(bodyOf(model, "pillar"), {-0.5f, -1.0f, -0.5f}, {0.5f, 1.0f, 0.5f}, 5e-3f);
    expectBounds(bodyOf(model, "door"), glm::vec3(0.0f), kBoxSize);
    ASSERT_NE(model.findSurface("rock"), nullptr);
    EXPECT_EQ(triggerOf(model, "smell"), "smell");
    ASSERT_EQ(model.rigidBodies.size(), 3u);
    const RigidBody& crate = model.rigidBodies.at(bodyOf(model, "lid").rigidBody.value());
    EXPECT_EQ(model.nodes.at(crate.node).name, "crate");
    EXPECT_EQ(crate.mass, 1.0f) << "as the specification has it";
    EXPECT_EQ(crate.inertia, std::nullopt) << "0 is none";
    EXPECT_EQ(crate.linearVelocity, glm::vec3(1.0f, 0.0f, 0.0f));
    EXPECT_EQ(bodyOf(model, "door").motion, Motion::Kinematic);
    EXPECT_EQ(bodyOf(model, "door").physicsMaterial, std::nullopt);
    EXPECT_EQ(bodyOf(model, "pillar").motion, Motion::Static);
    EXPECT_EQ(model.nodes.at(model.rigidBodies.at(bodyOf(model, "pillar").rigidBody.value()).node).name,
              "house");
    EXPECT_EQ(model.findSurface("rock")->rigidBody, std::nullopt);
    EXPECT_EQ(model.physicsMaterials.at(bodyOf(model, "crate").physicsMaterial.value()).restitution, 0.75f);
    EXPECT_THAT(model.filters.at(bodyOf(model, "crate").filter.value()).systems, ElementsAre("debris"));
    for (const NodeReport& line : model.report.nodes) {
        EXPECT_FALSE(has(line, Code::BadPhysics)) << messages(line);
    }
}

TEST(OmiBodies, OlderForm) {
    const ImportedModel model = sample("omi_older.gltf");
    expectBounds(bodyOf(model, "box"), {4.5f, -1.0f, -1.5f}, {5.5f, 1.0f, 1.5f});
    expectBounds(bodyOf(model, "pill"), {-0.5f, -1.5f, -0.5f}, {0.5f, 1.5f, 0.5f});
    EXPECT_EQ(std::get<Capsule>(bodyOf(model, "pill").shape).radius, 0.5f);
    ASSERT_EQ(model.rigidBodies.size(), 1u);
    EXPECT_EQ(model.rigidBodies[0].motion, Motion::Dynamic);
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
    EXPECT_EQ(lineOf(model.report, "mesh").outcome,
              "collides as a static triangle mesh of 12 triangles (OMI_collider)");
    EXPECT_EQ(lineOf(model.report, "hull").outcome, "collides (OMI_collider)");

    ImportOptions off;
    off.omiPhysics = false;
    const auto plain = loadModel(std::string(SAT3D_TEST_DATA) + "/physics/omi_collider.gltf", off);
    ASSERT_FALSE(plain) << "no node shows a mesh";
    EXPECT_EQ(plain.error().code, ImportError::Code::NothingToCollide);
}

}  // namespace
}  // namespace sat3d::test
