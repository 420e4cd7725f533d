/// Broken and hostile files: an error or a sound model, in bounded time, never a crash.

#include "support.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace sat3d::test {
namespace {

/// Whatever the file, what comes back must be sound.
void expectSane(const std::filesystem::path& file, int& loaded, int& refused) {
    ImportOptions options;
    options.maxSeconds = 10.0;
    options.maxVertices = 1'000'000;
    const auto model = loadModel(file, options);
    if (!model) {
        EXPECT_FALSE(model.error().message.empty());
        ++refused;
        return;
    }
    EXPECT_FALSE(model->bodies.empty());
    for (const CollisionBody& body : model->bodies) {
        EXPECT_TRUE(std::isfinite(massProperties(body.shape).volume));
        EXPECT_GT(massProperties(body.shape).volume, 0.0);
    }
    ++loaded;
}

struct Sample {
    std::string extension;
    std::string bytes;
};

std::vector<Sample> samples() {
    const std::string models = SAT3D_MODELS;
    return {{".obj", readFile(models + "/crate.obj")},
            {".glb", readFile(models + "/tank.glb")},
            {".gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])")},
            {".fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "box", fbxLocal("Rotation", "0,0,180")),
                             "C: \"OO\",2,0\nC: \"OO\",1,2\n")},
            {".fbx", readFile(std::string(SAT3D_TEST_DATA) + "/import/box.fbx")},
            {".fbx", readFile(std::string(SAT3D_TEST_DATA) + "/import/box_7500.fbx")},
            {".dae", colladaFile("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>",
                                 "<node id=\"n\" name=\"box\"><instance_geometry url=\"#g\"/></node>")},
            {".stl",
             "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
             "endfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 0 0 5\nendloop\n"
             "endfacet\nendsolid t\n"},
            {".ply",
             "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
             "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
             "0 0 1\n3 0 1 2\n3 0 1 3\n"}};
}

TEST(Hostile, TruncatedAtEveryStride) {
    const Folder folder;
    int loaded = 0;
    int refused = 0;
    for (const Sample& sample : samples()) {
        ASSERT_FALSE(sample.bytes.empty()) << sample.extension;
        const std::size_t stride = std::max<std::size_t>(1, sample.bytes.size() / 40);
        for (std::size_t size = 0; size < sample.bytes.size(); size += stride) {
            SCOPED_TRACE(sample.extension + " cut to " + std::to_string(size));
            expectSane(folder.write("cut" + sample.extension, std::string_view(sample.bytes).substr(0, size)),
                       loaded, refused);
        }
    }
    EXPECT_GT(refused, 150);
}

TEST(Hostile, MutatedAtEveryStride) {
    const Folder folder;
    int loaded = 0;
    int refused = 0;
    for (const Sample& sample : samples()) {
        const std::size_t stride = std::max<std::size_t>(1, sample.bytes.size() / 60);
        for (std::size_t at = 0; at < sample.bytes.size(); at += stride) {
            for (const char value : {'\0', '\xff', '9', '-'}) {
                SCOPED_TRACE(sample.extension + " byte " + std::to_string(at) + " set to " +
                             std::to_string(value));
                std::string bytes = sample.bytes;
                bytes[at] = value;
                expectSane(folder.write("changed" + sample.extension, bytes), loaded, refused);
            }
        }
    }
    EXPECT_GT(refused, 200);
    EXPECT_GT(loaded, 200);
}

std::string gltfNodes(const std::string& nodes) {
    return gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
                   R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
}

TEST(HostileGltf, NodesThatFormNoTree) {
    expectRefused("a.gltf", gltfNodes(R"({"children":[1]},{"children":[0]})"), "circle");
    expectRefused("a.gltf", gltfNodes(R"({"children":[0]})"), "circle");
    // Each level doubles: forty of them would be a trillion nodes.
    std::string doubling;
    for (int k = 1; k <= 40; ++k) {
        doubling += R"({"children":[)" + std::to_string(k) + "," + std::to_string(k) + "]},";
    }
    expectRefused("a.gltf", gltfNodes(doubling + R"({"mesh":0})"), "two parents");
    expectRefused("a.gltf", gltfNodes(R"({"children":[7]})"), "does not exist");
    std::string chain;
    for (int k = 1; k < 2000; ++k) {
        chain += R"({"children":[)" + std::to_string(k) + "]},";
    }
    expectRefused("a.gltf", gltfNodes(chain + R"({"mesh":0})"), "maxDepth");
}

