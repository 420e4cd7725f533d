#include <sat3d/debug/model_drawing.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "</script><script>alert(1)</script>\"'&\x01\xff";

CollisionModel everyShape() {
    CollisionModel model;
    model.nodes.resize(3);
    model.nodes[0].name = "root";
    model.nodes[1].name = "turret";
    model.nodes[1].parent = 0;
    model.nodes[1].restPose.position = {1.0f, 2.0f, 3.0f};
    model.nodes[2].name = "seen";
    model.nodes[2].parent = 0;
    const ConvexHull hull =
        ConvexHull::box({1.0f, 1.0f, 1.0f})->withFaceTags(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
    model.bodies = {{"hull", hull, 0, 0u},
                    {"box", Box{{0.0f, 0.0f, 0.0f}, {0.5f, 1.0f, 2.0f}}, 1, 2u},
                    {"ball", Sphere{{0.0f, 1.0f, 0.0f}, 0.5f}, 1},
                    {"rod", Capsule{{0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.25f}, 1}};
    model.materials = {"steel", "rubber"};
    model.bodies[1].material = 2;
    model.bodies[2].motion = MotionType::Kinematic;
    model.bodies[3].trigger = 1;
    model.nodes[1].properties = {{"armor", "80 mm"}};
    return model;
}

RenderMesh triangle(std::uint32_t node) {
    RenderMesh mesh{node, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {}}};
    mesh.mesh.addFace(std::vector<std::uint32_t>{0, 1, 2});
    return mesh;
}

nlohmann::json sceneOf(const std::string& page) {
    const std::string opening = R"(<script type="application/json" id="scene">)";
    const std::size_t begin = page.find(opening), end = page.find("</script>", begin);
    if (begin == std::string::npos || end == std::string::npos) {
        ADD_FAILURE() << "the page has no data";
        return {};
    }
    return nlohmann::json::parse(page.substr(begin + opening.size(), end - begin - opening.size()));
}

std::size_t occurrences(const std::string& text, const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
        ++count;
    }
    return count;
}

TEST(ModelDrawing, MeshesFollowTheBodies) {
    CollisionModel model = everyShape();
    model.meshes = {
        {"ground",
         *TriangleMesh::fromTriangles(std::vector<glm::vec3>{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {2, 4, 0}},
                                      std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3},
                                      {.tags = std::vector<std::uint32_t>{1, 2}}),
         2}};
    const std::string page = drawModelHtml(model);
    const nlohmann::json bodies = sceneOf(page)["bodies"];
    ASSERT_EQ(bodies.size(), 5u);
    EXPECT_EQ(bodies[4]["node"], 2);
    EXPECT_EQ(bodies[4]["faces"], nlohmann::json::parse("[[0,1,2],[2,1,3]]"));
    EXPECT_EQ(bodies[4]["tags"], nlohmann::json::parse("[1,2]"));
    EXPECT_EQ(bodies[4]["center"], nlohmann::json::parse("[1,2,0]"));
    EXPECT_THAT(page, HasSubstr("triangle mesh, 4 vertices, 2 triangles"));
    EXPECT_THAT(page, HasSubstr("1 triangle mesh"));
    EXPECT_THAT(page, HasSubstr(R"(data-body="4")"));
    model.bodies.clear();
    EXPECT_EQ(sceneOf(drawModelHtml(model))["bodies"].size(), 1u);
}

