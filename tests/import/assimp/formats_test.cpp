/// The same box in each file format: from the origin to (1, 2, 3) m, Y up.

#include "import/support.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sat3d::test {
namespace {

void expectBox(const Result<ImportedModel, ImportError>& model, const std::string& name) {
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->bodies[0].name, name);
    const NodeReport& node = model->report.nodes[0];
    EXPECT_TRUE(near(node.minimum, glm::vec3(0.0f)));
    EXPECT_TRUE(near(node.maximum, kBoxSize));
    EXPECT_EQ(node.verticesWelded, 8u);
    EXPECT_EQ(node.hullFaces, 6u);
    EXPECT_NEAR(node.volume, 6.0, 1e-5);
    EXPECT_NEAR(node.meshVolume, 6.0, 1e-5);
    EXPECT_TRUE(node.warnings.empty()) << messages(node);
}

/// STL and PLY state no up-axis, so the importer assumes Z. The box is written with Y up.
ImportOptions yUp() {
    ImportOptions options;
    options.sourceUp = UpAxis::Y;
    return options;
}

template <class Visit>
void forEachTriangle(Visit&& visit) {
    for (const auto& f : kBoxFaces) {
        visit(kBox[static_cast<std::size_t>(f[0])], kBox[static_cast<std::size_t>(f[1])],
              kBox[static_cast<std::size_t>(f[2])]);
        visit(kBox[static_cast<std::size_t>(f[0])], kBox[static_cast<std::size_t>(f[2])],
              kBox[static_cast<std::size_t>(f[3])]);
    }
}

TEST(Formats, Obj) {
    const Folder folder;
    expectBox(loadModel(folder.write("a.obj", boxObj())), "box");
}

TEST(Formats, GltfWithDataUri) {
    const Folder folder;
    expectBox(loadModel(folder.write(
                  "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"))),
              "box");
}

TEST(Formats, GltfWithBufferFile) {
    const Folder folder;
    folder.write("parts/box.bin", gltfBoxBuffer());
    expectBox(loadModel(folder.write(
                  "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                                    "parts/box.bin"))),
              "box");
}

/// A tetrahedron as a strip, as a fan with a triangle, and without indices.
TEST(Formats, GltfListsTrianglesInManyWays) {
    const Folder folder;
    constexpr std::array<std::array<float, 3>, 4> kCorners{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}}};
    std::string bytes;
    const auto addCorner = [&](std::size_t k) {
        for (const float coordinate : kCorners[k]) {
            append(bytes, coordinate);
        }
    };
    for (const std::size_t k : {0u, 1u, 2u, 3u}) {
        addCorner(k);
    }
    for (const std::size_t k : {0u, 1u, 2u, 0u, 2u, 3u, 0u, 3u, 1u, 1u, 3u, 2u}) {
        addCorner(k);
    }
    bytes += std::string(
        "\0\1\2\3\0\1"
        "\0\1\2\3\1"
        "\1\3\2",
        14);
    folder.write("the data.bin", bytes);
    const auto model = loadModel(folder.write("a.gltf", R"({"asset":{"version":"2.0"},
        "buffers":[{"byteLength":206,"uri":"the%20data.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":192},{"buffer":0,"byteOffset":192,"byteLength":14}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
            {"bufferView":0,"byteOffset":48,"componentType":5126,"count":12,"type":"VEC3"},
            {"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"},
            {"bufferView":1,"byteOffset":6,"componentType":5121,"count":5,"type":"SCALAR"},
            {"bufferView":1,"byteOffset":11,"componentType":5121,"count":3,"type":"SCALAR"}],
        "meshes":[{"primitives":[{"mode":5,"attributes":{"POSITION":0},"indices":2}]},
            {"primitives":[{"mode":6,"attributes":{"POSITION":0},"indices":3},
                           {"attributes":{"POSITION":0},"indices":4}]},
            {"primitives":[{"attributes":{"POSITION":1}}]}],
        "nodes":[{"name":"strip","mesh":0},{"name":"fan","mesh":1},{"name":"bare","mesh":2}],
        "scenes":[{"nodes":[0,1,2]}]})"));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.nodes.size(), 3u);
    for (const NodeReport& node : model->report.nodes) {
        EXPECT_EQ(node.facesRead, 4u) << node.name;
        EXPECT_NEAR(node.meshVolume, 1.0 / 6.0, 1e-12) << node.name;
        EXPECT_TRUE(node.warnings.empty()) << node.name << ": " << node.warnings.front().message;
    }
}

