/// Naming conventions in files of every format that has names.

#include "import/meshes.hpp"
#include "import/support.hpp"

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

/// An OBJ file of boxes at the same place, one object each.
std::string objOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        text +=
            "o " + names[k] + "\n" + boxCornerLines("v ") + boxFaceLines("f", 1 + 8 * static_cast<int>(k));
    }
    return text;
}

std::vector<std::string> bodyNames(const ImportedModel& model) {
    std::vector<std::string> names;
    for (const CollisionBody& body : model.bodies) {
        names.push_back(body.name);
    }
    return names;
}

/// Name of the render mesh of a body, or "".
std::string seenAs(const ImportedModel& model, std::string_view body) {
    const CollisionBody* found = model.find(body);
    return found != nullptr && found->renderNode ? model.nodes.at(*found->renderNode).name : "";
}

const std::vector<std::string> kUnrealNames = {"SM_Wall_01", "UCX_SM_Wall_01_01", "UCX_SM_Wall_01_02.001",
                                               "Lamp", "UCX_Chair"};

void expectUnreal(const ImportedModel& model) {
    EXPECT_EQ(seenAs(model, "UCX_SM_Wall_01_01"), "SM_Wall_01");
    EXPECT_EQ(reportFor(model.report, "Lamp").role, NodeRole::RenderOnly) << "it has no collision name";
    EXPECT_THAT(model.report.notes, ::testing::Contains(HasSubstr("1 mesh without a collision name")));
    EXPECT_EQ(seenAs(model, "UCX_Chair"), "");
    EXPECT_EQ(model.find("SM_Wall_01"), nullptr) << "its collision meshes collide for it";
    const NodeReport& wall = reportFor(model.report, "SM_Wall_01");
    EXPECT_EQ(wall.role, NodeRole::RenderOnly);
    EXPECT_EQ(wall.verticesWelded, 8u) << "it is measured too";
    EXPECT_EQ(wall.hullVertices, 0u);
    EXPECT_THAT(wall.summary, HasSubstr("UCX_SM_Wall_01_02"));
    const NodeReport& part = reportFor(model.report, "UCX_SM_Wall_01_01");
    EXPECT_EQ(part.source, ColliderSource::UnrealConvex);
    EXPECT_EQ(part.summary, "collides for \"SM_Wall_01\" (UCX_)");
    EXPECT_TRUE(part.warnings.empty()) << messages(part);
    EXPECT_TRUE(has(reportFor(model.report, "UCX_Chair"), Code::NoRenderMesh));
    EXPECT_EQ(model.bodies.size(), 3u);
}

/// A file in which one mesh of two has a collision name.
TEST(Conventions, UnnamedMeshesCollideOnlyOnRequestBesideNamedOnes) {
    const Folder folder;
    const auto file = folder.write(
        "crate.obj", boxObj("o UCX_Crate\n") + "o Lamp\n" + boxCornerLines("v ") + boxFaceLines("f", 9));
    const auto names = [&](UnnamedMeshes unnamed) {
        ImportOptions options;
        options.unnamedMeshes = unnamed;
        const auto model = loadModel(file, options);
        return model ? bodyNames(*model) : std::vector<std::string>{model.error().message};
    };
    EXPECT_THAT(names(UnnamedMeshes::AsFileSuggests), ElementsAre("UCX_Crate"));
    EXPECT_THAT(names(UnnamedMeshes::Collide), ElementsAre("UCX_Crate", "Lamp"));
    EXPECT_THAT(names(UnnamedMeshes::Ignore), ElementsAre("UCX_Crate"));

    const auto plain = folder.write("lamp.obj", boxObj("o Lamp\n"));
    EXPECT_THAT(bodyNames(*loadModel(plain)), ElementsAre("Lamp"));
    ImportOptions ignore;
    ignore.unnamedMeshes = UnnamedMeshes::Ignore;
    const auto none = loadModel(plain, ignore);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ImportError::Code::NoColliders);
    EXPECT_THAT(none.error().message, HasSubstr("has no collision name"));
}

