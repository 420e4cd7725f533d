/// Objects of OBJ and STL files: one node for each, with its whole name. Assimp cuts these names at the first
/// blank and merges objects of equal names.

#include "import/meshes.hpp"
#include "import/support.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> shapeNames(const ImportedModel& model) {
    std::vector<std::string> names;
    for (const CollisionBody& body : model.bodies) {
        names.push_back(body.name);
    }
    for (const CollisionMesh& mesh : model.meshes) {
        names.push_back(mesh.name + " (mesh)");
    }
    return names;
}

/// Vertices and faces of box k, 10 * k meters along x.
std::string box(int k, const std::string& lineEnd = "\n") {
    std::string text;
    for (const auto& c : kBox) {
        text += "v " + std::to_string(c[0] + 10 * k) + " " + std::to_string(c[1]) + " " +
                std::to_string(c[2]) + "\n";
    }
    text += boxFaceLines("f", 1 + 8 * k);
    for (std::size_t at = 0; lineEnd != "\n" && (at = text.find('\n', at)) != std::string::npos;
         at += lineEnd.size()) {
        text.replace(at, 1, lineEnd);
    }
    return text;
}

/// Expects that each body is box k of box().
void expectBoxes(const Result<ImportedModel, ImportError>& model, const std::vector<std::string>& names) {
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(shapeNames(*model), names);
    for (std::size_t k = 0; k < model->report.nodes.size(); ++k) {
        const NodeReport& node = model->report.nodes[k];
        EXPECT_EQ(node.name, names[k]);
        EXPECT_TRUE(near(node.minimum, glm::vec3(10.0f * static_cast<float>(k), 0.0f, 0.0f))) << node.name;
        EXPECT_NEAR(node.volume, 6.0, 1e-5) << node.name;
        EXPECT_TRUE(node.warnings.empty()) << messages(node);
    }
}

TEST(WholeNames, ObjectsThatShareTheFirstWord) {
    expectBoxes(load("a.obj", "o Crate 1\n" + box(0) + "o Lamp\n" + box(1) + "o Crate 2\n" + box(2)),
                {"Crate 1", "Lamp", "Crate 2"});
    expectBoxes(load("a.obj", "g Crate 1\n" + box(0) + "g Lamp\n" + box(1) + "g Crate 2\n" + box(2)),
                {"Crate 1", "Lamp", "Crate 2"});
}

TEST(WholeNames, ObjectsOfEqualNames) {
    for (const std::string word : {"o ", "g "}) {
        expectBoxes(
            load("a.obj", word + "Crate\n" + box(0) + word + "Lamp\n" + box(1) + word + "Crate\n" + box(2)),
            {"Crate", "Lamp", "Crate"});
    }
    expectBoxes(load("a.obj", "o Crate\n" + box(0) + "o Crate\n" + box(1)), {"Crate", "Crate"});
    // The names of Assimp's texts are numbers, and so may be those of the file.
    expectBoxes(load("a.obj", "o 1\n" + box(0) + "o 0\n" + box(1) + "usemtl 1\no 1\n" + box(2)),
                {"1", "0", "1"});
}

/// An object without a name is none of the object before it. Its name is that of the file.
TEST(WholeNames, ObjectsWithoutNames) {
    for (const std::string line : {"o\n", "o \t\n", "g\n"}) {
        expectBoxes(load("a.obj", line.substr(0, 1) + " Crate\n" + box(0) + line + box(1)), {"Crate", "a"});
    }
}

TEST(WholeNames, MarkersAfterBlanks) {
    const auto model =
        load("a.obj", "o My Rock\n" + box(0) + "o UCX_My Rock_01\n" + box(1) + "o UCX_My Rock_02\n" + box(2) +
                          "o Floor B -colonly\n" + box(3) + "g Wall A-convcol\n" + box(4));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(shapeNames(*model),
                ElementsAre("UCX_My Rock_01", "UCX_My Rock_02", "Wall A", "Floor B (mesh)"));
    EXPECT_THAT(reportFor(model->report, "UCX_My Rock_01").summary, HasSubstr("collides for \"My Rock\""));
    for (const NodeReport& node : model->report.nodes) {
        EXPECT_TRUE(node.warnings.empty()) << messages(node);
    }
}

