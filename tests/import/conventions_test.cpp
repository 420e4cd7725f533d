/// Conventions of names on whole files, in every format that can carry them.

#include "meshes.hpp"
#include "support.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A glTF of boxes, one node each, side by side along x.
std::string gltfOf(const std::vector<std::string>& names, const std::string& meshName = "data") {
    std::string roots, nodes;
    for (std::size_t k = 0; k < names.size(); ++k) {
        roots += (k == 0 ? "" : ",") + std::to_string(k);
        nodes += std::string(k == 0 ? "" : ",") + "{\"name\":\"" + names[k] +
                 "\",\"mesh\":0,\"translation\":[" + std::to_string(2 * k) + ",0,0]}";
    }
    return gltfBox("\"scene\":0,\"scenes\":[{\"nodes\":[" + roots + "]}],\"nodes\":[" + nodes +
                   "],\"meshes\":[{\"name\":\"" + meshName +
                   "\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]");
}

/// An OBJ of boxes, one object each, every one at the same place.
std::string objOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        text += "o " + names[k] + "\n";
        for (const auto& c : kBox) {
            text +=
                "v " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
        }
        for (const auto& face : kBoxFaces) {
            text += "f";
            for (const int index : face) {
                text += " " + std::to_string(index + 1 + 8 * static_cast<int>(k));
            }
            text += "\n";
        }
    }
    return text;
}

Result<ImportedModel, ImportError> load(const std::string& file, const std::string& content,
                                        const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write(file, content), options);
}

std::vector<std::string> bodyNames(const ImportedModel& model) {
    std::vector<std::string> names;
    for (const CollisionBody& body : model.bodies) {
        names.push_back(body.name);
    }
    return names;
}

/// Name of the mesh that shows what a body collides for, or "".
std::string seenAs(const ImportedModel& model, std::string_view body) {
    const CollisionBody* found = model.find(body);
    return found != nullptr && found->renderNode ? model.nodes.at(*found->renderNode).name : "";
}

const std::vector<std::string> kUnrealNames = {"SM_Wall_01", "UCX_SM_Wall_01_01", "UCX_SM_Wall_01_02.001",
                                               "Lamp", "UCX_Chair"};

void expectUnreal(const ImportedModel& model) {
    EXPECT_EQ(seenAs(model, "UCX_SM_Wall_01_01"), "SM_Wall_01");
    EXPECT_EQ(seenAs(model, "Lamp"), "Lamp");
    EXPECT_EQ(seenAs(model, "UCX_Chair"), "");
    EXPECT_EQ(model.find("SM_Wall_01"), nullptr) << "its collision meshes stand for it";
    const NodeReport& wall = lineOf(model.report, "SM_Wall_01");
    EXPECT_EQ(wall.role, NodeRole::RenderOnly);
    EXPECT_EQ(wall.verticesWelded, 8u) << "measured all the same";
    EXPECT_EQ(wall.hullVertices, 0u);
    EXPECT_THAT(wall.outcome, HasSubstr("UCX_SM_Wall_01_02"));
    const NodeReport& part = lineOf(model.report, "UCX_SM_Wall_01_01");
    EXPECT_EQ(part.rule, NameRule::UnrealConvex);
    EXPECT_EQ(part.outcome, "collides for \"SM_Wall_01\" (UCX_)");
    EXPECT_TRUE(part.warnings.empty()) << messages(part);
    EXPECT_TRUE(has(lineOf(model.report, "UCX_Chair"), Code::NoRenderMesh));
    EXPECT_EQ(model.bodies.size(), 4u);
}

/// Text STL names its solids; binary STL and PLY have their file's name alone.
TEST(Conventions, InFormatsOfSingleMeshes) {
    const TestMesh box = boxMesh({1.0, 2.0, 3.0});
    const auto solids = load("a.stl", stlText(box, "Crate") + stlText(box, "UBX_Crate_01") +
                                          stlText(box, "Lid-convcol") + stlText(box, "Ghost-noimp"));
    ASSERT_TRUE(solids) << solids.error().message;
    EXPECT_THAT(bodyNames(*solids), ElementsAre("UBX_Crate_01", "Lid"));
    EXPECT_EQ(seenAs(*solids, "UBX_Crate_01"), "Crate");
    EXPECT_EQ(kindOf(solids->bodies[0].shape), ShapeKind::Box);
    EXPECT_EQ(lineOf(solids->report, "Lid-convcol").rule, NameRule::GodotConvcol);
    EXPECT_EQ(lineOf(solids->report, "Ghost-noimp").role, NodeRole::Dropped);

    const auto unreal = load("UBX_Crate.ply", boxPly());
    ASSERT_TRUE(unreal) << unreal.error().message;
    EXPECT_EQ(kindOf(unreal->bodies[0].shape), ShapeKind::Box);
    EXPECT_FALSE(has(unreal->report.nodes[0], Code::NoRenderMesh)) << "nothing in the file is to be seen";
    const auto godot = load("Crate-convcol.ply", boxPly());
    ASSERT_TRUE(godot) << godot.error().message;
    EXPECT_THAT(bodyNames(*godot), ElementsAre("Crate"));
    EXPECT_EQ(godot->report.nodes[0].rule, NameRule::GodotConvcol);
}

