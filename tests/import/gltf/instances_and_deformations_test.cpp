/// What moves or multiplies the meshes of a glTF file besides the transforms of its nodes: instances become
/// nodes, and the report mentions skins and morph weights.

#include "import/support.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A file with the box, and a buffer of numbers. Accessors: 0 positions, 1 indices, 2 translations, 3
/// rotations, 4 scales.
std::string file(const std::vector<float>& translations, const std::vector<float>& rotations,
                 const std::vector<float>& scales, const std::string& nodes, const std::string& more = "") {
    std::string bytes = gltfBoxBuffer();
    const std::size_t box = bytes.size();
    for (const auto* numbers : {&translations, &rotations, &scales}) {
        for (const float number : *numbers) {
            append(bytes, number);
        }
    }
    const auto view = [](std::size_t begin, std::size_t length) {
        return R"({"buffer":0,"byteOffset":)" + std::to_string(begin) + R"(,"byteLength":)" +
               std::to_string(length) + "}";
    };
    const auto accessor = [](int view_index, const std::string& type, std::size_t count,
                             int component = 5126) {
        return R"({"bufferView":)" + std::to_string(view_index) + R"(,"componentType":)" +
               std::to_string(component) + R"(,"count":)" + std::to_string(count) + R"(,"type":")" + type +
               R"("})";
    };
    std::size_t at = box;
    std::string views, accessors;
    const auto add = [&](const std::vector<float>& numbers, int index, const std::string& type,
                         std::size_t components) {
        views += "," + view(at, 4 * numbers.size());
        accessors += "," + accessor(index, type, numbers.size() / components);
        at += 4 * numbers.size();
    };
    add(translations, 2, "VEC3", 3);
    add(rotations, 3, "VEC4", 4);
    add(scales, 4, "VEC3", 3);
    return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" + std::to_string(bytes.size()) +
           R"(,"uri":"data:application/octet-stream;base64,)" + base64(bytes) + R"("}],"bufferViews":[)" +
           view(0, 96) + "," + view(96, box - 96) + views + R"(],"accessors":[)" + accessor(0, "VEC3", 8) +
           "," + accessor(1, "SCALAR", 36, 5123) + accessors +
           R"(],"meshes":[{"name":"m","primitives":[{"attributes":)" +
           R"({"POSITION":0},"indices":1}]}],"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes + "]" +
           more + "}";
}

const std::string kInstances =
    R"("extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":2,"ROTATION":3,"SCALE":4,"_ID":7}}})";
const std::vector<float> kTranslations{0, 0, 0, 10, 0, 0, 0, 20, 0};
const std::vector<float> kRotations{0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 0, 2};
const std::vector<float> kScales{1, 1, 1, 1, 1, 1, 2, 2, 2};

Result<ImportedModel, ImportError> loadInstances(const std::string& text, const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write("a.gltf", text), options);
}

TEST(GltfInstances, GiveABodyEach) {
    const auto model =
        loadInstances(file(kTranslations, kRotations, kScales,
                           R"({"name":"Rock","mesh":0,"translation":[0,0,100],)" + kInstances + "}"));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 3u);
    EXPECT_EQ(model->bodies[0].name, "Rock.001");
    EXPECT_EQ(model->bodies[2].name, "Rock.003");
    EXPECT_EQ(reportFor(model->report, "Rock.002").path, "Rock/Rock.002");
    const NodeReport& turned = reportFor(model->report, "Rock.002");  // by 90 degrees about z
    EXPECT_TRUE(near(turned.minimum, {8, 0, 100}));
    EXPECT_TRUE(near(turned.maximum, {10, 1, 103}));
    const NodeReport& scaled = reportFor(model->report, "Rock.003");
    EXPECT_TRUE(near(scaled.minimum, {0, 20, 100}));
    EXPECT_TRUE(near(scaled.maximum, {2, 24, 106}));
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("the mesh of node \"Rock\" has instances")));
}

TEST(GltfInstances, KeepMarkersAndChildren) {
    const auto model = loadInstances(file(
        kTranslations, kRotations, kScales,
        R"({"name":"UCX_Rock_01","mesh":0,"children":[1],)" + kInstances + R"(},{"name":"Rock","mesh":0})"));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 3u);
    EXPECT_EQ(model->bodies[0].name, "UCX_Rock_01.001");
    EXPECT_THAT(model->report.nodes[1].summary, HasSubstr("UCX_"));
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("has instances")));  // and no mesh is missed
    const auto unnamed =
        loadInstances(file(kTranslations, kRotations, kScales, R"({"mesh":0,)" + kInstances + "}"));
    ASSERT_TRUE(unnamed) << unnamed.error().message;
    EXPECT_EQ(unnamed->bodies[1].name, "m.002");
}