/// Solids of text STL have names. Meshes of binary STL and PLY have the name of their file.
TEST(Conventions, InFormatsOfSingleMeshes) {
    const TestMesh box = boxMesh({1.0, 2.0, 3.0});
    const auto solids = load("a.stl", stlText(box, "Crate") + stlText(box, "UBX_Crate_01") +
                                          stlText(box, "Lid-convcol") + stlText(box, "Ghost-noimp"));
    ASSERT_TRUE(solids) << solids.error().message;
    EXPECT_THAT(bodyNames(*solids), ElementsAre("UBX_Crate_01", "Lid"));
    EXPECT_EQ(seenAs(*solids, "UBX_Crate_01"), "Crate");
    EXPECT_EQ(shapeTypeOf(solids->bodies[0].shape), ShapeType::Box);
    EXPECT_EQ(reportFor(solids->report, "Lid-convcol").source, ColliderSource::GodotConvcol);
    EXPECT_EQ(reportFor(solids->report, "Ghost-noimp").role, NodeRole::Dropped);

    const auto unreal = load("UBX_Crate.ply", boxPly());
    ASSERT_TRUE(unreal) << unreal.error().message;
    EXPECT_EQ(shapeTypeOf(unreal->bodies[0].shape), ShapeType::Box);
    EXPECT_FALSE(has(unreal->report.nodes[0], Code::NoRenderMesh)) << "the file has no visible mesh";
    const auto godot = load("Crate-convcol.ply", boxPly());
    ASSERT_TRUE(godot) << godot.error().message;
    EXPECT_THAT(bodyNames(*godot), ElementsAre("Crate"));
    EXPECT_EQ(godot->report.nodes[0].source, ColliderSource::GodotConvcol);
}

TEST(Conventions, IgnoreTheFileWhereMeshesMayHaveNames) {
    const Folder folder;
    const auto named = loadModel(folder.write("ucx_barn.obj", boxObj("o Barn\n")));
    ASSERT_TRUE(named) << named.error().message;
    EXPECT_THAT(named->report.notes, ::testing::IsEmpty());
    for (const std::string stem : {"ucx_x", "Wall-colonly", "a$noimp"}) {
        for (const auto& [suffix, bytes] : {std::pair{".obj", boxObj("")}, {".gltf", gltfOf({""}, "")}}) {
            const auto model = loadModel(folder.write(stem + suffix, bytes));
            ASSERT_TRUE(model) << stem << suffix << ": " << model.error().message;
            EXPECT_THAT(bodyNames(*model), ElementsAre(stem)) << suffix;
            EXPECT_EQ(model->report.nodes[0].source, ColliderSource::None) << stem << suffix;
            EXPECT_EQ(model->report.nodes[0].role, NodeRole::Body) << stem << suffix;
        }
    }
}

TEST(Conventions, UnrealInGltf) {
    const auto model = load("a.gltf", gltfOf(kUnrealNames));
    ASSERT_TRUE(model) << model.error().message;
    expectUnreal(*model);
    EXPECT_THAT(bodyNames(*model), ElementsAre("UCX_SM_Wall_01_01", "UCX_SM_Wall_01_02.001", "UCX_Chair"));
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
    ASSERT_EQ(model->meshes.size(), 2u);
    EXPECT_EQ(model->meshes[0].name, "Crate");
    EXPECT_EQ(model->nodes[model->meshes[0].renderNode.value()].name, "Crate-col");
    EXPECT_EQ(model->meshes[1].name, "House");
    EXPECT_EQ(model->nodes[model->meshes[1].renderNode.value()].name, "House");
    EXPECT_EQ(seenAs(*model, "Wall"), "");
    EXPECT_EQ(model->find("Barrel")->requestedType, ShapeType::ConvexHull);
    EXPECT_EQ(model->find("Ball")->motion, MotionType::Dynamic);
    EXPECT_FALSE(has(reportFor(model->report, "Crate-col"), Code::MeshReplacedByHull));
    EXPECT_EQ(reportFor(model->report, "House-colonly").summary,
              "collides for \"House\" as a static triangle mesh of 12 triangles (-colonly)");
    EXPECT_FALSE(has(reportFor(model->report, "Barrel-convcol"), Code::MeshReplacedByHull));
    EXPECT_FALSE(has(reportFor(model->report, "Wall-convcolonly"), Code::NoRenderMesh))
        << "this is common in Godot";
    const NodeReport& guide = reportFor(model->report, "Guide-noimp");
    EXPECT_EQ(guide.role, NodeRole::Dropped);
    EXPECT_EQ(guide.summary, "is left out (-noimp)");
}