TEST(WholeNames, OtherLineEndsBlanksAndMarks) {
    const std::vector<std::string> names{"Kiste mit L\xC3\xB6we", "Tisch #2"};
    for (const std::string end : {"\n", "\r\n", "\r", "\f"}) {
        SCOPED_TRACE(static_cast<int>(end[0]));
        expectBoxes(load("a.obj", "\xEF\xBB\xBFo " + names[0] + " \t" + end + box(0, end) + " \to\t " +
                                      names[1] + end + box(1, end)),
                    names);
    }
    // The last line needs no end, blanks may precede any line.
    std::string indented = box(0);
    for (std::size_t at = 0; (at = indented.find('\n', at)) != std::string::npos && at + 1 < indented.size();
         at += 3) {
        indented.insert(at + 1, "\t ");
    }
    indented.pop_back();
    expectBoxes(load("a.obj", "o Crate\n" + indented), {"Crate"});
}

TEST(WholeNames, LinesThatContinue) {
    std::string continued = box(1);
    continued =
        replaced(replaced(continued, "v 10 0 0", "v 10 \\\n0 0"), "f 9 11 12 10", "f 9 11\\\r\n12 10");
    expectBoxes(load("a.obj", "o My \\\nCrate\n" + box(0) + "o Lamp\n" + continued), {"My  Crate", "Lamp"});
    // Assimp reads the line after a comment as a part of it.
    expectBoxes(load("a.obj", "o Crate\n# from C:\\models\\\n" + box(0)), {"Crate"});
    expectBoxes(
        load("a.obj", "o Crate\n" + replaced(box(0), "f 1 3 4 2\n", "usemtl C:\\stone\\\nf 1 3 4 2\n")),
        {"Crate"});
    // Assimp searches for the next '\n', beyond the end of the text.
    expectBoxes(load("a.obj", "o Crate\n" + box(0) + "\\"), {"Crate"});
    expectBoxes(load("a.obj", "o Crate\n" + box(0) + "\\\r"), {"Crate"});
}

TEST(WholeNames, ObjectsAndGroupsMixed) {
    const auto model =
        load("a.obj", box(0) + "o Crate\n" + box(1) + "g lid\n" + box(2) + "g lid\ng\n" + box(3) +
                          "o\no UCX_Lid\ng lid\n" + box(4) + "offset 3\ngo 1\n" + box(5));
    ASSERT_TRUE(model) << model.error().message;
    std::vector<std::string> names;
    for (const NodeReport& node : model->report.nodes) {
        names.push_back(node.name);
    }
    EXPECT_THAT(names, ElementsAre("a", "Crate", "lid", "a", "lid"));
    EXPECT_NEAR(reportFor(model->report, "Crate").volume, 6.0, 1e-5);
    // The marker is on an object whose faces belong to a group.
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("node \"UCX_Lid\" has no mesh")));
}

TEST(WholeNames, OfManyObjectsAreLimited) {
    const Folder folder;
    std::string text = box(0);
    for (int k = 0; k < 1000; ++k) {
        text += "o " + std::to_string(k) + "\n";
    }
    const auto model = loadModel(folder.write("a.obj", text), {.maxNodes = 1000});
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::LimitExceeded);
    EXPECT_THAT(model.error().message, HasSubstr("maxNodes = 1000"));
}

