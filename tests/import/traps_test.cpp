/// Known silent errors of exporters and readers, one test each: names, matrices, winding, sizes.

#include "import/support.hpp"

namespace sat3d::test {
namespace {

using Warning = NodeReport::Warning::Code;

const NodeReport& nodeOf(const ImportedModel& model, std::string_view name) {
    const CollisionBody* body = model.find(name);
    EXPECT_NE(body, nullptr) << name;
    const NodeReport* line = body == nullptr ? nullptr : model.report.reportFor(body->node);
    return line == nullptr ? model.report.nodes.at(0) : *line;
}

// ---------------------------------------------------------------------------------------- FBX

/// Assimp delivers pivots as six helper nodes per object. They are part of the transform, not of the path.
TEST(FbxTraps, PivotHelpersAreHidden) {
    const Folder folder;
    const std::string pivot = "P: \"RotationPivot\", \"Vector3D\", \"Vector\", \"\",1,1,0\n";
    const auto model = loadModel(folder.write(
        "a.fbx", fbxFile({},
                         fbxBox(1) + fbxModel(2, "turret", pivot + fbxLocal("Rotation", "0,0,180")) +
                             fbxModel(3, "hatch"),
                         "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\nC: \"OO\",1,3\n")));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 2u);
    EXPECT_EQ(nodeOf(*model, "turret").path, "RootNode/turret");
    EXPECT_EQ(nodeOf(*model, "hatch").path, "RootNode/turret/hatch");
    // A rotation by 180 degrees about the line x = 1, y = 1.
    EXPECT_TRUE(near(nodeOf(*model, "turret").minimum, {1.0f, 0.0f, 0.0f}));
    EXPECT_TRUE(near(nodeOf(*model, "turret").maximum, {2.0f, 2.0f, 3.0f}));
}

/// A geometric offset moves the mesh of the node, not its children.
TEST(FbxTraps, GeometricOffsetDoesNotMoveChildren) {
    const Folder folder;
    const std::string offset = "P: \"GeometricTranslation\", \"Vector3D\", \"Vector\", \"\",5,0,0\n";
    const auto model = loadModel(
        folder.write("a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "parent", offset) + fbxModel(3, "child"),
                                      "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\nC: \"OO\",1,3\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(nodeOf(*model, "parent").minimum, {5.0f, 0.0f, 0.0f}));
    EXPECT_TRUE(near(nodeOf(*model, "child").minimum, {0.0f, 0.0f, 0.0f}));
}

/// An instance below a negative scale and a pivot. A reader that flattens the tree turns it inside out.
TEST(FbxTraps, MirroredInstanceWithPivotKeepsItsVolume) {
    const Folder folder;
    const std::string mirrored =
        "P: \"ScalingPivot\", \"Vector3D\", \"Vector\", \"\",1,0,0\n" + fbxLocal("Scaling", "-1,1,1");
    const auto model = loadModel(
        folder.write("a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "left") + fbxModel(3, "right", mirrored),
                                      "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,0\nC: \"OO\",1,3\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(nodeOf(*model, "left").meshVolume, 6.0, 1e-5);
    EXPECT_NEAR(nodeOf(*model, "right").meshVolume, 6.0, 1e-5);
    EXPECT_TRUE(nodeOf(*model, "right").mirrored);
    EXPECT_TRUE(near(nodeOf(*model, "right").minimum, {1.0f, 0.0f, 0.0f})) << "mirrored at x = 1";
}

/// A modifier gives an object new mesh data with another name. The body has the name of the node.
TEST(FbxTraps, NodeNameBeforeMeshName) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "UCX_Tank_01"), "C: \"OO\",2,0\nC: \"OO\",1,2\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies[0].name, "UCX_Tank_01") << "the mesh is called box_data";
}

// ---------------------------------------------------------------------------------------- Collada

std::string boxNode(const std::string& name, const std::string& matrix) {
    return "<node id=\"id_" + std::to_string(name.size()) + "\" name=\"" + name + "\"><matrix>" + matrix +
           "</matrix><instance_geometry url=\"#g\"/></node>";
}
const std::string kIdentity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

Result<ImportedModel, ImportError> loadNodes(const std::string& nodes) {
    const Folder folder;
    return loadModel(folder.write("a.dae", colladaFile("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>", nodes)));
}

/// A name made from the identifier would lose its dots, which identifiers cannot contain.
TEST(ColladaTraps, NamesKeepTheirDots) {
    const auto model = loadNodes(boxNode("UCX_Crate_01.001", kIdentity));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies[0].name, "UCX_Crate_01.001");
}

TEST(ColladaTraps, ShearSurvives) {
    const auto model = loadNodes(boxNode("sheared", "1 0.5 0 0 0 1 0 0 0 0 1 0 0 0 0 1"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(model->report.nodes[0].maximum, {2.0f, 2.0f, 3.0f}));
    EXPECT_NEAR(model->report.nodes[0].volume, 6.0, 1e-5);
}

TEST(ColladaTraps, MirroringSurvives) {
    const auto model = loadNodes(boxNode("mirrored", "-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->report.nodes[0].mirrored);
    EXPECT_NEAR(model->report.nodes[0].meshVolume, 6.0, 1e-5);
    EXPECT_TRUE(near(model->report.nodes[0].minimum, {-1.0f, 0.0f, 0.0f}));
}

TEST(ColladaTraps, MaterialsOfOneNodeAreOneClosedBody) {
    const auto model = loadNodes(boxNode("hull", kIdentity));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u) << "the file holds two meshes for it";
    EXPECT_TRUE(model->report.nodes[0].warnings.empty()) << messages(model->report.nodes[0]);
    EXPECT_EQ(model->report.nodes[0].facesRead, 6u);
}

// ---------------------------------------------------------------------------------------- glTF

TEST(GltfTraps, CollisionNameIsTheNodes) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"UCX_a","mesh":0}],
        "meshes":[{"name":"M","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies[0].name, "UCX_a");
}

/// A scene modeled in centimeters is exported a hundred times too large, because glTF has no unit.
TEST(GltfTraps, CentimeterSceneGivesAWarning) {
    const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/huge.glb");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_TRUE(has(model->report.nodes[0], Warning::Huge));
    EXPECT_NE(messages(model->report.nodes[0])
                  .find("700 m long: is the file in centimeters? Then set metersPerUnit (--unit) to 0.01, "
                        "which makes it 7 m"),
              std::string::npos)
        << messages(model->report.nodes[0]);
}

/// The cure is computed from the unit in use: of the option, or of the file.
TEST(UnitTraps, CureFollowsTheUnitInUse) {
    const Folder folder;
    const auto file = folder.write("a.obj", boxObj());  // three units long
    const auto said = [&](double metersPerUnit) {
        ImportOptions options;
        options.metersPerUnit = metersPerUnit;
        const auto model = loadModel(file, options);
        return model ? messages(model->report.nodes[0]) : model.error().message;
    };
    EXPECT_NE(said(1000.0).find("3000 m long: is its scale 1000 times too large? Apply the scale before the "
                                "export, or set metersPerUnit (--unit) to 1, which makes it 3 m"),
              std::string::npos)
        << said(1000.0);
    EXPECT_NE(said(0.001).find("0.003 m long: is the file in meters? Then set metersPerUnit (--unit) to 1, "
                               "which makes it 3 m"),
              std::string::npos)
        << said(0.001);
    EXPECT_EQ(said(1.0), "");
}

/// A file of 700 units that states half a meter as its unit is not in centimeters.
TEST(UnitTraps, StatedUnitsAreNotDoubted) {
    ImportOptions options;
    options.metersPerUnit = 0.5;
    const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/huge.glb", options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NE(messages(model->report.nodes[0])
                  .find("350 m long: is its scale 100 times too large? Apply the scale before the export, or "
                        "set metersPerUnit (--unit) to 0.005, which makes it 3.5 m"),
              std::string::npos)
        << messages(model->report.nodes[0]);
}

TEST(GltfTraps, EmptyMeshBesideAValidOneIsNoError) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.gltf",
        gltfBox(R"("scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"name":"a","mesh":0},{"name":"b","mesh":1}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"name":"nothing","primitives":[]}])")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