TEST(Conventions, GodotOnMeshesAndBelowNoimp) {
    const auto meshes = load("a.gltf", gltfOf({"Crate"}, "Cube-convcol"));
    ASSERT_TRUE(meshes) << meshes.error().message;
    EXPECT_EQ(meshes->bodies.at(0).name, "Crate");
    EXPECT_EQ(meshes->report.nodes.at(0).source, ColliderSource::GodotConvcol);

    const auto below = load("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0,2,3]}],"nodes":[
        {"name":"Rig-noimp","children":[1]},{"name":"Arm","mesh":0},{"name":"Crate","mesh":0},{"name":"x-colonly"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    ASSERT_TRUE(below) << below.error().message;
    EXPECT_THAT(bodyNames(*below), ElementsAre("Crate"));
    EXPECT_EQ(reportFor(below->report, "Arm").summary, "is left out (-noimp of \"Rig-noimp\")");
    ASSERT_EQ(below->report.notes.size(), 1u);
    EXPECT_THAT(below->report.notes[0], HasSubstr("\"x-colonly\" has no mesh"));
}

TEST(Conventions, FileWithOnlyDroppedNodesIsAnErrorWithReasons) {
    const auto model = load("a.gltf", gltfOf({"Guide-noimp", "-colonly"}));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::NoColliders);
    EXPECT_THAT(model.error().message, HasSubstr("\"Guide-noimp\" is left out (-noimp)"));
    EXPECT_THAT(model.error().message, HasSubstr("\"-colonly\" has no name but -colonly"));
}

TEST(Conventions, DisabledByOption) {
    ImportOptions options;
    options.unrealNames = options.godotNames = false;
    const auto model = load("a.gltf", gltfOf({"Wall", "UCX_Wall_01", "Guide-noimp"}), options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("Wall", "UCX_Wall_01", "Guide-noimp"));
    for (const NodeReport& node : model->report.nodes) {
        EXPECT_EQ(node.source, ColliderSource::None);
        EXPECT_EQ(node.summary, "collides");
    }
}

TEST(Conventions, ARenderMeshWhoseCollisionMeshesFailCollidesItself) {
    const auto model = load("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[
        {"name":"Wall","mesh":0},{"name":"UCX_Wall","mesh":0,"scale":[1,1,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("Wall"));
    EXPECT_EQ(reportFor(model->report, "Wall").role, NodeRole::Body);
    EXPECT_TRUE(has(reportFor(model->report, "UCX_Wall"), Code::Flat));
    EXPECT_EQ(reportFor(model->report, "UCX_Wall").summary, "gives no body");
}

/// Two boxes in one object, one meter apart. If `holed`, the second one lacks its last face.
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

TEST(Components, OfUnrealHullsAreSeparateBodies) {
    const auto model = load("a.obj", twoBoxes("UCX_Wall_01"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(bodyNames(*model), ElementsAre("UCX_Wall_01#1", "UCX_Wall_01#2"));
    EXPECT_TRUE(near(std::get<ConvexHull>(model->bodies[1].shape).vertices().front(), {2.0f, 0.0f, 0.0f},
                     1.0f + 1e-5f));
    const NodeReport& node = model->report.nodes.at(0);
    EXPECT_EQ(node.hullVertices, 16u);
    EXPECT_EQ(node.hullFaces, 12u);
    EXPECT_NEAR(node.volume, 12.0, 1e-5);
    EXPECT_EQ(node.summary, "collides as 2 bodies, one for each loose part, without a render mesh (UCX_)");
    EXPECT_TRUE(node.warnings.empty())
        << messages(node) << "each part is convex, and no render mesh is missing";
}

TEST(Components, OfUnnamedMeshesByOption) {
    const auto whole = load("a.obj", twoBoxes("Wall"));
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(whole->bodies.size(), 1u);
    EXPECT_TRUE(has(whole->report.nodes[0], Code::NotConvex));
    ImportOptions options;
    options.splitUnnamedComponents = true;
    const auto split = load("a.obj", twoBoxes("Wall"), options);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_THAT(bodyNames(*split), ElementsAre("Wall#1", "Wall#2"));
    options.splitUnrealComponents = false;
    const auto unreal = load("a.obj", twoBoxes("UCX_Wall"), options);
    ASSERT_TRUE(unreal) << unreal.error().message;
    EXPECT_EQ(unreal->bodies.size(), 1u);
}

TEST(Components, AreNotSplitIfTheMeshHasHoles) {
    const auto model = load("a.obj", twoBoxes("UCX_Wall", true));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_TRUE(has(model->report.nodes[0], Code::Open));
}

}  // namespace
}  // namespace sat3d::test