TEST(WholeNames, OfTextStl) {
    const TestMesh mesh = boxMesh(glm::dvec3(1.0));
    const std::string long_name(2000, 'n');
    const auto model = load("a.stl", stlText(mesh, "My Rock") + stlText(mesh, "UCX_My Rock_01") +
                                         stlText(mesh, "facet vertex endsolid") + stlText(mesh, "My Rock") +
                                         stlText(mesh, long_name));
    ASSERT_TRUE(model) << model.error().message;
    std::vector<std::string> names;
    for (const NodeReport& node : model->report.nodes) {
        names.push_back(node.name);
    }
    EXPECT_THAT(names,
                ElementsAre("My Rock", "UCX_My Rock_01", "facet vertex endsolid", "My Rock", long_name));
    EXPECT_THAT(shapeNames(*model), ElementsAre("UCX_My Rock_01"));
}

TEST(WholeNames, OfTextStlInUnusualForms) {
    const TestMesh mesh = boxMesh(glm::dvec3(1.0));
    const std::string text = stlText(mesh, "My Rock");
    const auto namesOf = [](const std::string& content) {
        const auto model = load("a.stl", content);
        return model ? shapeNames(*model) : std::vector{model.error().message};
    };
    std::string crlf = text, oneLine = text;
    for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) {
        crlf.replace(at, 1, "\r\n");
    }
    std::ranges::replace(oneLine, '\n', ' ');
    EXPECT_THAT(namesOf(crlf), ElementsAre("My Rock"));
    EXPECT_THAT(namesOf(oneLine), ElementsAre("My Rock"));
    EXPECT_THAT(namesOf("\xEF\xBB\xBF" + text), ElementsAre("My Rock"));
    EXPECT_THAT(namesOf(stlText(mesh, "")), ElementsAre("a"));
    const std::string noEnd = text.substr(0, text.find("endsolid"));
    EXPECT_THAT(namesOf(noEnd), ElementsAre("My Rock"));
    EXPECT_THAT(namesOf(noEnd + text), ElementsAre("My Rock", "My Rock"));
}

/// The readers of the other formats keep blanks in names.
TEST(WholeNames, OfOtherFormats) {
    std::vector<TestFile> files = filesOf(boxMesh(glm::dvec3(1.0)), "UCX_My Rock_01");
    std::string points, loops, aseFaces, asePoints;
    for (const auto& c : kBox) {
        const std::string point =
            std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
        asePoints += "*MESH_VERTEX " + std::to_string(&c - kBox.data()) + " " + point;
        points += point;
    }
    int face = 0;
    for (const auto& f : kBoxFaces) {
        loops += "SURF 0x10\nmat 0\nrefs 4\n";
        for (const int corner : f) {
            loops += std::to_string(corner) + " 0 0\n";
        }
        for (const std::size_t k : {1u, 2u}) {
            aseFaces += "*MESH_FACE " + std::to_string(face++) + ": A: " + std::to_string(f[0]) +
                        " B: " + std::to_string(f[k]) + " C: " + std::to_string(f[k + 1]) +
                        " AB: 1 BC: 1 CA: 1\n";
        }
    }
    files.push_back({"a.ac",
                     "AC3Db\nMATERIAL \"m\" rgb 1 1 1  amb 0 0 0  emis 0 0 0  spec 0 0 0  shi 0  trans 0\n"
                     "OBJECT world\nkids 1\nOBJECT poly\nname \"UCX_My Rock_01\"\nnumvert 8\n" +
                         points + "numsurf 6\n" + loops + "kids 0\n"});
    files.push_back({"a.ase",
                     "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_NAME \"UCX_My Rock_01\"\n*MESH {\n"
                     "*MESH_NUMVERTEX 8\n*MESH_NUMFACES 12\n*MESH_VERTEX_LIST {\n" +
                         asePoints + "}\n*MESH_FACE_LIST {\n" + aseFaces + "}\n}\n}\n"});
    EXPECT_EQ(files.size(), 8u);
    for (const TestFile& file : files) {
        SCOPED_TRACE(file.name);
        const auto model = load(file.name, file.content);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_THAT(shapeNames(*model), ElementsAre("UCX_My Rock_01"));
    }
}

}  // namespace
}  // namespace sat3d::test