// ---------------------------------------------------------------------------------------- OBJ

std::string tetrahedron(const std::string& name, const std::string& leg, const std::string& leg2) {
    return "o " + name + "\nv 0 0 0\nv " + leg + " 0 0\nv 0 " + leg2 + " 0\nv 0 0 " + leg2 +
           "\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n";
}

/// Post-processing of Assimp may join these into one mesh with one of the names, or with both.
TEST(ObjTraps, ObjectsStaySeparateAndKeepTheirNames) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.obj", tetrahedron("UCX_Tank_01", "1", "1") + tetrahedron("UCX_Tank_02.001_Cube.005", "2", "1")));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 2u);
    EXPECT_EQ(model->bodies[0].name, "UCX_Tank_01");
    EXPECT_EQ(model->bodies[1].name, "UCX_Tank_02.001_Cube.005");
    EXPECT_NEAR(model->report.nodes[1].volume, 1.0 / 3.0, 1e-6);
}

/// With a limit on the absolute area, a reader drops the faces of small solids as degenerate.
TEST(ObjTraps, SmallSolidsKeepTheirFaces) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj", tetrahedron("half_a_millimeter", "0.0005", "0.0005") +
                                                           tetrahedron("needle", "1", "0.0001")));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 2u);
    EXPECT_EQ(model->report.nodes[0].facesRead, 4u);
    EXPECT_TRUE(has(model->report.nodes[0], Warning::Tiny));
    EXPECT_FALSE(has(model->report.nodes[0], Warning::Open));
    EXPECT_EQ(model->report.nodes[1].hullFaces, 4u);
    EXPECT_EQ(model->report.nodes[1].warnings.size(), 1u) << messages(model->report.nodes[1]);
    EXPECT_TRUE(has(model->report.nodes[1], Warning::Thin)) << "it is 0.07 mm thick and 1 m long";
}

