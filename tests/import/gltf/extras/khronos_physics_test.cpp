/// Colliders that glTF files declare by the extensions of Khronos.

#include "import/gltf/extras/physics_samples.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---------------------------------------------------------------------------------------- shapes

TEST(KhronosShapes, ShapesOfTheLibraryAreExact) {
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
        EXPECT_EQ(messages(reportFor(model.report, name)), "") << name;
    }
    EXPECT_EQ(reportFor(model.report, "box").summary, "collides as a box (KHR_physics_rigid_bodies)");
}

TEST(KhronosShapes, MissingValuesAreTheDefaultsOfTheSchema) {
    const ImportedModel model = sample("khr_shapes.gltf");
    expectBounds(bodyOf(model, "default box"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "default ball"), glm::vec3(-0.5f), glm::vec3(0.5f));
    expectBounds(bodyOf(model, "default pill"), {-0.25f, -0.5f, -0.25f}, {0.25f, 0.5f, 0.25f});
    expectBounds(bodyOf(model, "default drum"), {-0.25f, -0.25f, -0.25f}, {0.25f, 0.25f, 0.25f}, 2e-3f);
}

/// Returns the number after "at most".
double statedDeviation(const NodeReport& line) {
    EXPECT_TRUE(has(line, Code::Approximated)) << messages(line);
    const std::string text = messages(line);
    const std::size_t at = text.find("at most ");
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? 0.0 : std::stod(text.substr(at + 8));
}

/// Support function of a convex body: how far it reaches in a direction.
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
double eggReach(const glm::dvec3& d) {  // a sphere of radius 0.5, scaled by three along its axis
    return 0.5 * glm::length(glm::dvec3(d.x, 3.0 * d.y, d.z));
}

/// The stated deviation bounds the error in every direction, inward and outward, and is not much too large.
TEST(KhronosShapes, OthersAreHullsWithinTheStatedDeviation) {
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
        const double stated = statedDeviation(reportFor(model.report, name));
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
    EXPECT_EQ(bodyOf(model, "drum").requestedType, ShapeType::ConvexHull);
    EXPECT_EQ(bodyOf(model, "egg").requestedType, ShapeType::Sphere);
}

TEST(KhronosShapes, MeshesOfNodesAndTheirDescendants) {
    const ImportedModel model = sample("khr_shapes.gltf");
    expectBounds(bodyOf(model, "hull"), {0.0f, 10.0f, 0.0f}, {5.0f, 12.0f, 3.0f});
    EXPECT_EQ(bodyOf(model, "hull").requestedType, ShapeType::ConvexHull);
    EXPECT_FALSE(has(reportFor(model.report, "hull"), Code::Inverted))
        << messages(reportFor(model.report, "hull"));
    // The mesh of a node that is in no scene is used in the frame of that node.
    expectSurface(model, "elsewhere", {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    ImportOptions off;
    off.triangleMeshes = false;
    const ImportedModel hulls = sample("khr_shapes.gltf", off);
    expectBounds(bodyOf(hulls, "elsewhere"), {0.0f, 20.0f, 0.0f}, {2.0f, 24.0f, 6.0f});
    EXPECT_EQ(bodyOf(hulls, "elsewhere").requestedType, ShapeType::TriangleMesh);
    EXPECT_TRUE(has(reportFor(hulls.report, "elsewhere"), Code::MeshReplacedByHull));
    EXPECT_EQ(model.findNode("in no scene"), nullptr);
    for (const ModelNode& node : model.nodes) {
        EXPECT_TRUE(node.properties.empty()) << node.name;
    }
}

/// Colliders refer to nodes and meshes by index. Names may be numbers, too.
TEST(KhronosShapes, MeshesOutsideTheScene) {
    const auto load = [](const std::string& roots) {
        const Folder folder;
        return loadModel(folder.write("a.gltf", gltfBox(R"("scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[
            {"name":"2","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":2}}}}},
            {"name":"0","mesh":1},{"name":"1","mesh":0,"extensions":{"KHR_physics_rigid_bodies":
                {"collider":{"geometry":{"node":1}}}}}],
            "materials":[{"name":"0"},{"name":"steel"}],
            "meshes":[{"name":"1-0","primitives":[{"attributes":{"POSITION":0},"indices":2,"material":1},
                                     {"attributes":{"POSITION":0},"indices":3,"material":0}]},
                      {"name":"0","primitives":[{"attributes":{"POSITION":0},"indices":2,"material":0}]}])")));
    };
    const auto single = load("0");
    ASSERT_TRUE(single) << single.error().message;
    ASSERT_EQ(single->nodes.size(), 1u);
    EXPECT_EQ(single->nodes[0].name, "2");
    ASSERT_EQ(single->meshes.size(), 1u);
    EXPECT_EQ(single->meshes[0].name, "2");
    EXPECT_EQ(single->meshes[0].mesh.triangleCount(), 12u);
    EXPECT_EQ(single->materials, (std::vector<std::string>{"steel", "0"}));
    EXPECT_NE(single->report.notes.at(0).find("colliders of 1 node"), std::string::npos);

    const auto several = load("1,0");
    ASSERT_TRUE(several) << several.error().message;
    ASSERT_EQ(several->nodes.size(), 3u);
    EXPECT_EQ(several->nodes[0].name, "ROOT");
    EXPECT_EQ(several->nodes[1].name, "0");
    EXPECT_EQ(several->nodes[2].name, "2");
    EXPECT_EQ(several->nodes[2].parent, 0u);
    ASSERT_EQ(several->meshes.size(), 1u);
    EXPECT_EQ(several->meshes[0].node, 2u);
    EXPECT_EQ(several->materials, (std::vector<std::string>{"0", "steel"}));
}