constexpr const char* kGltfScene = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],)";

/// Assimp refuses a mesh with a primitive without triangles.
TEST(Formats, GltfWithPrimitivesThatHaveNoTriangles) {
    for (int mode = 0; mode < 8; ++mode) {
        for (const std::size_t corners : {1u, 2u}) {
            const Folder folder;
            folder.write("box.bin", gltfBoxBuffer());
            std::string text =
                gltfBox(kGltfScene + std::string(R"("meshes":[{"primitives":[
                            {"attributes":{"POSITION":0},"indices":2,"mode":)") +
                            std::to_string(mode) + R"(},{"attributes":{"POSITION":0},"indices":1}]}])",
                        "box.bin");
            text = replaced(text, "\"count\":18", "\"count\":" + std::to_string(corners));
            expectBox(loadModel(folder.write("a.gltf", text)), "box");
        }
    }
}

/// The buffer may end before the stride of the last item. Assimp requires the full stride.
TEST(Formats, GltfWithoutPaddingAfterTheLastVertex) {
    std::string bytes;
    for (const auto& corner : kBox) {
        bytes += std::string(bytes.empty() ? 0 : 12, 'x');
        for (const int coordinate : corner) {
            append(bytes, static_cast<float>(coordinate));
        }
    }
    const Folder folder;
    folder.write("a.bin", bytes);
    folder.write("b.bin", gltfBoxBuffer().substr(96));
    expectBox(loadModel(folder.write("a.gltf", R"({"asset":{"version":"2.0"},"accessors":[
            {"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],
            "bufferViews":[{"buffer":0,"byteLength":180,"byteStride":24},{"buffer":1,"byteLength":72}],
            "buffers":[{"byteLength":180,"uri":"a.bin"},{"byteLength":72,"uri":"b.bin"}],"scenes":[{"nodes":[0]}],
            "nodes":[{"name":"box","mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]})")),
              "box");
}

/// Assimp reads the GLB's own buffer as the first buffer, even if the document names another file.
TEST(Formats, GlbWhoseFirstBufferIsElsewhere) {
    std::string json = gltfBox(kGltfScene + std::string(R"("meshes":[{"primitives":[
                                   {"attributes":{"POSITION":0},"indices":1}]}])"));
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string glb = "glTF";
    append(glb, std::uint32_t{2});
    append(glb, static_cast<std::uint32_t>(28 + json.size() + 168));
    append(glb, static_cast<std::uint32_t>(json.size()));
    glb += "JSON" + json;
    append(glb, std::uint32_t{168});
    glb += std::string("BIN\0", 4) + std::string(168, '\0');
    const Folder folder;
    expectBox(loadModel(folder.write("a.glb", glb)), "box");
}

/// Coordinates are integers up to three times `unit`, which the node scales back, as gltfpack writes them
/// (KHR_mesh_quantization). Signed ones are all negative.
template <class Number>
void expectQuantizedBox(int componentType, int unit, bool isNormalized) {
    SCOPED_TRACE(componentType);
    const int shift = std::is_signed_v<Number> ? 3 * unit + 1 : 0;
    std::string bytes;
    for (const auto& corner : kBox) {
        for (const int coordinate : corner) {
            append(bytes, static_cast<Number>(coordinate * unit - shift));
        }
        bytes += std::string(std::size_t{8} - 3 * sizeof(Number), '\0');  // to a stride of 8
    }
    bytes += gltfBoxBuffer().substr(96);
    const double scale = (isNormalized ? double(std::numeric_limits<Number>::max()) : 1.0) / unit;
    const auto three = [](double number) { return nlohmann::json::array({number, number, number}).dump(); };
    const Folder folder;
    folder.write("box.bin", bytes);
    const auto text = [&](const std::string& uri) {
        return
            R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],"accessors":[
            {"bufferView":0,"componentType":)" +
            std::to_string(componentType) + R"(,"normalized":)" + (isNormalized ? "true" : "false") +
            R"(,"count":8,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],
            "bufferViews":[{"buffer":0,"byteLength":64,"byteStride":8},
                           {"buffer":0,"byteOffset":64,"byteLength":72}],
            "buffers":[{"byteLength":136,"uri":")" +
            uri + R"("}],"scenes":[{"nodes":[0]}],
            "nodes":[{"name":"box","mesh":0,"scale":)" +
            three(scale) + R"(,"translation":)" + three(double(shift) / unit) + R"(}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]})";
    };
    expectBox(loadModel(folder.write("a.gltf", text("box.bin"))), "box");
    expectBox(loadModel(folder.write("a.gltf", text("data:;base64," + base64(bytes)))), "box");
}

TEST(Formats, GltfWithQuantizedPositions) {
    for (const bool isNormalized : {false, true}) {
        expectQuantizedBox<std::int8_t>(5120, 42, isNormalized);  // 3 * 42 + 1 = 127
        expectQuantizedBox<std::uint8_t>(5121, 85, isNormalized);
        expectQuantizedBox<std::int16_t>(5122, 10922, isNormalized);
        expectQuantizedBox<std::uint16_t>(5123, 21845, isNormalized);
    }
}

TEST(Formats, FbxText) {
    const Folder folder;
    expectBox(loadModel(folder.write(
                  "a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "box"), "C: \"OO\",2,0\nC: \"OO\",1,2\n"))),
              "box");
}

TEST(Formats, FbxBinary) {
    // A script in the same folder writes these files.
    for (const char* name : {"/import/box.fbx", "/import/box_7500.fbx"}) {
        SCOPED_TRACE(name);
        expectBox(loadModel(std::string(SAT3D_TEST_DATA) + name), "box");
    }
}

TEST(Formats, Collada) {
    const Folder folder;
    expectBox(loadModel(folder.write("a.dae", colladaFile("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>",
                                                          "<node id=\"n\" name=\"box\"><instance_geometry "
                                                          "url=\"#g\"/></node>"))),
              "box");
}

TEST(Formats, ColladaWithOtherExtensionsKeepsNames) {
    const Folder folder;
    const std::string text =
        colladaFile("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>",
                    "<node id=\"n_001\" name=\"box 1\"><instance_geometry url=\"#g\"/></node>");
    expectBox(loadModel(folder.write("a.dae", text)), "box 1");
    expectBox(loadModel(folder.write("a.xml", text)), "box 1");
}

TEST(Formats, StlText) {
    const Folder folder;
    std::string text = "solid box\n";
    forEachTriangle([&](const auto&... corners) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const auto& c : {corners...}) {
            text += "vertex " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " +
                    std::to_string(c[2]) + "\n";
        }
        text += "endloop\nendfacet\n";
    });
    expectBox(loadModel(folder.write("a.stl", text + "endsolid box\n"), yUp()), "box");
}

