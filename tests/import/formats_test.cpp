/// One box, a file format each. Expected everywhere: from the origin to (1, 2, 3) m, Y up.

#include "import/json_tree.hpp"
#include "support.hpp"
#include "support/random.hpp"

#include <nlohmann/json.hpp>

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

/// STL and PLY name no up-axis and are taken to be Z-up: as Y-up is what the box is written in here.
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

/// A tetrahedron three times: as a strip, as a fan with a triangle, and without indices.
TEST(Formats, GltfListsTrianglesInManyWays) {
    const Folder folder;
    constexpr std::array<std::array<float, 3>, 4> kCorners{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}}};
    std::string bytes;
    const auto addCorner = [&](std::size_t k) {
        for (const float coordinate : kCorners[k]) {
            append(bytes, coordinate);
        }
    };
    for (const std::size_t k : {0, 1, 2, 3}) {
        addCorner(k);
    }
    for (const std::size_t k : {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2}) {
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

/// Whole numbers up to three times `unit`, which nodes scale back, as gltfpack writes them
/// (KHR_mesh_quantization); those with signs are all below zero.
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
    expectBox(
        loadModel(folder.write(
            "a.gltf",
            R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],"accessors":[
            {"bufferView":0,"componentType":)" +
                std::to_string(componentType) + R"(,"normalized":)" + (isNormalized ? "true" : "false") +
                R"(,"count":8,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],
            "bufferViews":[{"buffer":0,"byteLength":64,"byteStride":8},
                           {"buffer":0,"byteOffset":64,"byteLength":72}],
            "buffers":[{"byteLength":136,"uri":"box.bin"}],"scene":0,"scenes":[{"nodes":[0]}],
            "nodes":[{"name":"box","mesh":0,"scale":)" +
                three(scale) + R"(,"translation":)" + three(double(shift) / unit) + R"(}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]})")),
        "box");
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
    // Written by the script beside them.
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

TEST(Formats, ColladaUnderItsOtherNamesKeepsNames) {
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

TEST(Formats, WhateverElseAssimpReads) {
    const Folder folder;
    const auto file = folder.write("a.off", "OFF\n8 6 0\n" + boxCornerLines() + boxFaceLines("4"));
    const auto model = loadModel(file);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(model->report.nodes[0].maximum, kBoxSize));

    ImportOptions vetted;
    vetted.onlyVettedFormats = true;
    const auto refused = loadModel(file, vetted);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ImportError::Code::UnknownFormat);
    EXPECT_NE(refused.error().message.find(".dae, .fbx, .glb, .gltf, .obj, .ply or .stl"), std::string::npos);
}

TEST(Formats, ExtensionsAreSortedAndLowerCase) {
    const std::vector<std::string> all = importableExtensions();
    EXPECT_TRUE(std::ranges::is_sorted(all));
    for (const std::string must : {".obj", ".gltf", ".glb", ".fbx", ".dae", ".stl", ".ply"}) {
        EXPECT_TRUE(std::ranges::binary_search(all, must)) << must;
    }
}

TEST(Formats, ExtensionInUpperCaseWillDo) {
    const Folder folder;
    expectBox(loadModel(folder.write("A.OBJ", boxObj())), "box");
}

TEST(Formats, ContentDoesNotChooseTheReader) {
    // An STL under another name: its own reader would recognise it, but is never asked.
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj",
                                              "solid box\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
                                              "vertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"));
    ASSERT_FALSE(model);
}

/// By another reader's hand.
nlohmann::json jsonOf(const importing::JsonValue& value) {
    using Kind = importing::JsonValue::Kind;
    nlohmann::json json = value.is(Kind::Object)   ? nlohmann::json::object()
                          : value.is(Kind::Array)  ? nlohmann::json::array()
                          : value.is(Kind::String) ? nlohmann::json(value.string())
                                                   : nlohmann::json::parse(value.text);  // numbers and words
    EXPECT_EQ(value.real(), json.is_number() ? json.get<double>() : 0.0);
    for (const importing::JsonValue& child : value.children) {
        if (value.is(Kind::Array)) {
            json.push_back(jsonOf(child));
        } else {
            EXPECT_EQ(value.find(child.key), &child);
            json[std::string(child.key)] = jsonOf(child);
        }
    }
    return json;
}