/// Normals, texture coordinates and colors split vertices at every edge. Equal positions become one vertex.
TEST(ObjTraps, VerticesSplitByNormalsAndTextureCoordinatesAreWelded) {
    const Folder folder;
    std::string text = "o box\n";
    for (const auto& c : kBox) {
        text += "v " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
    }
    text += "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 -1\nvn 0 0 1\nvn 0 -1 0\nvn 0 1 0\nvn -1 0 0\nvn 1 0 0\n";
    for (std::size_t f = 0; f < 6; ++f) {
        text += "f";
        for (std::size_t k = 0; k < 4; ++k) {
            text += " " + std::to_string(kBoxFaces[f][k] + 1) + "/" + std::to_string(k + 1) + "/" +
                    std::to_string(f + 1);
        }
        text += "\n";
    }
    const auto model = loadModel(folder.write("a.obj", text));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.nodes[0].verticesRead, 24u);
    EXPECT_EQ(model->report.nodes[0].verticesWelded, 8u);
    EXPECT_EQ(model->report.nodes[0].facesRead, 6u) << "polygons, not triangles";
    EXPECT_TRUE(model->report.nodes[0].warnings.empty()) << messages(model->report.nodes[0]);
}

TEST(ObjTraps, NormalsAgainstTheWindingAreCounted) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj", [] {
        std::string text = boxObj("vn 0 0 1\n");
        // The first face points down, and gets a normal that points up.
        return text.replace(text.find("f 1 3 4 2"), 9, "f 1//1 3//1 4//1 2//1");
    }()));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(has(model->report.nodes[0], Warning::NormalsDisagree));
    EXPECT_NE(messages(model->report.nodes[0]).find("1 face of 1"), std::string::npos)
        << messages(model->report.nodes[0]);
}

TEST(ObjTraps, PointsAndLinesBesideFacesAreIgnored) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.obj", boxObj() + "v 50 50 50\nl 1 9\np 9\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(near(model->report.nodes[0].maximum, kBoxSize));
    EXPECT_EQ(model->report.nodes[0].facesRead, 6u);
}

TEST(ObjTraps, ObjectWithoutANameIsNamedAfterTheFile) {
    const Folder folder;
    const auto model = loadModel(folder.write("rock.obj", boxObj("")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies[0].name, "rock");
}

// ---------------------------------------------------------------------------------------- STL, PLY

TEST(StlTraps, PlaceholderOfAnExporterIsNotAName) {
    const Folder folder;
    std::string text = "solid Exported\n";
    for (const auto& f : kBoxFaces) {
        for (const std::size_t second : {1u, 2u}) {
            text += "facet normal 0 0 0\nouter loop\n";
            for (const int index : {f[0], f[second], f[second + 1]}) {
                const auto& c = kBox[static_cast<std::size_t>(index)];
                text += "vertex " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " +
                        std::to_string(c[2]) + "\n";
            }
            text += "endloop\nendfacet\n";
        }
    }
    const auto model = loadModel(folder.write("rock.stl", text + "endsolid Exported\n"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies[0].name, "rock");
}

TEST(PlyTraps, UnusedVertexIsNoted) {
    const Folder folder;
    const std::string header = replaced(boxPly(), "element vertex 8", "element vertex 9");
    const auto model = loadModel(folder.write("a.ply", replaced(header, "1 2 3\n", "1 2 3\n50 50 50\n")));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.notes.size(), 1u);
    EXPECT_NE(model->report.notes[0].find("1 vertex that no face uses"), std::string::npos)
        << model->report.notes[0];
    EXPECT_TRUE(near(model->report.nodes[0].maximum, {1.0f, 3.0f, 0.0f})) << "it does not count";
    EXPECT_TRUE(loadModel(folder.write("b.ply", boxPly()))->report.notes.empty());
}

/// Some exporters write mirrored objects with unchanged winding, so they are inside out.
TEST(PlyTraps, MirroredObjectIsInsideOutWithAWarning) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.ply", boxPly(-1)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(has(model->report.nodes[0], Warning::Inverted));
    EXPECT_NEAR(model->report.nodes[0].meshVolume, -6.0, 1e-5);
    EXPECT_NEAR(model->report.nodes[0].volume, 6.0, 1e-5) << "the body is correct";
}

}  // namespace
}  // namespace sat3d::test
