/// Triangle meshes, by name and by option.

#include "import/support.hpp"

#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <set>
#include <string>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;

/// An L, one meter thick. Its ends are concave polygons of six vertices; one of them is of steel.
constexpr const char* kL = R"(
v 0 0 0
v 3 0 0
v 3 1 0
v 1 1 0
v 1 3 0
v 0 3 0
v 0 0 1
v 3 0 1
v 3 1 1
v 1 1 1
v 1 3 1
v 0 3 1
usemtl steel
f 7 8 9 10 11 12
usemtl wood
f 6 5 4 3 2 1
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
)";

std::string ellObj(const std::string& name) {
    return "o " + name + kL;
}

constexpr const char* kQuad = "o Ground\nv 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3 4\n";

ImportOptions concaveAsMeshes() {
    ImportOptions options;
    options.nonConvexPolicy = NonConvexPolicy::TriangleMesh;
    return options;
}

ImportOptions allAsMeshes() {
    ImportOptions options;
    options.unnamedAsTriangleMeshes = true;
    return options;
}

TEST(TriangleMeshes, ConcavePolygonsAreTriangulated) {
    const auto model = loadObj(ellObj("Wall-col"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->bodies.empty());
    ASSERT_EQ(model->meshes.size(), 1u);
    const CollisionMesh& wall = model->meshes.front();
    EXPECT_EQ(wall.name, "Wall");
    EXPECT_EQ(model->findMesh("Wall"), &wall);
    EXPECT_EQ(model->findMesh("Wall-col"), nullptr);
    EXPECT_EQ(wall.mesh.sides(), Sides::Both);
    EXPECT_EQ(wall.mesh.vertices().size(), 12u) << "welded";
    EXPECT_EQ(wall.mesh.triangleCount(), 20u);
    EXPECT_TRUE(wall.mesh.isWatertight());
    EXPECT_NEAR(massProperties(wall.mesh)->volume, 5.0, 1e-6) << "the notch is empty";
    const NodeReport& line = model->report.nodes.front();
    EXPECT_EQ(line.summary, "collides as a static triangle mesh of 20 triangles (-col)");
    EXPECT_EQ(line.triangles, 20u);
    EXPECT_EQ(line.hullVertices, 0u);
    EXPECT_EQ(messages(line), "");
    // One ray passes through the notch, the other one hits the steel beside it.
    const Pose here;
    EXPECT_FALSE(raycast(wall.mesh, here, Ray{{2.0f, 2.0f, 5.0f}, {0.0f, 0.0f, -10.0f}}));
    const auto hit = raycast(wall.mesh, here, Ray{{0.5f, 2.0f, 5.0f}, {0.0f, 0.0f, -10.0f}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(model->material(hit->entry.tag), "steel");
    std::set<std::string_view> materials;
    for (const std::uint32_t tag : wall.mesh.tags()) {
        materials.insert(model->material(tag));
    }
    EXPECT_EQ(materials, (std::set<std::string_view>{"steel", "wood"}));
}

TEST(TriangleMeshes, MirroredNodesAreRewound) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"Rock-col","mesh":0,"scale":[-1,1,2]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])")));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_TRUE(model->report.nodes.front().mirrored);
    EXPECT_TRUE(model->meshes[0].mesh.isWatertight());
    EXPECT_NEAR(massProperties(model->meshes[0].mesh)->volume, 12.0, 1e-5);
    EXPECT_TRUE(near(bounds(model->meshes[0].mesh, RigidTransform{}).lower, {-1.0f, 0.0f, 0.0f}));
}

TEST(TriangleMeshes, CollisionMeshReplacesItsRenderMesh) {
    const auto model = loadObj("o Wall\n" + boxCornerLines("v ") + boxFaceLines("f", 1) + "o Wall-colonly\n" +
                               boxCornerLines("v ") + boxFaceLines("f", 9));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->bodies.empty()) << "the render mesh has a collision mesh";
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_EQ(model->nodes[model->meshes[0].renderNode.value()].name, "Wall");
    EXPECT_EQ(model->report.nodes[0].role, NodeRole::RenderOnly);
    EXPECT_EQ(model->report.nodes[1].summary,
              "collides for \"Wall\" as a static triangle mesh of 12 triangles (-colonly)");
}

TEST(TriangleMeshes, HullIfTriangleMeshesAreOff) {
    ImportOptions options;
    options.triangleMeshes = false;
    const auto model = loadObj(ellObj("Wall-col"), options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->meshes.empty());
    ASSERT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->bodies[0].requestedType, ShapeType::TriangleMesh);
    EXPECT_TRUE(has(model->report.nodes[0], Code::MeshReplacedByHull));
    EXPECT_EQ(model->report.nodes[0].triangles, 0u);
}