TEST(Conventions, UnrealInGltf) {
    const auto model = load("a.gltf", gltfOf(kUnrealNames));
    ASSERT_TRUE(model) << model.error().message;
    expectUnreal(*model);
    EXPECT_THAT(bodyNames(*model),
                ElementsAre("UCX_SM_Wall_01_01", "UCX_SM_Wall_01_02.001", "Lamp", "UCX_Chair"));
    EXPECT_EQ(seenAs(*model, "UCX_SM_Wall_01_02.001"), "SM_Wall_01");
}

TEST(Conventions, UnrealInObj) {
    const auto model = load("a.obj", objOf(kUnrealNames));
    ASSERT_TRUE(model) << model.error().message;
    expectUnreal(*model);
    const auto appended = load("a.obj", objOf({"Crate_Cube.001", "UCX_Crate_01.001_Cube.005"}));
    ASSERT_TRUE(appended) << appended.error().message;
    EXPECT_EQ(seenAs(*appended, "UCX_Crate_01.001_Cube.005"), "Crate_Cube.001");
}

TEST(Conventions, UnrealInCollada) {
    std::string nodes;
    for (std::size_t k = 0; k < kUnrealNames.size(); ++k) {
        nodes += "<node id=\"n" + std::to_string(k) + "\" name=\"" + kUnrealNames[k] +
                 "\"><instance_geometry url=\"#g\"/></node>";
    }
    const auto model = load("a.dae", colladaFile("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>", nodes));
    ASSERT_TRUE(model) << model.error().message;
    expectUnreal(*model);
}

TEST(Conventions, UnrealInFbx) {
    std::string objects = fbxBox(1), connections;
    for (std::size_t k = 0; k < kUnrealNames.size(); ++k) {
        const int id = 10 + static_cast<int>(k);
        objects += fbxModel(id, kUnrealNames[k]);
        connections += "\tC: \"OO\"," + std::to_string(id) + ",0\n\tC: \"OO\",1," + std::to_string(id) + "\n";
    }
    const auto model = load("a.fbx", fbxFile({}, objects, connections));
    ASSERT_TRUE(model) << model.error().message;
    expectUnreal(*model);
}

TEST(Conventions, GodotInGltf) {
    const auto model = load("a.gltf", gltfOf({"Crate-col", "Barrel-convcol", "House", "House-colonly",
                                              "Ball-rigid", "Guide-noimp", "Wall-convcolonly"}));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("Barrel", "Ball", "Wall"));
    ASSERT_EQ(model->surfaces.size(), 2u);
    EXPECT_EQ(model->surfaces[0].name, "Crate");
    EXPECT_EQ(model->nodes[model->surfaces[0].renderNode.value()].name, "Crate-col");
    EXPECT_EQ(model->surfaces[1].name, "House");
    EXPECT_EQ(model->nodes[model->surfaces[1].renderNode.value()].name, "House");
    EXPECT_EQ(seenAs(*model, "Wall"), "");
    EXPECT_EQ(model->find("Barrel")->wanted, ShapeKind::ConvexHull);
    EXPECT_EQ(model->find("Ball")->motion, Motion::Dynamic);
    EXPECT_FALSE(has(lineOf(model->report, "Crate-col"), Code::HullForMesh));
    EXPECT_EQ(lineOf(model->report, "House-colonly").outcome,
              "collides for \"House\" as a static triangle mesh of 12 triangles (-colonly)");
    EXPECT_FALSE(has(lineOf(model->report, "Barrel-convcol"), Code::HullForMesh));
    EXPECT_FALSE(has(lineOf(model->report, "Wall-convcolonly"), Code::NoRenderMesh))
        << "in Godot it is common to have none";
    const NodeReport& guide = lineOf(model->report, "Guide-noimp");
    EXPECT_EQ(guide.role, NodeRole::Dropped);
    EXPECT_EQ(guide.outcome, "is left out (-noimp)");
}

