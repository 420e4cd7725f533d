/// Colliders that glTF files declare: samples written by hand to the specifications (tests/data/physics), and
/// broken ones.

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

const NodeReport& lineOf(const ImportedModel& model, const std::string& name) {
    static const NodeReport kNone;
    const auto found = std::ranges::find(model.report.nodes, name, &NodeReport::name);
    EXPECT_NE(found, model.report.nodes.end()) << name;
    return found != model.report.nodes.end() ? *found : kNone;
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
        EXPECT_EQ(messages(lineOf(model, name)), "") << name;
    }
    EXPECT_EQ(lineOf(model, "box").outcome, "collides as a box (KHR_physics_rigid_bodies)");
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
        const double stated = statedDeviation(lineOf(model, name));
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
    EXPECT_FALSE(has(lineOf(model, "hull"), Code::Inverted)) << messages(lineOf(model, "hull"));
    // A node of no scene lends its mesh in its own frame.
    expectSurface(model, "elsewhere", {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    ImportOptions off;
    off.triangleMeshes = false;
    const ImportedModel hulls = sample("khr_shapes.gltf", off);
    expectBounds(bodyOf(hulls, "elsewhere"), {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    EXPECT_EQ(bodyOf(hulls, "elsewhere").wanted, ShapeKind::TriangleMesh);
    EXPECT_TRUE(has(lineOf(hulls, "elsewhere"), Code::HullForMesh));
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
    EXPECT_EQ(lineOf(model, "seen").role, NodeRole::RenderOnly);
    EXPECT_EQ(lineOf(model, "seen").outcome, "is seen only: the file declares what collides");
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
    EXPECT_EQ(lineOf(model, "ground").outcome,
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
    EXPECT_EQ(lineOf(model, "mesh").outcome,
              "collides as a static triangle mesh of 12 triangles (OMI_collider)");
    EXPECT_EQ(lineOf(model, "hull").outcome, "collides (OMI_collider)");

    ImportOptions off;
    off.omiPhysics = false;
    const auto plain = loadModel(std::string(SAT3D_TEST_DATA) + "/physics/omi_collider.gltf", off);
    ASSERT_FALSE(plain) << "no node shows a mesh";
    EXPECT_EQ(plain.error().code, ImportError::Code::NothingToCollide);
}

// ---------------------------------------------------------------------------------------- what makes no
// sense

/// A sound box beside a node of which the extension says something else; nodes 0 and 1.
std::string beside(const std::string& said, const std::string& shapes, const std::string& lists = "{}") {
    return gltfBox(
        R"("scene":0,"scenes":[{"nodes":[0,1]}],"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"})" +
        (shapes.empty() ? "" : "," + shapes) + R"(]},"KHR_physics_rigid_bodies":)" + lists + R"(},"nodes":[
        {"name":"sound","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}},
        {"name":"broken","extensions":{"KHR_physics_rigid_bodies":)" +
        said + R"(}}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
}

struct Broken {
    const char* name;
    std::string said, shapes;
    std::vector<std::string> words;  ///< of the warning
    bool hasBody = false;
};

std::ostream& operator<<(std::ostream& stream, const Broken& broken) {
    return stream << broken.name;
}

class BrokenPhysics : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenPhysics, IsLeftOutAndTold) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.gltf", beside(GetParam().said, GetParam().shapes)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NE(model->find("sound"), nullptr);
    EXPECT_EQ(model->find("broken") != nullptr, GetParam().hasBody);
    const NodeReport& line = lineOf(*model, "broken");
    ASSERT_TRUE(has(line, Code::BadPhysics)) << messages(line);
    for (const std::string& word : GetParam().words) {
        EXPECT_THAT(messages(line), HasSubstr(word));
    }
    EXPECT_THAT(messages(line), HasSubstr("KHR_physics_rigid_bodies")) << "who says it";
    EXPECT_THAT(messages(line), HasSubstr("node 1")) << "where";
}

std::string withShape(int index) {
    return R"({"collider":{"geometry":{"shape":)" + std::to_string(index) + "}}}";
}

INSTANTIATE_TEST_SUITE_P(
    , BrokenPhysics,
    ::testing::Values(
        Broken{
            "ShapeBeyondTheList", withShape(7), "", {"\"shape\" is 7", "the last of the file's shapes is 0"}},
        Broken{"ShapeThatIsNegative", withShape(-2), "", {"\"shape\" is -2"}},
        Broken{"ShapeThatIsAText", R"({"collider":{"geometry":{"shape":"box"}}})", "", {"no number"}},
        Broken{
            "ShapeOfHugeIndex", R"({"collider":{"geometry":{"shape":99999999999999999999}}})", "", {"shape"}},
        Broken{"NoGeometry", R"({"collider":{}})", "", {"names no geometry"}},
        Broken{"GeometryThatIsAList", R"({"collider":{"geometry":[]}})", "", {"\"geometry\" is no object"}},
        Broken{"ColliderThatIsANumber", R"({"collider":3})", "", {"\"collider\" is no object"}},
        Broken{"NodeBeyondTheList",
               R"({"collider":{"geometry":{"node":2}}})",
               "",
               {"\"node\" is 2", "the last of the file's nodes is 1"}},
        Broken{
            "ShapeAndNode", R"({"collider":{"geometry":{"shape":0,"node":0}}})", "", {"a shape and a node"}},
        Broken{"NodeWithoutMesh", R"({"collider":{"geometry":{"node":0}}})", "", {"node 0 has no mesh"}},
        Broken{"NegativeRadius",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":-1}})",
               {"shape 1", "\"radius\" is -1", "above 0"}},
        Broken{"NoRadius", withShape(1), R"({"type":"sphere","sphere":{"radius":0}})", {"\"radius\" is 0"}},
        Broken{"TextForARadius",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":"1"}})",
               {"\"radius\" is no number"}},
        Broken{"RadiusBeyondFloat",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":1e300}})",
               {"\"radius\" is too large"}},
        Broken{"FlatBox", withShape(1), R"({"type":"box","box":{"size":[1,0,1]}})", {"\"size\"", "above 0"}},
        Broken{"BoxOfTwoFigures",
               withShape(1),
               R"({"type":"box","box":{"size":[1,1]}})",
               {"\"size\" is not 3 numbers"}},
        Broken{"BoxOfNulls",
               withShape(1),
               R"({"type":"box","box":{"size":[1,null,1]}})",
               {"\"size\" is no number"}},
        Broken{"CapsuleWithoutRadii",
               withShape(1),
               R"({"type":"capsule","capsule":{"radiusTop":0,"radiusBottom":0}})",
               {"both radii are 0"}},
        Broken{"CylinderWithoutHeight",
               withShape(1),
               R"({"type":"cylinder","cylinder":{"height":0}})",
               {"\"height\" is 0"}},
        Broken{"MeshBeyondTheList",
               withShape(1),
               R"({"type":"mesh","mesh":{"mesh":5}})",
               {"\"mesh\" is 5", "the last of the file's meshes is 0"}},
        Broken{"Plane", withShape(1), R"({"type":"plane"})", {"plane", "thick box"}},
        Broken{"UnknownType", withShape(1), R"({"type":"torus"})", {"\"torus\"", "Use box"}},
        Broken{"NoType", withShape(1), "{}", {"no type"}},
        Broken{"ShapeThatIsNoObject", withShape(1), "17", {"no type"}},
        Broken{"MaterialBeyondTheList",
               R"({"collider":{"geometry":{"shape":0},"physicsMaterial":4}})",
               "",
               {"\"physicsMaterial\" is 4", "taken without"},
               true},
        Broken{"FilterBeyondTheList",
               R"({"collider":{"geometry":{"shape":0},"collisionFilter":0}})",
               "",
               {"\"collisionFilter\" is 0", "has no collision filters", "taken without"},
               true},
        Broken{"NegativeMass",
               R"({"motion":{"mass":-1},"collider":{"geometry":{"shape":0}}})",
               "",
               {"\"mass\" is -1", "motion is left out"},
               true},
        Broken{"TwistedInertia",
               R"({"motion":{"inertiaOrientation":[0,0,0,0]},"collider":{"geometry":{"shape":0}}})",
               "",
               {"no rotation"},
               true},
        Broken{"TriggerOfMissingNode", R"({"trigger":{"nodes":[9]}})", "", {"node 9"}},
        Broken{"TriggerOfAnother", R"({"trigger":{"nodes":[0]}})", "", {"node 0", "no trigger below it"}},
        Broken{"TriggerOfItself", R"({"trigger":{"nodes":[1]}})", "", {"node 1", "no trigger below it"}}),
    [](const auto& broken) { return broken.param.name; });

TEST(BrokenFile, ListsAreNoted) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.gltf",
        beside("{}", "", R"({"physicsMaterials":[{"staticFriction":-1},{"frictionCombine":"most"},7],
            "collisionFilters":[{"collideWithSystems":["a"],"notCollideWithSystems":["b"]},{"collisionSystems":[1]}]})")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("physics material 0"), HasSubstr("\"most\""),
                                                 HasSubstr("physics material 2"), HasSubstr("Keep one"),
                                                 HasSubstr("collision filter 1")));
    EXPECT_EQ(model->physicsMaterials.size(), 3u) << "numbers stay";
}