TEST(KhronosShapes, RenderMeshesAreKept) {
    ImportOptions options;
    options.keepRenderMeshes = true;
    const ImportedModel model = sample("khr_shapes.gltf", options);
    std::vector<std::string> seen;
    for (const RenderMesh& mesh : model.renderMeshes) {
        seen.push_back(model.nodes.at(mesh.node).name);
        EXPECT_EQ(mesh.mesh.vertices.size(), 8u);
    }
    EXPECT_THAT(seen, ::testing::UnorderedElementsAre("hull", "on the hull", "seen", "UCX_seen"));
}

TEST(KhronosShapes, OnlyDeclaredCollidersCollide) {
    const ImportedModel model = sample("khr_shapes.gltf");
    EXPECT_EQ(model.find("seen"), nullptr);
    EXPECT_EQ(model.find("UCX_seen"), nullptr) << "names say nothing in such files";
    EXPECT_EQ(reportFor(model.report, "seen").role, NodeRole::RenderOnly);
    EXPECT_EQ(reportFor(model.report, "seen").summary, "is a render mesh: the file declares what collides");
    const CollisionBody& body = bodyOf(model, "collides for it");
    ASSERT_TRUE(body.renderNode);
    EXPECT_EQ(model.nodes.at(*body.renderNode).name, "seen");
    EXPECT_EQ(body.motion, MotionType::Static);

    EXPECT_THAT(model.report.notes,
                ::testing::Contains(
                    "1 mesh without a declared collider does not collide: the file declares what "
                    "collides. To make all of them collide, set unnamedMeshes (--unnamed) to collide"));

    ImportOptions all;
    all.unnamedMeshes = UnnamedMeshes::Collide;
    const ImportedModel everything = sample("khr_shapes.gltf", all);
    EXPECT_NE(everything.find("UCX_seen"), nullptr);
    EXPECT_EQ(everything.find("seen"), nullptr) << "a declared collider collides for it";
    EXPECT_EQ(everything.bodies.size(), model.bodies.size() + 1);
    EXPECT_TRUE(everything.report.notes.empty());

    ImportOptions off;
    off.khrPhysics = false;
    const ImportedModel plain = sample("khr_shapes.gltf", off);
    EXPECT_NE(plain.find("UCX_seen"), nullptr);
    EXPECT_EQ(plain.find("box"), nullptr);
    EXPECT_EQ(plain.find("hull"), nullptr) << "only UCX_seen has a collision name";
    off.unnamedMeshes = UnnamedMeshes::Collide;
    EXPECT_NE(sample("khr_shapes.gltf", off).find("hull"), nullptr);
}

// ---------------------------------------------------------------------------------------- bodies

void expectRotation(const glm::quat& a, const glm::quat& b) {
    EXPECT_NEAR(std::abs(glm::dot(a, b)), 1.0f, 1e-6f);
}