TEST(Formats, StlBinaryIsNamedAfterItsFile) {
    const Folder folder;
    std::string bytes(80, ' ');
    append(bytes, std::uint32_t{12});
    forEachTriangle([&](const auto&... corners) {
        bytes.append(12, '\0');
        for (const auto& corner : {corners...}) {
            for (const int c : corner) {
                append(bytes, static_cast<float>(c));
            }
        }
        append(bytes, std::uint16_t{0});
    });
    expectBox(loadModel(folder.write("crate_mk2.stl", bytes), yUp()), "crate_mk2");
}

TEST(Formats, PlyTextKeepsItsPolygons) {
    const Folder folder;
    const auto model = loadModel(folder.write("box.ply", boxPly()), yUp());
    expectBox(model, "box");
    EXPECT_EQ(model->report.nodes[0].facesRead, 6u);
}

TEST(Formats, PlyBinary) {
    const Folder folder;
    std::string bytes =
        "ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
        "property float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n";
    for (const auto& corner : kBox) {
        for (const int c : corner) {
            append(bytes, static_cast<float>(c));
        }
    }
    for (const auto& f : kBoxFaces) {
        bytes += '\4';
        for (const int index : f) {
            append(bytes, index);
        }
    }
    expectBox(loadModel(folder.write("box.ply", bytes), yUp()), "box");
}

