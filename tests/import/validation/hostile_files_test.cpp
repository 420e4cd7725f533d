/// Damaged and hostile files give an error or a valid model, in bounded time, never a crash.

#include "import/support.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace sat3d::test {
namespace {

/// Expects an error with a message, or bodies with finite volumes.
void expectErrorOrValidModel(const std::filesystem::path& file, int& loaded, int& refused) {
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
            expectErrorOrValidModel(
                folder.write("cut" + sample.extension, std::string_view(sample.bytes).substr(0, size)),
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
                expectErrorOrValidModel(folder.write("changed" + sample.extension, bytes), loaded, refused);
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
    expectRefused("a.gltf", gltfNodes(R"({"children":[1]},{"children":[0]})"), "cycle");
    expectRefused("a.gltf", gltfNodes(R"({"children":[0]})"), "cycle");
    // Each level has the next one twice: 2^40 nodes.
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

TEST(HostileGltf, InvalidRootsAreRefusedInTheSceneThatIsRead) {
    const auto withRoots = [](const std::string& roots) {
        return gltfBox("\"scenes\":[{\"nodes\":" + roots + R"(},{"nodes":[7]}],"nodes":[{"mesh":0}],
                       "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
    };
    const Folder folder;
    EXPECT_TRUE(loadModel(folder.write("a.gltf", withRoots("[0]"))));
    for (const char* roots : {"[0,0]", "[1]", "[-1]"}) {
        expectRefused("a.gltf", withRoots(roots), "a root that does not exist, or the same root twice");
    }
}

TEST(HostileGltf, NumbersThatLeadOutOfTheFile) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "\"count\":8", "\"count\":4000000000"), "does not fit");
    expectRefused("a.gltf", replaced(sound, "\"count\":8", "\"count\":-8"), "not a valid number");
    expectRefused("a.gltf", replaced(sound, "\"byteOffset\":96", "\"byteOffset\":1000"), "leaves its buffer");
    expectRefused("a.gltf", replaced(sound, "\"POSITION\":0", "\"POSITION\":9"),
                  "there are only 4 accessors");
    expectRefused("a.gltf", replaced(sound, "\"mesh\":0", "\"mesh\":3"), "there are only 1 meshes");
    expectRefused("a.gltf", replaced(sound, "5126,\"count\":8", "5125,\"count\":8"), "16 bits");
    expectRefused("a.gltf", replaced(sound, "\"byteLength\":168", "\"byteLength\":1000000000"), "a.gltf");
}

/// nlohmann-json writes values as text by recursion.
TEST(HostileGltf, DeeplyNestedJson) {
    constexpr std::size_t kDeep = 400'000;
    const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
    expectRefused("a.gltf", gltfNodes(R"({"mesh":0,"extras":)" + deep + "}"), "nests deeper");
    const std::string quoted = R"({"mesh":0,"name":"[\"[[{","extras":")" + std::string(100, '[') + "\"}";
    const Folder folder;
    EXPECT_TRUE(loadModel(folder.write("a.gltf", gltfNodes(quoted))));
}

/// Each object takes about a hundred bytes of memory.
TEST(HostileGltf, JsonOfTooManyValues) {
    std::string values;
    for (int k = 0; k < 4'200'000; ++k) {
        values += "{},";
    }
    expectRefused("a.gltf", gltfNodes(R"({"mesh":0,"extras":[)" + values + "{}]}"), "contains more than");
}

/// Assimp reads shared vertices again for each primitive: 24 GB here.
TEST(HostileGltf, PrimitivesThatMultiplyTheirVertices) {
    constexpr std::size_t kVertices = 100'000;
    const Folder folder;
    folder.write("a.bin", std::string(12 * kVertices, '\0'));
    std::string primitives = R"({"attributes":{"POSITION":0}})";
    for (int k = 1; k < 20'000; ++k) {
        primitives += R"(,{"attributes":{"POSITION":0}})";
    }
    const auto model = loadModel(folder.write("a.gltf", R"({"asset":{"version":"2.0"},
        "accessors":[{"bufferView":0,"componentType":5126,"count":100000,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":1200000}],"buffers":[{"byteLength":1200000,"uri":"a.bin"}],
        "scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" +
                                                            primitives + "]}]}"));
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().message.find("maxVertices"), std::string::npos) << model.error().message;
}

TEST(HostileGltf, UnsupportedFeaturesAreNamed) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "\"2.0\"", "\"1.0\""), "glTF 1.0");
    expectRefused("a.gltf",
                  replaced(sound, "\"accessors\"",
                           "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"accessors\""),
                  "KHR_draco_mesh_compression");
    expectRefused("a.glb", sound, "not a GLB file");
}

/// Assimp drops such a face without an error.
TEST(HostileGltf, IndicesBeyondTheVerticesAreRefused) {
    std::string glb = readFile(std::string(SAT3D_MODELS) + "/crate.glb");
    glb[glb.size() - 72] = '\x7f';  // the last 72 bytes are the 36 indices
    expectRefused("a.glb", glb, "refers to vertex 127, and there are 24");

    std::string buffer = gltfBoxBuffer();
    buffer[100] = '\x7f';
    const Folder folder;
    folder.write("box.bin", buffer);
    const auto holed = loadModel(folder.write(
        "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                            "meshes":[{"name":"shell","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])",
                          "box.bin")));
    ASSERT_FALSE(holed);
    EXPECT_NE(holed.error().message.find("mesh \"shell\" refers to vertex"), std::string::npos)
        << holed.error().message;
}