TEST(GltfInstances, ThatAreBrokenAreRefused) {
    const auto expectRefusal = [](const std::string& text, const std::string& mention,
                                  const ImportOptions& options = {}) {
        const auto model = loadInstances(text, options);
        ASSERT_FALSE(model) << mention;
        EXPECT_THAT(model.error().message, HasSubstr(mention));
    };
    const std::string rock = R"({"name":"Rock","mesh":0,)" + kInstances + "}";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    expectRefusal(file({0, 0, 0}, kRotations, kScales, rock), "different numbers of items");
    expectRefusal(file({0, 0, 0, nan, 0, 0, 0, 0, 0}, kRotations, kScales, rock), "not finite");
    expectRefusal(file(kTranslations, std::vector<float>(12, 0.0f), kScales, rock), "no rotation");
    expectRefusal(file(kTranslations, kRotations, kScales, rock), "maxNodes", {.maxNodes = 3});
    expectRefusal(
        file(kTranslations, kRotations, kScales, replaced(rock, "\"ROTATION\":3", "\"ROTATION\":2")),
        "ROTATION");
    expectRefusal(file(kTranslations, kRotations, kScales, replaced(rock, "\"SCALE\":4", "\"SCALE\":9")),
                  "accessors");
    expectRefusal(file(kTranslations, kRotations, kScales, replaced(rock, "\"attributes\"", "\"attribute\"")),
                  "without attributes");
}

TEST(GltfDeformations, AreMentioned) {
    const std::string skinned = R"({"name":"Arm","mesh":0,"skin":0,"translation":[100,0,0]},{"name":"Bone"})";
    const auto model = loadInstances(
        replaced(file(kTranslations, kRotations, kScales, skinned, R"(,"skins":[{"joints":[1]}])"),
                 R"("scenes":[{"nodes":[0]}])", R"("scenes":[{"nodes":[0,1]}])"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("bones move the mesh of node \"Arm\"")));

    const auto notesOf = [](const std::string& node, const std::string& weights) {
        const auto found = loadInstances(replaced(file(kTranslations, kRotations, kScales, node),
                                                  R"({"name":"m",)", R"({"name":"m",)" + weights));
        EXPECT_TRUE(found) << found.error().message;
        return found ? found->report.notes : std::vector<std::string>();
    };
    const std::string face = R"({"name":"Face","mesh":0})";
    EXPECT_THAT(notesOf(face, R"("weights":[0,1],)"),
                ElementsAre(HasSubstr("morph weights deform the mesh of node \"Face\"")));
    EXPECT_THAT(notesOf(face, R"("weights":[0,0],)"), IsEmpty());
    EXPECT_THAT(notesOf(R"({"name":"Face","mesh":0,"weights":[0.5]})", ""),
                Contains(HasSubstr("morph weights")));
    EXPECT_THAT(notesOf(R"({"name":"Face","mesh":0,"weights":[0]})", R"("weights":[1],)"), IsEmpty());
}

TEST(GltfBuffers, ThatAreMissingAreNamedWithTheCure) {
    expectRefused("a.gltf",
                  gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[
                          {"attributes":{"POSITION":0},"indices":1}]}])",
                          "box.bin"),
                  "not found: box.bin. Copy that file into the folder of the model, or export a .glb");
}

TEST(Collada, GeometryThatIsMissingIsMentioned) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.dae", colladaFile("<unit meter=\"1\"/>",
                                                    R"(<node name="A"><instance_geometry url="#g"/></node>
                                <node name="B"><instance_geometry url="#gone"/></node>
                                <node name="C"><instance_geometry url="#gone"/></node>)")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_THAT(model->report.notes,
                ElementsAre(HasSubstr(
                    "node \"B\" refers to the geometry \"gone\", which is not in the file: no body. "
                    "Export it again together with its meshes. The same holds for 1 more node")));
}

