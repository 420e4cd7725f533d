/// Nodes whose mesh has no faces. Assimp drops these meshes in FBX, Collada and OBJ; the report mentions the
/// nodes.

#include "import/support.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> emptyNodes(const ImportReport& report) {
    std::vector<std::string> names;
    for (const NodeReport& node : report.nodes) {
        if (has(node, Code::Empty)) {
            names.push_back(node.name);
        }
    }
    return names;
}

std::string fbxMesh(int id, const std::string& vertices) {
    return "Geometry: " + std::to_string(id) +
           ", \"Geometry::m\", \"Mesh\" {\nVertices: *6 {\na: " + vertices +
           "\n}\nPolygonVertexIndex: *0 {\na: \n}\n}\n";
}

std::string fbxOther(int id, const std::string& name, const std::string& type) {
    return replaced(fbxModel(id, name), "\"Mesh\"", "\"" + type + "\"");
}

TEST(MeshesWithoutFaces, OfFbxAreReported) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.fbx", fbxFile({},
                         fbxBox(1) + fbxMesh(2, "") + fbxMesh(3, "0,0,0,1,1,1") + fbxModel(10, "Box") +
                             fbxModel(11, "Nothing", fbxLocal("Translation", "1,2,3")) +
                             fbxModel(12, "Vertices") + fbxOther(13, "Locator", "Null") +
                             fbxOther(14, "Bone", "LimbNode") + fbxOther(15, "Camera", "Camera"),
                         "C: \"OO\",1,10\nC: \"OO\",2,11\nC: \"OO\",3,12\nC: \"OO\",10,0\nC: \"OO\",11,0\n"
                         "C: \"OO\",12,11\nC: \"OO\",13,0\nC: \"OO\",14,13\nC: \"OO\",15,0\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->report.nodes.size(), 3u);
    EXPECT_THAT(emptyNodes(model->report), ElementsAre("Nothing", "Vertices"));
    EXPECT_EQ(reportFor(model->report, "Vertices").path, "RootNode/Nothing/Vertices");
}

TEST(MeshesWithoutFaces, NodesOfOneNameAreReportedOnlyIfAllHaveAMesh) {
    const Folder folder;
    const std::string objects = fbxBox(1) + fbxMesh(2, "") + fbxModel(10, "Box") + fbxModel(11, "Twin");
    const std::string connections =
        "C: \"OO\",1,10\nC: \"OO\",2,11\nC: \"OO\",10,0\nC: \"OO\",11,0\nC: \"OO\",12,0\n";
    const auto model =
        loadModel(folder.write("a.fbx", fbxFile({}, objects + fbxOther(12, "Twin", "Null"), connections)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.nodes.size(), 1u);
}

std::string colladaMesh(const std::string& id, const std::string& faces) {
    return "<geometry id=\"" + id + "\"><mesh><source id=\"" + id + "p\"><float_array id=\"" + id +
           "a\" count=\"6\">0 0 0 1 1 1</float_array><technique_common><accessor source=\"#" + id +
           "a\" count=\"2\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
           "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"" +
           id + "v\"><input semantic=\"POSITION\" source=\"#" + id + "p\"/></vertices>" + faces +
           "</mesh></geometry>";
}

std::string withColladaMeshes(const std::string& nodes) {
    const std::string lines =
        "<lines count=\"1\"><input semantic=\"VERTEX\" source=\"#lv\" offset=\"0\"/><p>0 1</p></lines>";
    return replaced(colladaFile("<unit meter=\"1\"/>", nodes), "</library_geometries>",
                    colladaMesh("e", "") + colladaMesh("l", lines) +
                        "<geometry id=\"s\"><spline/></geometry></library_geometries>");
}

std::string colladaNode(const std::string& name, const std::string& content) {
    return "<node id=\"" + name + "_id\" name=\"" + name + "\">" + content + "</node>";
}

TEST(MeshesWithoutFaces, OfColladaAreReported) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.dae", withColladaMeshes(
                     colladaNode("Box", "<instance_geometry url=\"#g\"/>") +
                     colladaNode("R&amp;D", "<instance_geometry url=\"#e\"/>" +
                                                colladaNode("Edges", "<instance_geometry url=\"#l\"/>")) +
                     colladaNode("Spline", "<instance_geometry url=\"#s\"/>") +
                     colladaNode("Locator", "<translate>1 2 3</translate>") +
                     colladaNode("Camera", "<instance_camera url=\"#c\"/>"))));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_THAT(emptyNodes(model->report), ElementsAre("R&D", "Edges"));
    EXPECT_EQ(model->report.nodes.size(), 3u);
}

/// Without meshes, Assimp would make bones of the nodes, and sat3d a body of the bones.
TEST(MeshesWithoutFaces, OfColladaAloneAreAnError) {
    const Folder folder;
    const std::string locator = colladaNode("Locator", "<translate>1 2 3</translate>");
    const auto vertices = loadModel(folder.write(
        "a.dae", withColladaMeshes(colladaNode("Vertices", "<instance_geometry url=\"#e\"/>") + locator)));
    ASSERT_FALSE(vertices);
    EXPECT_EQ(vertices.error().code, ImportError::Code::NoColliders);
    EXPECT_EQ(vertices.error().node, "Vertices");
    EXPECT_THAT(vertices.error().message, HasSubstr("node \"Vertices\" has no faces"));
    expectRefused("a.dae", withColladaMeshes(locator), "holds no mesh");
}

TEST(MeshesWithoutFaces, OfObjAreReported) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.obj", boxObj() +
                     "o Edges\nv 5 5 5\nv 6 6 6\nl 9 10\no Vertices\nv 7 7 7\no\tNothing \r\no Grouped\n"
                     "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng default\ng part\nf 12 14 13\nf 12 13 15\n"
                     "f 12 15 14\nf 13 14 15\no last"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 2u);
    EXPECT_THAT(emptyNodes(model->report), ElementsAre("Edges", "Vertices", "Nothing", "last"));
}

TEST(MeshesWithoutFaces, OfPlyAreAnErrorWithTheReason) {
    const std::string noFaces =
        replaced(boxPly().substr(0, boxPly().rfind("0 2 3 1") - 2), "face 6", "face 0");
    expectRefused("a.ply", noFaces, "has no faces");
    expectRefused("a.ply", replaced(noFaces, "element face 0\nproperty list uchar int vertex_indices\n", ""),
                  "has no faces");
    expectRefused("a.ply",
                  "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
                  "property float z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n",
                  "has no vertices");
}

}  // namespace
}  // namespace sat3d::test
