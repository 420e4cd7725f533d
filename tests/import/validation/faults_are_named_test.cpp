/// What a damaged file says to the artist who has to mend it: the place and the remedy. What a file writes in
/// an unusual way is read, or refused: nothing gets lost without a word.

#include "import/meshes.hpp"
#include "import/support.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string faultOf(const std::string& name, const std::string& content) {
    const auto model = load(name, content);
    return model ? "no error" : model.error().message;
}

std::string gltfWith(const std::string& nodes) {
    return gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
                   R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
}

/// The only body of the file is the box, at its place.
void expectBox(const std::string& name, const std::string& content, const glm::vec3& size = kBoxSize) {
    const auto model = load(name, content);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u);
    const NodeReport& node = model->report.nodes.front();
    EXPECT_NEAR(node.volume, 6.0, 1e-5);
    EXPECT_TRUE(near(node.maximum - node.minimum, size)) << toText(node.maximum - node.minimum);
    EXPECT_TRUE(node.warnings.empty()) << messages(node);
}

TEST(NamedFaults, VerticesOfObjFaces) {
    const std::string box = boxObj("o My Crate\n");
    EXPECT_THAT(faultOf("a.obj", box + "f 1 2 99\n"),
                HasSubstr("line 16: a face of \"My Crate\" has vertex 99, and there are 8. Copy or export"));
    EXPECT_THAT(faultOf("a.obj", box + "f 1 2 -9\n"), HasSubstr("has vertex -9, and there are 8 before it"));
    EXPECT_THAT(faultOf("a.obj", box + "f 1 2 99999999999999999999\n"), HasSubstr("line 16"));
    EXPECT_THAT(faultOf("a.obj", box + "f 0 1 2\n"), HasSubstr("\"0\", which names no vertex"));
    EXPECT_THAT(faultOf("a.obj", box + "f \\\n1 \\\nb 2\n"), HasSubstr("line 18"));
    EXPECT_EQ(load("a.obj", box + "f 1 2 99\n").error().node, "My Crate");
    expectBox("a.obj", "o box\n" + boxFaceLines("f", 1) + boxCornerLines("v "));  // vertices may follow
    expectBox("a.obj", "o box\n" + boxCornerLines("v ") + boxFaceLines("f", -8));
}

TEST(NamedFaults, CommentsAfterNumbersOfObjLines) {
    std::string text;
    for (const char c : boxObj("o box # left\n")) {
        text += c == '\n' ? "  # remark\n" : std::string(1, c);
    }
    expectBox("a.obj", text);
}

