/// The models of the project, compared with the numbers in models/README.md, which a script computed exactly.

#include "import/support.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace sat3d::test {
namespace {

using Row = std::vector<std::string>;

/// Returns the rows of the tables in the README that have this number of columns, without headings.
std::vector<Row> tableRows(std::size_t columns) {
    std::ifstream readme(std::string(SAT3D_MODELS) + "/README.md");
    std::vector<Row> rows;
    for (std::string line; std::getline(readme, line);) {
        Row row;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '|');) {
            const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
            row.push_back(cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
        }
        if (row.size() == columns + 1 && row[1] != "model" && row[1] != "file" && row[1] != "---") {
            rows.emplace_back(row.begin() + 1, row.end());
        }
    }
    return rows;
}

glm::vec3 vectorOf(const std::string& text) {
    std::istringstream stream(text);
    glm::vec3 v;
    stream >> v.x >> v.y >> v.z;
    return v;
}

TEST(Models, HaveTheCountsOfTheReadme) {
    const std::vector<Row> rows = tableRows(8);
    ASSERT_EQ(rows.size(), 15u);
    std::map<std::string, std::size_t> bodies;
    for (const Row& row : rows) {
        ++bodies[row[0]];
    }
    for (const std::string extension : {".obj", ".glb"}) {
        for (const Row& row : rows) {
            SCOPED_TRACE(row[0] + extension + " " + row[1]);
            const auto model = loadModel(std::string(SAT3D_MODELS) + "/" + row[0] + extension);
            ASSERT_TRUE(model) << model.error().message;
            EXPECT_EQ(model->bodies.size(), bodies[row[0]]);
            EXPECT_EQ(model->report.nodes.size(), bodies[row[0]]);
            const CollisionBody* body = model->find(row[1]);
            ASSERT_NE(body, nullptr);
            const NodeReport& node = *model->report.reportFor(body->node);
            EXPECT_EQ(node.name, row[1]);
            EXPECT_EQ(node.verticesWelded, std::stoul(row[2]));
            EXPECT_EQ(node.hullVertices, std::stoul(row[2]));
            EXPECT_EQ(node.hullFaces, std::stoul(row[3]));
            EXPECT_EQ(node.facesRead, std::stoul(row[extension == ".obj" ? 3 : 4]));
            EXPECT_NEAR(node.volume, std::stod(row[5]), 1e-6 * std::stod(row[5]));
            EXPECT_NEAR(node.meshVolume, std::stod(row[5]), 1e-6 * std::stod(row[5]));
            EXPECT_TRUE(near(node.minimum, vectorOf(row[6]), 1e-6f));
            EXPECT_TRUE(near(node.maximum, vectorOf(row[7]), 1e-6f));
            EXPECT_TRUE(node.warnings.empty()) << messages(node);
            EXPECT_EQ(std::get<ConvexHull>(body->shape).vertices().size(), node.hullVertices);
        }
    }
}

TEST(Models, DescribedReportHasARowForEachNodeAndAllWarnings) {
    const Folder folder;
    const std::string halfOpen = replaced(boxObj("o Wall\x1b[2J\n"), "f 1 3 4 2\n", "");
    const auto model = loadModel(folder.write("wall.obj", halfOpen));
    ASSERT_TRUE(model) << model.error().message;
    std::istringstream lines(describe(model->report));
    std::string heading, row, blank, warning;
    std::getline(lines, heading);
    std::getline(lines, row);
    std::getline(lines, blank);
    std::getline(lines, warning);
    EXPECT_EQ(heading, "  node      vertices  faces  hull V  hull F  volume m3  extents m");
    EXPECT_EQ(row, "  Wall?[2J   20 -> 8      5       8       6          6  1 x 2 x 3  see below");
    EXPECT_EQ(blank, "");
    EXPECT_TRUE(warning.starts_with("warning: Wall?[2J: the surface is open")) << warning;
    EXPECT_TRUE(warning.ends_with("[Open]")) << warning;
}

TEST(Models, DescribedReportOfAnErrorListsTheNodes) {
    const std::filesystem::path file = std::filesystem::path(SAT3D_MODELS) / "bad" / "flat.glb";
    const auto model = loadModel(file);
    const std::string text =
        model ? describe(model->report) : model.error().message + "\n" + describe(model.error().report);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().node, "flat");
    EXPECT_TRUE(text.starts_with(model.error().message));
    EXPECT_NE(text.find("no body, see below"), std::string::npos) << text;
}

