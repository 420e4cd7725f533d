/// The limits of ImportOptions, the errors of loadModel, and access to files outside the model's folder.

#include "import/support.hpp"

#include <chrono>

namespace sat3d::test {
namespace {

using ErrorCode = ImportError::Code;

void expectError(const Result<ImportedModel, ImportError>& model, ErrorCode code,
                 const std::string& mention) {
    ASSERT_FALSE(model);
    EXPECT_EQ(toString(model.error().code), toString(code)) << model.error().message;
    EXPECT_NE(model.error().message.find(mention), std::string::npos) << model.error().message;
}

TEST(Errors, NotFound) {
    expectError(loadModel("nowhere/tank.glb"), ErrorCode::NotFound,
                "nowhere/tank.glb: there is no such file");
}

TEST(Errors, FolderIsUnreadable) {
    const Folder folder;
    std::filesystem::create_directory(folder.path() / "a.obj");
    expectError(loadModel(folder.path() / "a.obj"), ErrorCode::Unreadable, "is a folder");
    expectError(loadModel(folder.path()), ErrorCode::Unreadable, "is a folder");
}

TEST(Errors, UnknownExtensionListsTheKnownOnes) {
    const Folder folder;
    expectError(loadModel(folder.write("a.txt", "x")), ErrorCode::UnknownFormat,
                "the extension .txt is not supported");
    expectError(loadModel(folder.write("a.txt", "x")), ErrorCode::UnknownFormat,
                "export the model as .dae, .fbx");
    expectError(loadModel(folder.write("a", "x")), ErrorCode::UnknownFormat, "has no extension");
}

TEST(Errors, AllBadOptionsAreNamed) {
    ImportOptions options;
    options.metersPerUnit = -1.0;
    options.weldTolerance = 2.0;
    options.hull.coplanarTolerance = 1.0f;
    options.maxSeconds = std::nan("");
    const auto model = loadModel("a.obj", options);
    for (const char* name : {"metersPerUnit", "weldTolerance", "coplanarTolerance", "maxSeconds"}) {
        expectError(model, ErrorCode::BadOptions, name);
    }
}

TEST(Limits, FileBytes) {
    ImportOptions options;
    options.maxFileBytes = 100;
    expectError(loadModel(std::string(SAT3D_MODELS) + "/tank.glb", options), ErrorCode::LimitExceeded,
                "maxFileBytes");
}

TEST(Limits, FileBytesIncludeBuffers) {
    const Folder folder;
    folder.write("box.bin", gltfBoxBuffer() + std::string(1000, '\0'));
    const auto file = folder.write(
        "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                          "box.bin"));
    ImportOptions options;
    options.maxFileBytes = std::filesystem::file_size(file) + 1000;
    expectError(loadModel(file, options), ErrorCode::LimitExceeded, "box.bin");
}

TEST(Limits, Vertices) {
    ImportOptions options;
    options.maxVertices = 30;
    for (const char* name : {"/tank.glb", "/tank.obj"}) {
        expectError(loadModel(std::string(SAT3D_MODELS) + name, options), ErrorCode::LimitExceeded,
                    "maxVertices");
    }
}

TEST(Limits, VerticesOfSharedMeshesCountForEachNode) {
    const Folder folder;
    std::string nodes;
    std::string roots;
    for (int k = 0; k < 100; ++k) {
        nodes += std::string(k ? "," : "") + R"({"mesh":0})";
        roots += (k ? "," : "") + std::to_string(k);
    }
    ImportOptions options;
    options.maxVertices = 500;
    expectError(
        loadModel(folder.write(
                      "a.gltf",
                      gltfBox(R"("scene":0,"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes +
                              R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])")),
                  options),
        ErrorCode::LimitExceeded, "800");
}

TEST(Limits, Nodes) {
    ImportOptions options;
    options.maxNodes = 3;
    for (const char* name : {"/tank.glb", "/tank.obj"}) {
        expectError(loadModel(std::string(SAT3D_MODELS) + name, options), ErrorCode::LimitExceeded,
                    "maxNodes");
    }
}

TEST(Limits, Depth) {
    ImportOptions options;
    options.maxDepth = 2;
    expectError(loadModel(std::string(SAT3D_MODELS) + "/tank.glb", options), ErrorCode::LimitExceeded,
                "maxDepth");
    const Folder folder;
    std::string open;
    std::string close;
    for (int k = 0; k < 5; ++k) {
        open += "<node name=\"n\">";
        close += "</node>";
    }
    const auto deep =
        loadModel(folder.write("a.dae", colladaFile("<unit meter=\"1\"/>", open + close)), options);
    expectError(deep, ErrorCode::LimitExceeded, "maxDepth");
    EXPECT_EQ(deep.error().node, "n");
}

TEST(Limits, Seconds) {
    ImportOptions options;
    options.maxSeconds = 0.0;
    for (const char* name : {"/tank.glb", "/tank.obj"}) {
        expectError(loadModel(std::string(SAT3D_MODELS) + name, options), ErrorCode::LimitExceeded,
                    "maxSeconds");
    }
}

TEST(Sandbox, BufferOutsideTheFolderIsNotOpened) {
    const Folder folder;
    folder.write("secret.bin", gltfBoxBuffer());
    const std::string rest = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";
    for (const std::string& uri : {std::string("../secret.bin"), (folder.path() / "secret.bin").string(),
                                   std::string("sub/../../secret.bin")}) {
        std::filesystem::create_directories(folder.path() / "model/sub");
        expectError(loadModel(folder.write("model/a.gltf", gltfBox(rest, uri))), ErrorCode::Malformed,
                    "outside the model's folder");
    }
}

TEST(Sandbox, LinkOutOfTheFolderIsNotFollowed) {
    const Folder folder;
    folder.write("secret.bin", gltfBoxBuffer());
    const auto file = folder.write(
        "model/a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                                "link.bin"));
    std::error_code error;
    std::filesystem::create_symlink(folder.path() / "secret.bin", folder.path() / "model/link.bin", error);
    if (error) {
        GTEST_SKIP() << "no symbolic links here";
    }
    expectError(loadModel(file), ErrorCode::Malformed, "outside the model's folder");
}

TEST(Sandbox, MaterialFileOutsideTheFolderGivesANote) {
    const Folder folder;
    folder.write("steel.mtl", "newmtl steel\n");
    const auto model = loadModel(folder.write("model/a.obj", "mtllib ../steel.mtl\n" + boxObj()));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_FALSE(model->report.notes.empty());
    EXPECT_NE(model->report.notes[0].find("outside the model's folder"), std::string::npos);
}

TEST(Sandbox, MissingBufferIsNamedOnce) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                                                 "gone.bin")));
    expectError(model, ErrorCode::Malformed, "not found: gone.bin");
    const std::string& message = model.error().message;
    EXPECT_EQ(message.find("not found:"), message.rfind("not found:")) << message;
}

}  // namespace
}  // namespace sat3d::test