TEST(NamedFaults, StlFiles) {
    std::string text = "solid box\n";
    for (const auto& f : kBoxFaces) {
        for (const auto& [b, c] : {std::pair(1u, 2u), {2u, 3u}}) {
            text += "facet normal 0 0 0\nouter loop\n";
            for (const int k : {f[0], f[b], f[c]}) {
                const auto& p = kBox[static_cast<std::size_t>(k)];
                text += "vertex " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " +
                        std::to_string(p[2]) + "\n";
            }
            text += "endloop\nendfacet\n";
        }
    }
    text += "endsolid box\n";
    const glm::vec3 zUp(1.0f, 3.0f, 2.0f);
    expectBox("a.stl", text, zUp);
    expectBox("a.stl", "\r\n\n  " + text, zUp);
    std::string capitals = text;
    std::ranges::transform(capitals, capitals.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    expectBox("a.stl", capitals, zUp);
    EXPECT_EQ(load("a.stl", capitals)->bodies[0].name, "BOX");

    const std::string binary = readFile(std::string(SAT3D_TEST_DATA) + "/corpus/islands_posts.stl");
    const std::string size = std::to_string(binary.size());
    EXPECT_THAT(faultOf("a.stl", binary.substr(0, 200)),
                HasSubstr("is cut off: 200 of " + size + " bytes. Copy"));
    EXPECT_THAT(faultOf("a.stl", "solid" + binary.substr(5, 195)), HasSubstr("is cut off: 200 of " + size));
    EXPECT_THAT(faultOf("a.stl", binary + "x"), HasSubstr("is damaged"));
    EXPECT_THAT(faultOf("a.stl", "x"), HasSubstr("is no STL file"));
    EXPECT_THAT(faultOf("a.stl", "; by hand\n" + text), HasSubstr("is no STL file"));
}

TEST(NamedFaults, PlyFiles) {
    EXPECT_THAT(faultOf("a.ply", replaced(boxPly(), "4 0 2 3 1\n", "4 0 2 3 8\n")),
                HasSubstr("face 0 has vertex 8, which does not exist: there are 8, numbered from 0. Copy"));
    const std::string box = boxPly();
    EXPECT_THAT(faultOf("a.ply", box.substr(0, box.size() - 20)),
                HasSubstr("is cut off: its header promises 14 lines, and there are 12"));
    // Assimp would keep one triangle of a strip.
    EXPECT_THAT(faultOf("a.ply", replaced(box, "element face 6\n", "element tristrips 6\n")),
                HasSubstr("its faces are triangle strips, which are not read; export it with faces"));
}

TEST(NamedFaults, PlacesInGltf) {
    const std::string sound =
        replaced(gltfWith(R"({"name":"Crate","mesh":0})"), R"("meshes":[{)", R"("meshes":[{"name":"Shell",)");
    for (const auto& [old, changed] : {std::pair("\"POSITION\":0", "\"POSITION\":9"),
                                       {"\"indices\":1", "\"indices\":-1"},
                                       {"\"count\":8", "\"count\":800"},
                                       {"5126,\"count\":8", "5125,\"count\":8"}}) {
        EXPECT_THAT(faultOf("a.gltf", replaced(sound, old, changed)), HasSubstr("mesh 0 \"Shell\": "))
            << changed;
    }
    for (const char* fault :
         {"\"mesh\":7", "\"mesh\":0,\"scale\":[1,2]", "\"mesh\":0,\"rotation\":[0,0,0,null]"}) {
        const std::string file = replaced(sound, "\"mesh\":0", fault);
        EXPECT_THAT(faultOf("a.gltf", file), HasSubstr("node 0 \"Crate\": ")) << fault;
        EXPECT_EQ(load("a.gltf", file).error().node, "Crate");
    }
    EXPECT_THAT(faultOf("a.gltf", replaced(sound, "\"bufferView\":0,", "")), HasSubstr("without data"));
    EXPECT_THAT(faultOf("a.gltf", replaced(replaced(sound, "\"bufferView\":0,", ""), "\"indices\":1",
                                           R"("indices":1,"extensions":{"KHR_draco_mesh_compression":{}})")),
                HasSubstr("compressed (KHR_draco_mesh_compression)"));
    EXPECT_THAT(faultOf("a.gltf", sound + "}"), HasSubstr("line "));
    EXPECT_THAT(faultOf("a.gltf", replaced(sound, "Crate", "Cr\xE4te")), HasSubstr("not UTF-8"));
    EXPECT_THAT(faultOf("a.glb", sound), HasSubstr("end in .gltf"));
    EXPECT_THAT(faultOf("a.gltf", readFile(std::string(SAT3D_MODELS) + "/crate.glb")),
                HasSubstr("end in .glb"));
}

TEST(NamedFaults, RequiredExtensionsThatAreNotRead) {
    const auto notes = [](const std::string& extension) {
        const auto model =
            load("a.gltf", replaced(gltfWith(R"({"mesh":0})"), "\"accessors\"",
                                    "\"extensionsRequired\":[\"" + extension + "\"],\"accessors\""));
        return model ? model->report.notes : std::vector<std::string>{model.error().message};
    };
    EXPECT_THAT(notes("ACME_terrain"), Contains(HasSubstr("requires \"ACME_terrain\", which is not read")));
    EXPECT_THAT(notes("KHR_materials_unlit"), IsEmpty());
}

/// Some exporters list all nodes as roots. A body must not be there twice.
TEST(NamedFaults, RootsBelowOtherRoots) {
    const auto model =
        load("a.gltf", replaced(gltfWith(R"({"name":"Base","children":[1]},{"name":"Crate","mesh":0})"),
                                "\"nodes\":[0]", "\"nodes\":[0,1]"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_THAT(model->report.notes, Contains(HasSubstr("node \"Crate\" as a root, below another root")));
}

TEST(NamedFaults, RotationsOfAnotherLength) {
    const auto model = load("a.gltf", gltfWith(R"({"mesh":0,"rotation":[0,0,3,3]})"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(model->report.nodes[0].volume, 6.0, 1e-5);
    EXPECT_TRUE(near(model->report.nodes[0].minimum, glm::vec3(-2, 0, 0)));
}

/// Readers and exporters invent names where a file has none; in other formats they are the artist's.
TEST(NamedFaults, NamesThatOtherFormatsInvent) {
    for (const char* name : {"ROOT", "RootNode", "Exported", "defaultobject", "<STL_BINARY>"}) {
        const auto model =
            load("a.gltf", gltfWith(R"({"children":[1]},{"name":")" + std::string(name) + R"(","mesh":0})"));
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->bodies[0].name, name);
    }
    for (const char* name : {"ROOT", "RootNode", "Exported", "nodes[0]"}) {
        EXPECT_EQ(load("a.obj", boxObj("o " + std::string(name) + "\n"))->bodies[0].name, name);
    }
}

}  // namespace
}  // namespace sat3d::test