TEST(DrawModelHtml, ShowsEveryBody) {
    const CollisionModel model = everyShape();
    const std::string page = drawModelHtml(model);
    const nlohmann::json scene = sceneOf(page);
    ASSERT_EQ(scene["bodies"].size(), model.bodies.size());
    ASSERT_EQ(scene["nodes"].size(), model.nodes.size());
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        const nlohmann::json& body = scene["bodies"][k];
        EXPECT_EQ(body["node"], model.bodies[k].node);
        EXPECT_EQ(body["smooth"], k >= 2);
        EXPECT_EQ(occurrences(page, "data-body=\"" + std::to_string(k) + "\""), 1u);
        const std::size_t vertices = body["vertices"].size() / 3;
        for (const auto& face : body["faces"]) {
            EXPECT_GE(face.size(), 3u);
            for (const auto& corner : face) {
                EXPECT_LT(corner.get<std::size_t>(), vertices);
            }
        }
    }
    EXPECT_EQ(scene["bodies"][0]["tags"], (nlohmann::json{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(scene["bodies"][1]["tags"], nlohmann::json(std::vector<int>(6, 2)));
    EXPECT_EQ(scene["nodes"][1]["pivot"], (nlohmann::json{1, 2, 3}));
    for (const char* words :
         {"root / turret", "root / seen", "sphere, radius 50.00 cm", "4 bodies", "3 nodes",
          "hull, 8 vertices, 6 faces", "<dd>rubber</dd>", "<li>steel</li>", "<dd>80 mm</dd>",
          "moved by the game", "trigger of root / turret", "1 × 2 × 4 m"}) {
        EXPECT_THAT(page, HasSubstr(words));
    }
}

TEST(DrawModelHtml, ShowsWarningsOnceAndMeshesWithoutBodies) {
    ModelDrawingOptions options;
    options.title = "tank.glb";
    options.headerLines = {"glTF, by hand"};
    options.notes = {"one file was not opened"};
    options.annotations = {{1, "collides for \"seen\" (UBX_)", {"is not quite a box"}},
                           {2, "is seen only", {"is open"}},
                           {77, "of no node", {}}};
    const std::string page = drawModelHtml(everyShape(), options);
    EXPECT_EQ(occurrences(page, "is not quite a box"), 1u);  // three bodies are attached to that node
    EXPECT_EQ(occurrences(page, "<p>is open</p>"), 1u);
    for (const char* words : {"<h1>tank.glb</h1>", "glTF, by hand", "one file was not opened", "is seen only",
                              "2 warnings", "Meshes without a body"}) {
        EXPECT_THAT(page, HasSubstr(words));
    }
    EXPECT_THAT(page, Not(HasSubstr("of no node")));
    EXPECT_THAT(drawModelHtml(everyShape()), Not(HasSubstr("Meshes without a body")));
}

TEST(DrawModelHtml, DrawsMeshesWithinItsLimit) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<RenderMesh> meshes{triangle(2), triangle(1), triangle(99), triangle(0)};
    meshes[3].mesh.vertices[0].x = nan;
    ModelDrawingOptions options;
    options.meshes = meshes;
    std::string page = drawModelHtml(everyShape(), options);
    ASSERT_EQ(sceneOf(page)["meshes"].size(), 2u);
    EXPECT_EQ(sceneOf(page)["meshes"][0]["node"], 2);
    EXPECT_EQ(sceneOf(page)["meshes"][0]["triangles"], (nlohmann::json{0, 1, 2}));
    EXPECT_EQ(sceneOf(page)["meshes"][0]["sides"].size(), 6u);
    options.maxMeshCorners = 3;
    page = drawModelHtml(everyShape(), options);
    EXPECT_EQ(sceneOf(page)["meshes"].size(), 1u);
    EXPECT_THAT(page, HasSubstr("more than 3 face vertices: turret"));
}

TEST(DrawModelHtml, HostileNamesStayText) {
    CollisionModel model = everyShape();
    for (ModelNode& node : model.nodes) {
        node.name = kHostile;
    }
    for (CollisionBody& body : model.bodies) {
        body.name = kHostile;
    }
    model.materials = {kHostile, kHostile};
    model.nodes[1].properties = {{kHostile, kHostile}};
    ModelDrawingOptions options;
    options.title = kHostile;
    options.headerLines = options.notes = {kHostile};
    options.annotations = {{0, kHostile, {kHostile}}, {2, kHostile, {kHostile}}};
    const std::vector<RenderMesh> meshes{triangle(1)};
    options.meshes = meshes;
    options.maxMeshCorners = 0;
    const std::string page = drawModelHtml(model, options);
    EXPECT_EQ(occurrences(page, "<script"), 2u);  // the data and the script
    EXPECT_EQ(occurrences(page, "</script>"), 2u);
    EXPECT_EQ(page.find('\x01'), std::string::npos);
    EXPECT_EQ(page.find('\xff'), std::string::npos);
    EXPECT_EQ(sceneOf(page)["bodies"].size(), 4u);
}

TEST(DrawModelHtml, CutsLongNamesInPaths) {
    CollisionModel model = everyShape();
    model.nodes[0].name = std::string(500, 'x');
    const std::string cut = std::string(63, 'x') + "\u2026 / turret";
    EXPECT_THAT(drawModelHtml(model), HasSubstr(">" + cut));
}

TEST(DrawModelHtml, IsSelfContained) {
    const std::string page = drawModelHtml(everyShape());
    for (const char* outside : {"src=", "href=", "url(", "@import", "fetch(", "http:", "https:"}) {
        EXPECT_THAT(page, Not(HasSubstr(outside)));
    }
}

TEST(DrawModelHtml, DrawsAnEmptyModel) {
    const nlohmann::json scene = sceneOf(drawModelHtml(CollisionModel{}));
    EXPECT_TRUE(scene["bodies"].empty());
}

}  // namespace