TEST(Models, TankIsATreeInGlb) {
    const auto tank = loadModel(std::string(SAT3D_MODELS) + "/tank.glb");
    ASSERT_TRUE(tank) << tank.error().message;
    std::vector<std::string> paths;
    for (const NodeReport& node : tank->report.nodes) {
        paths.push_back(node.path);
    }
    EXPECT_EQ(paths, (std::vector<std::string>{"hull", "hull/turret", "hull/turret/barrel", "hull/track_left",
                                               "hull/track_right"}));
    EXPECT_EQ(tank->find("gun"), nullptr);
}

TEST(Models, ArmoredTankNamesItsPlates) {
    for (const std::string extension : {".obj", ".glb"}) {
        const auto tank = loadModel(std::string(SAT3D_MODELS) + "/armored_tank" + extension);
        ASSERT_TRUE(tank) << tank.error().message;
        EXPECT_EQ(tank->materials.size(), 12u);
        std::map<std::string, int> faces;
        for (const CollisionBody& body : tank->bodies) {
            const ConvexHull& hull = std::get<ConvexHull>(body.shape);
            for (std::size_t face = 0; face < hull.faces().size(); ++face) {
                const std::string_view plate = tank->material(hull.faceTags()[face]);
                ++faces[std::string(plate)];
                if (body.name != "hull") {
                    continue;
                }
                const glm::dvec3 normal = hull.faces()[face].plane.normal;
                EXPECT_EQ(plate == "glacis 120 mm", normal.z > 0.2 && std::abs(normal.x) < 0.5);
                EXPECT_EQ(plate == "side 60 mm", std::abs(normal.x) > 0.5);
            }
        }
        EXPECT_EQ(faces, (std::map<std::string, int>{{"barrel 40 mm", 10},
                                                     {"deck 20 mm", 1},
                                                     {"floor 20 mm", 1},
                                                     {"glacis 120 mm", 2},
                                                     {"rear 40 mm", 2},
                                                     {"ring 30 mm", 1},
                                                     {"roof 30 mm", 1},
                                                     {"side 60 mm", 4},
                                                     {"track 20 mm", 16},
                                                     {"turret front 180 mm", 1},
                                                     {"turret rear 60 mm", 1},
                                                     {"turret side 90 mm", 6}}))
            << extension;
    }
}

TEST(Models, BadModelsGiveErrorsOrWarnings) {
    const std::vector<Row> rows = tableRows(3);
    ASSERT_EQ(rows.size(), 30u);
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0]);
        const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/" + row[0]);
        if (row[1] == "Malformed" || row[1] == "NoColliders") {
            ASSERT_FALSE(model);
            EXPECT_EQ(toString(model.error().code), row[1]) << model.error().message;
            EXPECT_NE(model.error().message.find(row[0]), std::string::npos) << "names its file";
            continue;
        }
        ASSERT_TRUE(model) << model.error().message;
        std::vector<std::string> warnings;
        for (const NodeReport& node : model->report.nodes) {
            for (const NodeReport::Warning& warning : node.warnings) {
                warnings.emplace_back(toString(warning.code));
            }
        }
        if (row[1] == "none") {
            EXPECT_EQ(warnings, std::vector<std::string>());
        } else if (row[1] == "Inverted") {
            EXPECT_EQ(warnings, std::vector<std::string>{"Inverted"})
                << "the normals are inverted with the faces";
        } else {
            EXPECT_EQ(warnings, std::vector<std::string>{row[1]});
        }
    }
}

TEST(Models, FlatNodeIsReportedBesideAValidOne) {
    const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/one_flat.glb");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->bodies[0].name, "crate");
    ASSERT_EQ(model->report.nodes.size(), 2u);
    EXPECT_EQ(model->report.nodes[1].name, "decal");
    EXPECT_EQ(model->report.nodes[1].volume, 0.0);
    EXPECT_TRUE(has(model->report.nodes[1], NodeReport::Warning::Code::Flat));
}

TEST(Models, NoCollidersListsTheReasonOfEachNode) {
    const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/linear.obj");
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().message.find("node \"linear\" is a straight line"), std::string::npos)
        << model.error().message;
    EXPECT_EQ(model.error().report.nodes.size(), 1u);
}

TEST(Models, MirroredNodeIsRewound) {
    const auto model = loadModel(std::string(SAT3D_MODELS) + "/bad/mirrored.glb");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->report.nodes.size(), 2u);
    EXPECT_FALSE(model->report.nodes[0].mirrored);
    EXPECT_TRUE(model->report.nodes[1].mirrored);
    EXPECT_NEAR(model->report.nodes[1].meshVolume, 1.0, 1e-6) << "positive: wound the right way round";
}

}  // namespace
}  // namespace sat3d::test