/// Damaged texts: what is JSON and what it says must be as nlohmann's reader has it.
TEST(JsonTree, IsWhatAnotherReaderReads) {
    const std::vector<std::string> sound = {
        R"({"a":{},"b":[[],{}],"c":[1,-1,0,18446744073709551615,-9223372036854775808,18446744073709551616]})",
        R"([0.1, 1e300 ,-2.5e-7,1.0,0.30000001192092896,true,false,null,1e400,1e-400,-0,0.0e5])",
        R"({"quoted \" \\":"\u0000\u0001\t\n\u001f \/ \u007f ü 漢 \ud83d\ude00","\u0061":1,"a":2})",
        R"({"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":1,"l":2,"a":3,"m":4,"n":5,"b":6})",
        R"({"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":1,"l":2,"a":3,"m":4,"n":5,"b":6,
            "o":7,"p":8,"q":9,"r":0})",
        "\xef\xbb\xbf[1]\n", std::string("[1]\0x", 5),
        // The ends of what UTF-8 allows, and what lies just beyond.
        "[\"\xed\x9f\xbf\xee\x80\x80\xe0\xa0\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\xc2\x80\"]",
        "\"\xed\xa0\x80\"", "\"\xe0\x9f\xbf\"", "\"\xf0\x8f\xbf\xbf\"", "\"\xf4\x90\x80\x80\"",
        "\"\xc1\xbf\"", R"("\ud800")", R"("\udc00\ud800")", R"("\ud800\u0041")"};
    const std::string odd = "{}[]:,\"\\u0019aeE+-. tfn\x80\xc3\xa4\xed\xa0\xf0\x9f\x98\x1f\t\x7f";
    Random random(31);
    const auto place = [&](const std::string& text) {
        return random.below(static_cast<std::uint32_t>(text.size() + 1));
    };
    int same = 0, broken = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string text = sound[random.below(static_cast<std::uint32_t>(sound.size()))];
        for (std::uint32_t change = random.below(4); change > 0; --change) {
            const std::uint32_t at = place(text);
            switch (random.below(3)) {
                case 0:
                    text.insert(at, 1, odd[random.below(static_cast<std::uint32_t>(odd.size()))]);
                    break;
                case 1:
                    text.erase(at, 1 + random.below(3));
                    break;
                default:
                    text.insert(at, text.substr(place(text), random.below(8)));
            }
        }
        const nlohmann::json there = nlohmann::json::parse(text, nullptr, false);
        const importing::JsonTree tree(text);
        ASSERT_EQ(tree.root() != nullptr, !there.is_discarded()) << text;
        if (tree.root() != nullptr) {
            ASSERT_EQ(jsonOf(*tree.root()), there) << text;
        }
        ++(there.is_discarded() ? broken : same);
    }
    EXPECT_GT(same, 3000);
    EXPECT_GT(broken, 3000);
}

TEST(JsonTree, NumbersOfThingsAreWhole) {
    const importing::JsonTree tree(R"([7,0,-1,1.0,1e2,18446744073709551615,18446744073709551616,"7",null])");
    std::vector<std::optional<std::uint64_t>> numbers;
    for (const importing::JsonValue& value : tree.root()->children) {
        numbers.push_back(value.whole());
    }
    const std::optional<std::uint64_t> none;
    EXPECT_EQ(numbers, (std::vector<std::optional<std::uint64_t>>{7, 0, none, none, none, ~std::uint64_t{0},
                                                                  none, none, none}));
}

}  // namespace
}  // namespace sat3d::test
