/// Node trees: transforms, mirroring, names, one body per node.

#include "import/support.hpp"

namespace sat3d::test {
namespace {

const std::string kBoxMesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";

Result<ImportedModel, ImportError> loadGltf(const std::string& rest) {
    const Folder folder;
    return loadModel(folder.write("scene.gltf", gltfBox(rest)));
}

TEST(Nodes, NonUniformScaleUnderARotationIsBakedAsShear) {
    // Parent: scale (2, 1, 1). Child: rotation by 45 degrees about z. The product contains shear.
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[
        {"name":"parent","scale":[2,1,1],"children":[1]},
        {"name":"child","mesh":0,"rotation":[0,0,0.3826834323650898,0.9238795325112867]}],)" +
                                kBoxMesh);
    ASSERT_TRUE(model) << model.error().message;
    const NodeReport& node = model->report.nodes.at(0);
    const float r = std::sqrt(0.5f);
    EXPECT_TRUE(near(node.minimum, {2.0f * -2.0f * r, 0.0f, 0.0f}));
    EXPECT_TRUE(near(node.maximum, {2.0f * r, 3.0f * r, 3.0f}));
    EXPECT_NEAR(node.volume, 12.0, 1e-5);
    EXPECT_EQ(node.hullFaces, 6u);
    EXPECT_EQ(node.path, "parent/child");
}

TEST(Nodes, LongNamesAreShortenedInPathsOnly) {
    const std::string name(500, 'x');
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":")" + name +
                                R"(","children":[1]},{"name":"child","mesh":0}],)" + kBoxMesh);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.nodes.at(0).path, name.substr(0, 63) + "\u2026/child");
    EXPECT_EQ(model->nodes.at(0).name, name);
}

/// Assimp cuts a name after 1023 characters, and with it the number of the primitive at its end.
TEST(Nodes, NamesOfAnyLengthAreComplete) {
    const std::string name(5000, 'x');
    const auto model = loadGltf(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "materials":[{"name":")" +
                                name + R"(m"}],"meshes":[{"name":")" + name + R"(","primitives":[
        {"attributes":{"POSITION":0},"indices":2,"material":0},{"attributes":{"POSITION":0},"indices":3}]}])");
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.at(0).name, name + "-0");
    EXPECT_EQ(model->materials.at(0), name + "m");
}

TEST(Nodes, TransformOfTheRootCounts) {
    const auto model = loadGltf(
        R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a","mesh":0,"translation":[10,0,0]}],)" +
        kBoxMesh);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(model->report.nodes[0].minimum, {10.0f, 0.0f, 0.0f}));
}

TEST(Nodes, InstancesAreSeparateBodiesAndMirroredOnesAreRewound) {
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0,1,2]}],"nodes":[
        {"name":"a","mesh":0},{"name":"b","mesh":0,"translation":[5,0,0],"scale":[-1,1,1]},
        {"name":"c","mesh":0,"scale":[-1,-2,1]}],)" +
                                kBoxMesh);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 3u);
    const auto& nodes = model->report.nodes;
    EXPECT_FALSE(nodes[0].mirrored);
    EXPECT_TRUE(nodes[1].mirrored);
    EXPECT_FALSE(nodes[2].mirrored) << "two reflections are a rotation";
    EXPECT_TRUE(near(nodes[1].minimum, {4.0f, 0.0f, 0.0f}));
    EXPECT_NEAR(nodes[0].meshVolume, 6.0, 1e-5);
    EXPECT_NEAR(nodes[1].meshVolume, 6.0, 1e-5);
    EXPECT_NEAR(nodes[2].meshVolume, 12.0, 1e-5);
    for (const NodeReport& node : nodes) {
        EXPECT_TRUE(node.warnings.empty()) << messages(node);
    }
}

TEST(Nodes, ZeroScaleFlattensAndIsReported) {
    const auto model = loadGltf(
        R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a","mesh":0,"scale":[1,1,0]}],)" + kBoxMesh);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::NoColliders);
    EXPECT_TRUE(has(model.error().report.nodes.at(0), NodeReport::Warning::Code::Flat));
}

TEST(Nodes, MaterialsOfOneNodeAreOneBody) {
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hull","mesh":0}],
        "materials":[{"name":"steel"},{"name":"rubber"}],"meshes":[{"primitives":[
        {"attributes":{"POSITION":0},"indices":2,"material":0},{"attributes":{"POSITION":0},"indices":3,"material":1}]}])");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->bodies[0].name, "hull");
    EXPECT_EQ(model->report.nodes[0].facesRead, 12u);
    EXPECT_EQ(model->report.nodes[0].verticesWelded, 8u);
    EXPECT_TRUE(model->report.nodes[0].warnings.empty()) << "closed across the materials";
}

TEST(Nodes, NamesFallBackFromNodeToMeshToFile) {
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0,1,2]}],"nodes":[
        {"name":"wanted","mesh":0},{"mesh":0},{"mesh":1}],"meshes":[
        {"name":"data","primitives":[{"attributes":{"POSITION":0},"indices":1}]},
        {"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 3u);
    EXPECT_EQ(model->bodies[0].name, "wanted");
    EXPECT_EQ(model->bodies[1].name, "data");
    EXPECT_EQ(model->bodies[2].name, "scene");
}

TEST(Nodes, NodesWithoutMeshAreNotReported) {
    const auto model =
        loadGltf(R"("scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"name":"lamp"},{"name":"a","mesh":0}],)" +
                 kBoxMesh);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.nodes.size(), 1u);
}

TEST(Nodes, VerticesThatNoFaceUsesDoNotCount) {
    const auto model = loadGltf(R"("scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"name":"a","mesh":0},
        {"name":"b","mesh":1}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},
        {"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":1}]}])");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.nodes.size(), 2u);
    EXPECT_EQ(model->report.nodes[1].verticesRead, 0u) << "a mesh of lines";
    EXPECT_TRUE(has(model->report.nodes[1], NodeReport::Warning::Code::Empty));

    const Folder folder;
    const auto obj =
        loadModel(folder.write("a.obj", "v 100 100 100\n" + boxCornerLines("v ") + boxFaceLines("f", 2)));
    ASSERT_TRUE(obj) << obj.error().message;
    EXPECT_TRUE(near(obj->report.nodes[0].maximum, kBoxSize));
    EXPECT_EQ(obj->report.nodes[0].verticesWelded, 8u);
}

}  // namespace
}  // namespace sat3d::test