TEST(KhronosBodies, MotionIsKeptInTheModelsFrame) {
    const ImportedModel model = sample("khr_bodies.gltf");
    ASSERT_EQ(model.rigidBodies.size(), 2u);
    const RigidBody& tank = model.rigidBodies[0];
    const glm::quat rotation(0.8f,
                             glm::vec3(0.0f, 0.6f, 0.0f));  // the cosine of its angle is 0.28, the sine 0.96
    EXPECT_EQ(model.nodes.at(tank.node).name, "tank");
    EXPECT_EQ(tank.motion, MotionType::Dynamic);
    EXPECT_EQ(tank.mass, 40000.0f);
    ASSERT_TRUE(tank.centerOfMass && tank.inertia);
    EXPECT_TRUE(near(*tank.centerOfMass, {1.48f, 1.0f, 3.14f}));
    EXPECT_EQ(*tank.inertia, glm::vec3(3.0f, std::numeric_limits<float>::infinity(), 5.0f));
    expectRotation(tank.inertiaAxes, rotation * glm::quat(0.8f, glm::vec3(0.0f, 0.0f, 0.6f)));
    EXPECT_TRUE(near(tank.linearVelocity, {9.6f, 0.0f, 2.8f}));
    EXPECT_TRUE(near(tank.angularVelocity, {0.0f, 2.0f, 0.0f}));
    EXPECT_EQ(tank.gravityFactor, -0.5f);
    const RigidBody& shell = model.rigidBodies[1];
    EXPECT_EQ(shell.motion, MotionType::Kinematic);
    EXPECT_EQ(shell.mass, std::numeric_limits<float>::infinity());
    EXPECT_EQ(shell.centerOfMass, std::nullopt);
    EXPECT_EQ(shell.inertia, std::nullopt);
    EXPECT_EQ(shell.gravityFactor, 1.0f);

    EXPECT_EQ(bodyOf(model, "tank").rigidBody, 0u);
    EXPECT_EQ(bodyOf(model, "turret").rigidBody, 0u) << "a part of the tank";
    EXPECT_EQ(bodyOf(model, "turret").motion, MotionType::Dynamic);
    EXPECT_EQ(bodyOf(model, "shell").rigidBody, 1u) << "below the tank, and by itself";
    EXPECT_EQ(bodyOf(model, "shell").motion, MotionType::Kinematic);
    EXPECT_EQ(bodyOf(model, "ground").rigidBody, std::nullopt);
    EXPECT_EQ(bodyOf(model, "ground").motion, MotionType::Static);
    EXPECT_THAT(messages(reportFor(model.report, "shell")), HasSubstr("has no limits, so it holds nothing"));
}

TEST(KhronosBodies, MaterialsAndFilters) {
    const ImportedModel model = sample("khr_bodies.gltf");
    EXPECT_THAT(
        model.physicsMaterials,
        ElementsAre(PhysicsMaterial{"ice", 0.1f, 0.0f, 0.25f, CombineMode::Minimum, CombineMode::Maximum},
                    PhysicsMaterial{"", 0.6f, 2.0f, 0.0f, CombineMode::Multiply, CombineMode::Average}));
    EXPECT_THAT(model.filters, ElementsAre(CollisionFilter{"", {"tank", "metal"}, {"ground"}, {}},
                                           CollisionFilter{"ghost", {}, {}, {"tank"}}));
    EXPECT_EQ(bodyOf(model, "tank").physicsMaterial, 1u);
    EXPECT_EQ(bodyOf(model, "tank").filter, 0u);
    EXPECT_EQ(bodyOf(model, "turret").physicsMaterial, 0u);
    EXPECT_EQ(bodyOf(model, "turret").filter, std::nullopt);
    EXPECT_EQ(bodyOf(model, "ground#trigger").filter, 1u);
}

TEST(KhronosBodies, Triggers) {
    const ImportedModel model = sample("khr_bodies.gltf");
    EXPECT_EQ(triggerOf(model, "ground"), "");
    EXPECT_EQ(triggerOf(model, "ground#trigger"), "ground");
    EXPECT_EQ(triggerOf(model, "part of the zone"), "zone");
    EXPECT_EQ(triggerOf(model, "trigger by itself"), "trigger by itself");
    EXPECT_EQ(reportFor(model.report, "ground").summary,
              "collides as a box, and is a trigger as a sphere (KHR_physics_rigid_bodies)");
}

TEST(KhronosBodies, FormerNamesOfTheExtensions) {
    const ImportedModel model = sample("khr_older.gltf");
    expectBounds(bodyOf(model, "box"), {-1.0f, -2.0f, -3.0f}, {1.0f, 2.0f, 3.0f});
    EXPECT_EQ(model.rigidBodies.at(bodyOf(model, "box").rigidBody.value()).mass, 5.0f);
    EXPECT_EQ(model.physicsMaterials.at(bodyOf(model, "box").physicsMaterial.value()).staticFriction, 0.9f);
    expectBounds(bodyOf(model, "hull"), {0.0f, 0.0f, 0.0f}, kBoxSize);
    EXPECT_EQ(bodyOf(model, "hull").requestedType, ShapeType::ConvexHull);
    expectSurface(model, "mesh", glm::vec3(0.0f), kBoxSize);
    EXPECT_EQ(triggerOf(model, "zone"), "zone");
}

TEST(KhronosBodies, SurviveBaking) {
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

}  // namespace
}  // namespace sat3d::test