/// A look at all nodes for each scene would be a look at 10^10 of them.
TEST(HostileGltf, ManyScenesOfManyNodes) {
    constexpr int kMany = 100'000;
    std::string scenes, nodes;
    for (int k = 0; k < kMany; ++k) {
        scenes += (k == 0 ? "{\"nodes\":[" : ",{\"nodes\":[") + std::to_string(kMany - 1 - k) + ",0]}";
        nodes += k == 0 ? "{\"mesh\":0}" : ",{}";
    }
    const auto text = [&](const std::string& scene) {
        return gltfBox("\"scene\":1,\"scenes\":[" + scenes + scene + "],\"nodes\":[" + nodes +
                       R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
    };
    const std::string last = scenes.substr(scenes.rfind(",{"));
    scenes.resize(scenes.size() - last.size());  // it names node 0 twice
    const Folder folder;
    const auto model = loadModel(folder.write("a.gltf", text("")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    expectRefused("a.gltf", text(last), "names a node that does not exist, or one twice");
}

TEST(HostileGltf, NumbersThatLeadOutOfTheFile) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "\"count\":8", "\"count\":4000000000"), "does not fit");
    expectRefused("a.gltf", replaced(sound, "\"count\":8", "\"count\":-8"), "no sensible number");
    expectRefused("a.gltf", replaced(sound, "\"byteOffset\":96", "\"byteOffset\":1000"), "leaves its buffer");
    expectRefused("a.gltf", replaced(sound, "\"POSITION\":0", "\"POSITION\":9"),
                  "there are only 4 accessors");
    expectRefused("a.gltf", replaced(sound, "\"mesh\":0", "\"mesh\":3"), "there are only 1 meshes");
    expectRefused("a.gltf", replaced(sound, "5126,\"count\":8", "5125,\"count\":8"), "16 bits");
    expectRefused("a.gltf", replaced(sound, "\"byteLength\":168", "\"byteLength\":1000000000"), "a.gltf");
}

TEST(HostileGltf, JsonWithoutBottom) {
    expectRefused("a.gltf", R"({"asset":{"version":"2.0"},"extras":)" + std::string(100000, '['),
                  "nests deeper");
}

TEST(HostileGltf, WhatIsNotReadIsNamed) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "\"2.0\"", "\"1.0\""), "glTF 1.0");
    expectRefused("a.gltf",
                  replaced(sound, "\"accessors\"",
                           "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"accessors\""),
                  "KHR_draco_mesh_compression");
    expectRefused("a.glb", sound, "no GLB file");
}

/// Other readers drop such a face without a word.
TEST(HostileGltf, IndicesBeyondTheVerticesAreRefused) {
    std::string glb = readFile(std::string(SAT3D_MODELS) + "/crate.glb");
    glb[glb.size() - 72] = '\x7f';  // the last 72 bytes are the 36 indices
    expectRefused("a.glb", glb, "names vertex 127 of 24");

    std::string buffer = gltfBoxBuffer();
    buffer[100] = '\x7f';
    const Folder folder;
    folder.write("box.bin", buffer);
    const auto holed = loadModel(folder.write(
        "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"name":"shell","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                          "box.bin")));
    ASSERT_FALSE(holed);
    EXPECT_NE(holed.error().message.find("mesh \"shell\" names vertex"), std::string::npos)
        << holed.error().message;
}

TEST(HostileGltf, BuffersThatAreNotWhatTheySay) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "base64,", "base64,*"), "broken base64");
    expectRefused("a.gltf", replaced(sound, ";base64,", ","), "not in base64");
    expectRefused("a.gltf", replaced(sound, "\"byteLength\":168", "\"byteLength\":169"),
                  "should have 169 bytes, but there are only 168");
    expectRefused("a.gltf", replaced(sound, "\"uri\"", "\"url\""), "there are only 0");
    expectRefused("a.gltf", replaced(sound, "\"scenes\"", "\"stages\""), "scene");
}