TEST(Formats, OtherFormatsOfAssimp) {
    const Folder folder;
    const auto file = folder.write("a.off", "OFF\n8 6 0\n" + boxCornerLines() + boxFaceLines("4"));
    const auto model = loadModel(file);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(model->report.nodes[0].maximum, kBoxSize));

    ImportOptions validated;
    validated.onlyValidatedFormats = true;
    const auto refused = loadModel(file, validated);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ImportError::Code::UnknownFormat);
    EXPECT_NE(refused.error().message.find(".dae, .fbx, .glb, .gltf, .obj, .ply or .stl"), std::string::npos);
}

TEST(Formats, ExtensionsAreSortedAndLowerCase) {
    const std::vector<std::string> all = supportedExtensions();
    EXPECT_TRUE(std::ranges::is_sorted(all));
    for (const std::string extension : {".obj", ".gltf", ".glb", ".fbx", ".dae", ".stl", ".ply"}) {
        EXPECT_TRUE(std::ranges::binary_search(all, extension)) << extension;
    }
}

TEST(Formats, ExtensionInUpperCase) {
    const Folder folder;
    expectBox(loadModel(folder.write("A.OBJ", boxObj())), "box");
}

TEST(Formats, ContentDoesNotSelectTheReader) {
    // An STL file under another name. The STL reader would recognize it, but does not run.
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj",
                                              "solid box\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
                                              "vertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"));
    ASSERT_FALSE(model);
}

/// Formats without checks. The reader of OFF invents a name, that of 3DS loses names.
TEST(Formats, NamesOfOtherReaders) {
    expectBox(load("crate.off", "OFF\n8 6 0\n" + boxCornerLines() + boxFaceLines("4")), "crate");

    const auto chunk = [](std::uint16_t id, const std::string& content) {
        std::string bytes;
        append(bytes, id);
        append(bytes, static_cast<std::uint32_t>(6 + content.size()));
        return bytes + content;
    };
    std::string corners, faces;
    append(corners, std::uint16_t{8});
    for (const auto& corner : kBox) {
        for (const int number : corner) {
            append(corners, static_cast<float>(number));
        }
    }
    append(faces, std::uint16_t{12});
    for (const auto& f : kBoxFaces) {
        for (const auto& [b, c] : {std::pair(1u, 2u), {2u, 3u}}) {
            for (const int number : {f[0], f[b], f[c], 7}) {
                append(faces, static_cast<std::uint16_t>(number));
            }
        }
    }
    const std::string object =
        chunk(0x4000,
              std::string("Crate-col\0", 10) + chunk(0x4100, chunk(0x4110, corners) + chunk(0x4120, faces)));
    const auto model = load("a.3ds", chunk(0x4d4d, chunk(0x3d3d, object)));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.notes.size(), 1u);
    EXPECT_TRUE(model->report.notes[0].starts_with("the names of the objects are lost"))
        << model->report.notes[0];
}

}  // namespace
}  // namespace sat3d::test