TEST(Conventions, GodotOnMeshesAndBelowNoimp) {
    const auto meshes = load("a.gltf", gltfOf({"Crate"}, "Cube-convcol"));
    ASSERT_TRUE(meshes) << meshes.error().message;
    EXPECT_EQ(meshes->bodies.at(0).name, "Crate");
    EXPECT_EQ(meshes->report.nodes.at(0).rule, NameRule::GodotConvcol);

    const auto below = load("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0,2,3]}],"nodes":[
        {"name":"Rig-noimp","children":[1]},{"name":"Arm","mesh":0},{"name":"Crate","mesh":0},{"name":"x-colonly"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    ASSERT_TRUE(below) << below.error().message;
    EXPECT_THAT(bodyNames(*below), ElementsAre("Crate"));
    EXPECT_EQ(lineOf(below->report, "Arm").outcome, "is left out (-noimp of \"Rig-noimp\")");
    ASSERT_EQ(below->report.notes.size(), 1u);
    EXPECT_THAT(below->report.notes[0], HasSubstr("\"x-colonly\" has no mesh"));
}

TEST(Conventions, EverythingDroppedIsAnErrorThatSaysWhy) {
    const auto model = load("a.gltf", gltfOf({"Guide-noimp", "-colonly"}));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::NothingToCollide);
    EXPECT_THAT(model.error().message, HasSubstr("\"Guide-noimp\" is left out (-noimp)"));
    EXPECT_THAT(model.error().message, HasSubstr("\"-colonly\" has no name but -colonly"));
}

TEST(Conventions, LeftOutByOption) {
    ImportOptions options;
    options.unrealNames = options.godotNames = false;
    const auto model = load("a.gltf", gltfOf({"Wall", "UCX_Wall_01", "Guide-noimp"}), options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("Wall", "UCX_Wall_01", "Guide-noimp"));
    for (const NodeReport& node : model->report.nodes) {
        EXPECT_EQ(node.rule, NameRule::None);
        EXPECT_EQ(node.outcome, "collides");
    }
}

TEST(Conventions, ARenderMeshWhoseCollisionMeshesFailCollidesItself) {
    const auto model = load("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[
        {"name":"Wall","mesh":0},{"name":"UCX_Wall","mesh":0,"scale":[1,1,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("Wall"));
    EXPECT_EQ(lineOf(model->report, "Wall").role, NodeRole::Body);
    EXPECT_TRUE(has(lineOf(model->report, "UCX_Wall"), Code::Flat));
    EXPECT_EQ(lineOf(model->report, "UCX_Wall").outcome, "gives no body");
}

/// Two boxes in one object, a metre apart, and where `holed` the second without its last face.
std::string twoBoxes(const std::string& name, bool holed = false) {
    std::string text = "o " + name + "\n";
    for (const int offset : {0, 2}) {
        for (const auto& c : kBox) {
            text += "v " + std::to_string(c[0] + offset) + " " + std::to_string(c[1]) + " " +
                    std::to_string(c[2]) + "\n";
        }
    }
    for (int box = 0; box < 2; ++box) {
        for (std::size_t k = 0; k < kBoxFaces.size() - (holed && box == 1); ++k) {
            text += "f";
            for (const int index : kBoxFaces[k]) {
                text += " " + std::to_string(index + 1 + 8 * box);
            }
            text += "\n";
        }
    }
    return text;
}

TEST(Islands, OfUnrealsHullsAreBodiesEach) {
    const auto model = load("a.obj", twoBoxes("UCX_Wall_01"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("UCX_Wall_01#1", "UCX_Wall_01#2"));
    EXPECT_TRUE(near(std::get<ConvexHull>(model->bodies[1].shape).vertices().front(), {2.0f, 0.0f, 0.0f},
                     1.0f + 1e-5f));
    const NodeReport& node = model->report.nodes.at(0);
    EXPECT_EQ(node.hullVertices, 16u);
    EXPECT_EQ(node.hullFaces, 12u);
    EXPECT_NEAR(node.volume, 12.0, 1e-5);
    EXPECT_EQ(node.outcome, "collides for no mesh that is seen as 2 bodies, one for each loose part (UCX_)");
    EXPECT_TRUE(node.warnings.empty()) << messages(node) << "each part is convex, and no mesh is missed";
}

TEST(Islands, OfOtherMeshesWhereAsked) {
    const auto whole = load("a.obj", twoBoxes("Wall"));
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(whole->bodies.size(), 1u);
    EXPECT_TRUE(has(whole->report.nodes[0], Code::NotConvex));
    ImportOptions options;
    options.splitPlainIslands = true;
    const auto split = load("a.obj", twoBoxes("Wall"), options);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_THAT(bodyNames(*split), ElementsAre("Wall#1", "Wall#2"));
    options.splitUnrealIslands = false;
    const auto unreal = load("a.obj", twoBoxes("UCX_Wall"), options);
    ASSERT_TRUE(unreal) << unreal.error().message;
    EXPECT_EQ(unreal->bodies.size(), 1u);
}

TEST(Islands, StayTogetherWhereTheMeshHasHoles) {
    const auto model = load("a.obj", twoBoxes("UCX_Wall", true));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_TRUE(has(model->report.nodes[0], Code::Open));
}

}  // namespace
}  // namespace sat3d::test