TEST(BrokenFile, AloneItIsAnErrorThatSaysWhy) {
    const Folder folder;
    std::string text = beside(withShape(7), "");
    text.replace(text.find(R"("nodes":[0,1])"), 13, R"("nodes":[1])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::NothingToCollide);
    EXPECT_THAT(model.error().message, HasSubstr("a.gltf"));
    EXPECT_THAT(model.error().message, HasSubstr("\"broken\""));
    EXPECT_THAT(model.error().message, HasSubstr("\"shape\" is 7"));
    EXPECT_THAT(model.error().report.notes, ElementsAre(HasSubstr("in no scene")));
}

TEST(BrokenFile, FiguresThatOverflowInTheModelsFrame) {
    const Folder folder;
    std::string text =
        beside(R"({"motion":{"centerOfMass":[0,1e30,0]},"collider":{"geometry":{"shape":0}}})", "");
    text.replace(text.find(R"("name":"broken")"), 15, R"("name":"broken","scale":[1,1e14,1])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->rigidBodies.empty());
    EXPECT_THAT(model->report.notes,
                ElementsAre(::testing::AllOf(HasSubstr("\"broken\""), HasSubstr("motion"))));
    EXPECT_TRUE(loadBaked(saveBaked(*model))) << "what is imported can be baked";
}

TEST(BrokenFile, ScaledToNothingIsSwitchedOff) {
    const Folder folder;
    std::string text = beside(withShape(0), "");
    text.replace(text.find(R"("name":"broken")"), 15, R"("name":"broken","scale":[0,0,0])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->find("broken"), nullptr);
    EXPECT_THAT(messages(lineOf(*model, "broken")), HasSubstr("switches"));
}

/// Many colliders that each are made of the whole tree would come to the square of the file.
TEST(BrokenFile, CollidersOfCollidersAreBounded) {
    std::string nodes;
    for (int k = 0; k < 200; ++k) {
        nodes += (k == 0 ? "" : ",") + std::string(R"({"mesh":0,)") +
                 (k < 199 ? R"("children":[)" + std::to_string(k + 1) + "]," : std::string()) +
                 R"("extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":0}}}}})";
    }
    ImportOptions options;
    options.maxNodes = 1000;
    const Folder folder;
    const auto model = loadModel(
        folder.write(
            "a.gltf",
            gltfBox(
                R"("scenes":[{"nodes":[0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[)" +
                nodes + "]")),
        options);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::LimitExceeded);
    EXPECT_THAT(model.error().message, HasSubstr("maxNodes"));
}

}  // namespace
}  // namespace sat3d::test