TEST(TriangleMeshes, ConcaveMeshesByOption) {
    const auto wall = loadObj(ellObj("Wall"), concaveAsMeshes());
    ASSERT_TRUE(wall) << wall.error().message;
    EXPECT_TRUE(wall->bodies.empty());
    ASSERT_EQ(wall->meshes.size(), 1u);
    EXPECT_EQ(wall->report.nodes[0].summary, "collides as a static triangle mesh of 20 triangles");
    EXPECT_EQ(messages(wall->report.nodes[0]), "");
    EXPECT_EQ(wall->report.nodes[0].volume, 0.0);
    EXPECT_EQ(wall->report.nodes[0].hullFaces, 0u);
    const auto box = loadObj(boxObj(), concaveAsMeshes());
    ASSERT_TRUE(box);
    EXPECT_EQ(box->bodies.size(), 1u);
    EXPECT_TRUE(box->meshes.empty());
    const auto named = loadObj(ellObj("UCX_Wall"), concaveAsMeshes());
    ASSERT_TRUE(named);
    EXPECT_EQ(named->bodies.size(), 1u) << "the name asks for a hull";
}

TEST(TriangleMeshes, FlatMeshesByOption) {
    const auto refused = loadObj(kQuad);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ImportError::Code::NoColliders);
    for (const ImportOptions& options : {concaveAsMeshes(), allAsMeshes()}) {
        const auto ground = loadObj(kQuad, options);
        ASSERT_TRUE(ground) << ground.error().message;
        EXPECT_TRUE(ground->bodies.empty());
        ASSERT_EQ(ground->meshes.size(), 1u);
        EXPECT_EQ(ground->meshes[0].mesh.triangleCount(), 2u);
        EXPECT_EQ(messages(ground->report.nodes[0]), "") << "holes are allowed";
    }
}

TEST(TriangleMeshes, AllUnnamedMeshesByOption) {
    const auto box = loadObj(boxObj(), allAsMeshes());
    ASSERT_TRUE(box) << box.error().message;
    EXPECT_TRUE(box->bodies.empty());
    ASSERT_EQ(box->meshes.size(), 1u);
    EXPECT_EQ(box->meshes[0].name, "box");
    EXPECT_EQ(box->meshes[0].mesh.triangleCount(), 12u);
    const auto named = loadObj(boxObj("o Crate-convcol\n"), allAsMeshes());
    ASSERT_TRUE(named);
    EXPECT_EQ(named->bodies.size(), 1u);
}

TEST(TriangleMeshes, FaultsAreReported) {
    const auto line = loadObj("o Line-col\nv 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().code, ImportError::Code::NoColliders);
    EXPECT_NE(line.error().message.find("no face with an area"), std::string::npos) << line.error().message;
    std::string text = "o Box-col\n" + boxCornerLines("v ", -1) + boxFaceLines("f", 1);
    const auto inverted = loadObj(text);
    ASSERT_TRUE(inverted);
    EXPECT_TRUE(has(inverted->report.nodes[0], Code::Inverted));
    EXPECT_FALSE(inverted->meshes.at(0).mesh.isWatertight());
}

TEST(TriangleMeshes, DynamicBodiesAreHulls) {
    const Folder folder;
    const auto file = [&](const std::string& type) {
        return folder.write("a.gltf", gltfBox(R"("extensionsUsed":["OMI_physics_shape","OMI_physics_body"],
        "extensions":{"OMI_physics_shape":{"shapes":[{"type":"trimesh","trimesh":{"mesh":0}}]}},
        "scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"rock","extensions":{"OMI_physics_body":{
        "motion":{"type":")" + type + R"("},"collider":{"shape":0}}}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    };
    const auto moved = loadModel(file("dynamic"));
    ASSERT_TRUE(moved) << moved.error().message;
    EXPECT_TRUE(moved->meshes.empty());
    ASSERT_EQ(moved->bodies.size(), 1u);
    ASSERT_TRUE(has(moved->report.nodes[0], Code::MeshReplacedByHull));
    EXPECT_NE(messages(moved->report.nodes[0]).find("is dynamic"), std::string::npos);
    const auto door = loadModel(file("kinematic"));
    ASSERT_TRUE(door) << door.error().message;
    ASSERT_EQ(door->meshes.size(), 1u);
    EXPECT_EQ(door->rigidBodies.at(door->meshes[0].rigidBody.value()).motion, MotionType::Kinematic);
}

TEST(TriangleMeshes, SurviveBaking) {
    const auto model = loadObj(ellObj("Wall-col"));
    ASSERT_TRUE(model);
    const std::vector<std::byte> bytes = saveBaked(*model);
    const auto back = loadBaked(std::span<const std::byte>(bytes));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(std::ranges::equal(back->meshes.at(0).mesh.vertices(), model->meshes[0].mesh.vertices()));
    EXPECT_TRUE(std::ranges::equal(back->meshes[0].mesh.indices(), model->meshes[0].mesh.indices()));
    EXPECT_TRUE(std::ranges::equal(back->meshes[0].mesh.tags(), model->meshes[0].mesh.tags()));
}

}  // namespace
}  // namespace sat3d::test