TEST(Collada, WhatDeformsMeshesIsMentioned) {
    const auto source = [](const std::string& id, const std::string& array, int count,
                           const std::string& type) {
        return "<source id=\"" + id + "\">" + array + "<technique_common><accessor source=\"#" + id +
               "a\" count=\"1\" stride=\"" + std::to_string(count) + "\"><param name=\"X\" type=\"" + type +
               "\"/></accessor></technique_common></source>";
    };
    std::string ones, weights;
    for (int vertex = 0; vertex < 8; ++vertex) {
        ones += "1 ";
        weights += "0 0 ";
    }
    const std::string bones =
        "<skin source=\"#g\">" + source("j", "<Name_array id=\"ja\" count=\"1\">A</Name_array>", 1, "name") +
        source("w", "<float_array id=\"wa\" count=\"1\">1</float_array>", 1, "float") +
        source("b", "<float_array id=\"ba\" count=\"16\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array>", 16,
               "float4x4") +
        R"(<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
           <vertex_weights count="8"><input semantic="JOINT" source="#j" offset="0"/>
           <input semantic="WEIGHT" source="#w" offset="1"/><vcount>)" +
        ones + "</vcount><v>" + weights + "</v></vertex_weights></skin>";
    const std::string keys =
        "<morph source=\"#g\" method=\"NORMALIZED\">" +
        source("t", "<IDREF_array id=\"ta\" count=\"1\">g</IDREF_array>", 1, "IDREF") +
        source("mw", "<float_array id=\"mwa\" count=\"1\">1</float_array>", 1, "float") +
        R"(<targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#mw"/>
           </targets></morph>)";
    const auto loaded = [&](const std::string& controller, const std::string& id) {
        return test::load("a.dae",
                          replaced(colladaFile("<unit meter=\"1\"/>",
                                               R"(<node name="A"><instance_geometry url="#g"/></node>
                                      <node name="B"><instance_controller url="#c"/></node>
                                      <node name="D"><instance_controller url="#gone"/></node>
                                      <node name="E"><instance_node url="#away"/></node>)"),
                                   "<library_visual_scenes>",
                                   "<library_controllers><controller id=\"" + id + "\">" + controller +
                                       "</controller></library_controllers><library_visual_scenes>"));
    };
    const auto model = loaded(bones, "c");
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 2u);
    EXPECT_THAT(
        model->report.notes,
        ElementsAre(
            HasSubstr("node \"D\" refers to the controller \"gone\", which is not in the file: no body. "
                      "Export it again together with its meshes. The same holds for 1 more node"),
            HasSubstr("bones move the mesh of node \"B\" (skin)")));
    // Assimp 5.2.5 finds no mesh for shape keys, and gives up.
    const auto withKeys = loaded(keys, "c");
    ASSERT_FALSE(withKeys);
    EXPECT_THAT(withKeys.error().message,
                HasSubstr("node \"B\" has shape keys (morph), which are not read. Apply"));
    EXPECT_EQ(withKeys.error().node, "B");
    const auto unused = loaded(keys, "other");
    ASSERT_FALSE(unused);
    EXPECT_THAT(unused.error().message, HasSubstr("it has shape keys (morph)"));
}

TEST(Collada, PolygonsWithHolesAreRefused) {
    const auto model = test::load(
        "a.dae", replaced(colladaFile("", R"(<node name="A"><instance_geometry url="#g"/></node>)"),
                          "<vcount>", "<ph><p>0 1 2</p><h>3 4 5</h></ph><vcount>"));
    ASSERT_FALSE(model);
    EXPECT_THAT(model.error().message,
                HasSubstr("a polygon with a hole (<ph>), which is not read. Triangulate"));
}

TEST(Collada, UnitsThatAreNoLengths) {
    for (const char* meters : {"0", "-1", "inch", "nan"}) {
        const auto model =
            test::load("a.dae", colladaFile("<unit meter=\"" + std::string(meters) + "\"/>",
                                            R"(<node name="A"><instance_geometry url="#g"/></node>)"));
        ASSERT_FALSE(model) << meters;
        EXPECT_THAT(model.error().message,
                    HasSubstr("its unit has \"" + std::string(meters) + "\" meters. Write"));
    }
}

TEST(Fbx, SkinsAreMentioned) {
    const std::string skin = "\tDeformer: 5, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t}\n";
    const std::string connections = "\tC: \"OO\",2,0\n\tC: \"OO\",1,2\n\tC: \"OO\",4,0\n\tC: \"OO\",3,4\n";
    const std::string objects = fbxBox(1) + fbxModel(2, "Body") + fbxBox(3) + fbxModel(4, "Crate") + skin;
    const auto model = test::load("a.fbx", fbxFile({}, objects, connections + "\tC: \"OO\",5,1\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 2u);
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("bones move the mesh of node \"Body\" (skin)")));
    EXPECT_THAT(test::load("a.fbx", fbxFile({}, objects, connections))->report.notes, IsEmpty());
}

}  // namespace
}  // namespace sat3d::test