/// A binary file of one record with one property.
std::string fbxWith(char type, const std::string& property) {
    std::string bytes("Kaydara FBX Binary  \0\x1a\0", 23);
    append(bytes, std::uint32_t{7400});
    const auto propertyBytes = static_cast<std::uint32_t>(1 + property.size());
    append(bytes, std::uint32_t{27 + 13 + 1} + propertyBytes);  // where the record ends
    append(bytes, std::uint32_t{1});
    append(bytes, propertyBytes);
    return bytes + "\1X" + type + property + std::string(13, '\0');
}

TEST(HostileFbx, PropertiesOfEveryTypeAndOfNone) {
    const auto expect = [](char type, const std::string& sound) {
        expectRefused("a.fbx", fbxWith(type, sound), "the reader says");  // not before
        const std::string shorter = sound.substr(0, sound.size() - 1);
        expectRefused("a.fbx", fbxWith(type, shorter), "longer than its record");
    };
    std::string others(256, '\0');
    std::iota(others.begin(), others.end(), '\0');
    const std::vector<std::pair<std::string, std::size_t>> sizes = {
        {"BC", 1}, {"Y", 2}, {"FI", 4}, {"LD", 8}, {"SR", 0}, {"bc", 1}, {"fi", 4}, {"dl", 8}};
    for (const auto& [types, size] : sizes) {
        for (const char type : types) {
            std::erase(others, type);
            if (size == 0) {
                expect(type, std::string("\3\0\0\0xyz", 7));
            } else if (type < 'a') {
                expect(type, std::string(size, 'x'));
            } else {
                std::string array;
                append(array, std::uint32_t{3});
                append(array, std::uint32_t{0});
                append(array, static_cast<std::uint32_t>(3 * size));
                expect(type, array + std::string(3 * size, 'x'));
                ++array[8];
                expectRefused("a.fbx", fbxWith(type, array + std::string(3 * size + 1, 'x')),
                              "not the size it claims");
            }
        }
    }
    for (const char type : others) {
        expectRefused("a.fbx", fbxWith(type, "xxxxxxxxxxxxxxxx"), "of no known type");
    }
}

TEST(HostilePly, HeaderCutOffOrBoasting) {
    expectRefused("a.ply", "ply\nformat ascii", "cut off");
    expectRefused("a.ply", "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n",
                  "promises more");
}

/// Assimp 5.2.5 makes room for the first list, writes the second there too, and frees what it has destroyed.
TEST(HostilePly, TwoListsOfOneKind) {
    const std::string more = "element vertex 9\nproperty float x\nelement face 6\n";
    expectRefused("a.ply", replaced(boxPly(), "element face 6\n", more), "second list: element vertex 9");
    const std::string strips = "element tristrips 1\nproperty list uchar int vertex_indices\nend_header\n";
    expectRefused("a.ply", replaced(boxPly(), "end_header\n", strips), "second list: element tristrips 1");
}

/// Blanks at the ends of lines and lines that say nothing of sizes hurt nobody.
TEST(HostilePly, SloppyHeadersAreRead) {
    const Folder folder;
    std::string sloppy =
        replaced(boxPly(), "element vertex 8\n", "Created by hand\r\n  element vertex 8   \r\n");
    EXPECT_TRUE(loadModel(folder.write("a.ply", sloppy)));
    sloppy = replaced(sloppy, "Created by hand", "Xelement vertex 4000000000");
    EXPECT_FALSE(loadModel(folder.write("a.ply", sloppy)));
}

/// Assimp's reader of raw triangles leaves pointers uninitialised where a file has two objects.
TEST(Hostile, RawTrianglesAreNotRead) {
    const Folder folder;
    const std::string triangle = "0 0 0 1 0 0 0 1 0\n";
    const auto model = loadModel(folder.write("a.raw", "one\n" + triangle + "two\n" + triangle));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::UnknownFormat);
}

TEST(Hostile, Utf16IsNamed) {
    for (const char* name : {"a.obj", "a.dae", "a.gltf"}) {
        expectRefused(name, std::string("\xff\xfe\x76\0\x20\0", 6), "UTF-16");
    }
}

TEST(Hostile, HugeCoordinatesAreRefused) {
    std::string text = boxObj();
    expectRefused("a.obj", replaced(text, "v 1 2 3", "v 1e30 2 3"), "no body");
}

}  // namespace
}  // namespace sat3d::test