TEST(HostileGltf, BuffersWithInvalidContent) {
    const std::string sound = gltfNodes(R"({"mesh":0})");
    expectRefused("a.gltf", replaced(sound, "base64,", "base64,*"), "invalid base64");
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
    append(bytes, std::uint32_t{27 + 13 + 1} + propertyBytes);  // end of the record
    append(bytes, std::uint32_t{1});
    append(bytes, propertyBytes);
    return bytes + "\1X" + type + property + std::string(13, '\0');
}

TEST(HostileFbx, PropertiesOfEveryTypeAndOfUnknownTypes) {
    const auto expect = [](char type, const std::string& sound) {
        expectRefused("a.fbx", fbxWith(type, sound), "the reader says");  // passes the validation
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
            }
        }
    }
    for (const char type : others) {
        expectRefused("a.fbx", fbxWith(type, "xxxxxxxxxxxxxxxx"), "has an unknown type");
    }
}

/// Assimp 5.2.5 loops forever.
TEST(HostilePly, HeaderCutOff) {
    expectRefused("a.ply", "ply\nformat ascii", "cut off");
    expectRefused("a.ply", "ply\nformat ascii 1.0\ncomment end_header\n", "cut off");
    // Assimp reads the last line as the rest of an empty line.
    for (const char end : {'\0', '\f', '\r'}) {
        expectRefused("a.ply", replaced(boxPly(), "\nend_header", std::string(2, end) + "end_header"),
                      "cut off");
    }
}

/// Assimp 5.2.5 allocates 48 GB.
TEST(HostilePly, HeaderPromisesMoreThanTheFile) {
    const auto with = [](const std::string& line) {
        return replaced(boxPly(), "element vertex 8\n", line + "\n");
    };
    const std::string promise = "element vertex 4000000000";
    for (const std::string& before :
         {std::string(), std::string("  "), std::string("comment \f"), std::string("comment \r"),
          std::string("comment \0", 9), std::string("comment TextureFile "),
          std::string("comment TextureFile element TextureFile "), std::string("comment end_header\n"),
          std::string("comment X")}) {
        expectRefused("a.ply", with(before + promise), "promises more");
    }
    for (const char* line : {"element\tvertex \t4000000000", "element vertex 4000000000x",
                             "element vertex 4000000000 x", "element vertex 36893488147419103240"}) {
        expectRefused("a.ply", with(line), "promises more");
    }
}

/// Assimp 5.2.5 allocates memory for the first list, writes the second list to it, and frees it twice.
TEST(HostilePly, TwoListsOfOneName) {
    const std::string more = "element vertex 9\nproperty float x\nelement face 6\n";
    expectRefused("a.ply", replaced(boxPly(), "element face 6\n", more), "second list: element vertex 9");
    const std::string strips = "element tristrips 1\nproperty list uchar int vertex_indices\nend_header\n";
    expectRefused("a.ply", replaced(boxPly(), "end_header\n", strips), "second list: element tristrips 1");
}

/// Blanks, capital letters and lines without sizes are harmless.
TEST(HostilePly, SloppyHeadersAreRead) {
    const Folder folder;
    std::string sloppy =
        replaced(boxPly(), "element vertex 8\n", "Created by hand\r\n  element vertex 8   \r\n");
    EXPECT_TRUE(loadModel(folder.write("a.ply", sloppy)));
    sloppy = replaced(replaced(sloppy, "Created by hand", "8 elements vertex 4000000000"), "ply", "PLY");
    EXPECT_TRUE(loadModel(folder.write("a.ply", replaced(sloppy, "end_header", "end_header of a box"))));
}

/// Assimp itself compares the length with the number of triangles.
TEST(HostileStl, BinaryOfAnotherLength) {
    const std::string box = readFile(std::string(SAT3D_TEST_DATA) + "/corpus/islands_posts.stl");
    const Folder folder;
    ASSERT_TRUE(loadModel(folder.write("a.stl", box)));
    for (const std::string& start : {box.substr(0, 80), "solid" + box.substr(5, 75)}) {
        const std::string rest = box.substr(80);
        std::string many = rest;
        many[3] = '\x80';  // 2^31 more triangles: the length is the same modulo 2^32
        for (const std::string& changed : {rest.substr(0, rest.size() - 1), rest + "x", many}) {
            EXPECT_FALSE(loadModel(folder.write("a.stl", start + changed)));
        }
    }
}

/// Assimp's reader of raw triangles leaves pointers uninitialized if a file has two objects.
TEST(Hostile, RawTrianglesAreNotRead) {
    const Folder folder;
    const std::string triangle = "0 0 0 1 0 0 0 1 0\n";
    const auto model = loadModel(folder.write("a.raw", "one\n" + triangle + "two\n" + triangle));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::UnknownFormat);
}

/// Assimp's reader of .assbin does not check the indices of meshes.
TEST(Hostile, NodesWithMissingMeshesAreRefused) {
    std::string dump(44, ' ');
    for (const std::uint32_t number :
         {1u, 0u, 0u, 0u, 0u}) {  // version, flags, neither shortened nor compressed
        append(dump, number);
    }
    dump.append(256 + 128 + 64, '\0');
    for (const std::uint32_t number :
         {0x1239u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0x123cu, 0u, 0u}) {  // scene, nameless node
        append(dump, number);
    }
    for (int k = 0; k < 16; ++k) {
        append(dump, k % 5 == 0 ? 1.0f : 0.0f);
    }
    for (const std::uint32_t number : {0u, 1u, 0u, 1'000'000u}) {  // no child, one mesh
        append(dump, number);
    }
    expectRefused("a.assbin", dump, "has a mesh that does not exist");
}

TEST(Hostile, HugeCoordinatesAreRefused) {
    std::string text = boxObj();
    expectRefused("a.obj", replaced(text, "v 1 2 3", "v 1e30 2 3"), "no body");
}

}  // namespace
}  // namespace sat3d::test
