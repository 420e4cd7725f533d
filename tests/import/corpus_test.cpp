/// Models as artists export them, compared with facts that a script computed from the modeled objects, not
/// from an import: tests/data/corpus/README.md.

#include "import/support.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace sat3d::test {
namespace {

using Json = nlohmann::json;

const std::filesystem::path kCorpus = std::filesystem::path(SAT3D_TEST_DATA) / "corpus";

/// A file and its expected facts.
struct Expected {
    std::string file;
    std::shared_ptr<const Json> facts;
};

std::ostream& operator<<(std::ostream& stream, const Expected& expected) {
    return stream << expected.file;
}

/// Returns all files of the corpus that have facts.
std::vector<Expected> corpus() {
    std::vector<Expected> files;
    for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
        if (entry.path().extension() != ".json") {
            continue;
        }
        for (const Json& facts : Json::parse(readFile(entry.path()))) {
            const auto shared = std::make_shared<const Json>(facts);
            for (const Json& file : facts["files"]) {
                files.push_back({file, shared});
            }
        }
    }
    std::ranges::sort(files, {}, &Expected::file);
    return files;
}

glm::vec3 vectorOf(const Json& json) {
    return {json[0].get<float>(), json[1].get<float>(), json[2].get<float>()};
}

std::vector<glm::vec3> cornersOf(const ConvexShape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        std::vector<glm::vec3> corners;
        for (const float x : {-1.0f, 1.0f}) {
            for (const float y : {-1.0f, 1.0f}) {
                for (const float z : {-1.0f, 1.0f}) {
                    corners.push_back(box->center + box->rotation * (glm::vec3(x, y, z) * box->halfExtents));
                }
            }
        }
        return corners;
    }
    const ConvexHull& hull = std::get<ConvexHull>(shape);
    return {hull.vertices().begin(), hull.vertices().end()};
}

/// Compares points in any order.
void expectCorners(const ConvexShape& shape, const Json& expected, float tolerance) {
    const std::vector<glm::vec3> corners = cornersOf(shape);
    EXPECT_EQ(corners.size(), expected.size());
    for (const Json& point : expected) {
        EXPECT_TRUE(std::ranges::any_of(
            corners,
            [&](const glm::vec3& corner) { return glm::length(corner - vectorOf(point)) <= tolerance; }))
            << "no corner at " << point;
    }
}

void expectBody(const CollisionBody& body, const Json& expected) {
    // Files contain floats or six digits, up to forty meters from the origin.
    const glm::vec3 minimum = vectorOf(expected["minimum"]);
    const glm::vec3 maximum = vectorOf(expected["maximum"]);
    const float size = glm::length(maximum - minimum);
    const float tolerance = 2e-6f * std::max({size, glm::length(minimum), glm::length(maximum)});
    EXPECT_EQ(toString(shapeTypeOf(body.shape)), expected["kind"]);
    EXPECT_EQ(toString(body.motion), expected["motion"]);
    const Aabb box = bounds(body.shape, RigidTransform{});
    EXPECT_TRUE(near(box.lower, minimum, tolerance));
    EXPECT_TRUE(near(box.upper, maximum, tolerance));
    const double volume = expected["volume"];
    EXPECT_NEAR(massProperties(body.shape).volume, volume, 2e-5 * volume);
    if (expected.contains("corners")) {
        expectCorners(body.shape, expected["corners"], tolerance);
    }
}

/// Checks a triangle mesh of a closed mesh whose vertices are all used by faces.
void expectListedSurface(const CollisionMesh& surface, const Json& expected) {
    EXPECT_EQ("TriangleMesh", expected["kind"]);
    EXPECT_EQ("Static", expected["motion"]);
    EXPECT_FALSE(surface.rigidBody);
    const Aabb box = bounds(surface.mesh, RigidTransform{});
    EXPECT_TRUE(near(box.lower, vectorOf(expected["minimum"]), 1e-4f));
    EXPECT_TRUE(near(box.upper, vectorOf(expected["maximum"]), 1e-4f));
    const auto mass = massProperties(surface.mesh);
    ASSERT_TRUE(mass) << mass.error().message;
    const double volume = expected["volume"];
    EXPECT_NEAR(mass->volume, volume, 2e-5 * volume);
    EXPECT_EQ(surface.mesh.vertices().size(), expected["corners"].size());
}

/// Compares the name, role and warnings of every mesh node.
using NodeLines = std::multimap<std::string, std::pair<std::string, std::vector<std::string>>>;

NodeLines linesOf(const Json& nodes) {
    NodeLines lines;
    for (const Json& node : nodes) {
        lines.emplace(node["name"], std::pair(node["role"].get<std::string>(),
                                              node["warnings"].get<std::vector<std::string>>()));
    }
    return lines;
}

NodeLines linesOf(const ImportReport& report) {
    NodeLines lines;
    for (const NodeReport& node : report.nodes) {
        std::vector<std::string> warnings;
        for (const NodeReport::Warning& warning : node.warnings) {
            warnings.emplace_back(toString(warning.code));
        }
        std::ranges::sort(warnings);
        lines.emplace(node.name, std::pair(std::string(toString(node.role)), warnings));
    }
    return lines;
}

class Corpus : public ::testing::TestWithParam<Expected> {};

TEST_P(Corpus, HasTheFactsOfTheModel) {
    const Json& facts = *GetParam().facts;
    ImportOptions options;
    options.unnamedMeshes = UnnamedMeshes::Collide;  // the facts include every mesh
    const auto model = loadModel(kCorpus / GetParam().file, options);
    if (facts.contains("error")) {
        ASSERT_FALSE(model);
        EXPECT_EQ(toString(model.error().code), facts["error"]) << model.error().message;
        return;
    }
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(linesOf(model->report), linesOf(facts["nodes"]));
    EXPECT_EQ(model->bodies.size() + model->meshes.size(), facts["bodies"].size());
    for (const Json& expected : facts["bodies"]) {
        const std::string name = expected["name"];
        SCOPED_TRACE(name);
        const auto expectSeen = [&](const auto& collider) {
            const Json& seen = expected["collidesFor"];
            if (seen.is_string()) {
                ASSERT_TRUE(collider.renderNode);
                EXPECT_EQ(model->nodes.at(*collider.renderNode).name, seen);
            } else {
                EXPECT_EQ(collider.renderNode.value_or(collider.node), collider.node)
                    << "collides for itself or none";
            }
        };
        if (const CollisionBody* body = model->find(name)) {
            expectBody(*body, expected);
            expectSeen(*body);
        } else if (const CollisionMesh* surface = model->findMesh(name)) {
            expectListedSurface(*surface, expected);
            expectSeen(*surface);
        } else {
            ADD_FAILURE() << "no such body";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, ::testing::ValuesIn(corpus()), [](const auto& file) {
    std::string name = file.param.file;
    std::ranges::replace(name, '.', '_');
    return name;
});

/// A file without facts would not be tested.
TEST(CorpusFolder, EveryModelHasFacts) {
    const std::vector<Expected> files = corpus();
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
        const std::vector<std::string> formats = {".fbx", ".glb", ".gltf", ".dae", ".obj", ".stl", ".ply"};
        if (std::ranges::find(formats, entry.path().extension().string()) == formats.end()) {
            continue;
        }
        ++models;
        EXPECT_NE(std::ranges::find(files, entry.path().filename().string(), &Expected::file), files.end())
            << entry.path();
    }
    EXPECT_EQ(models, files.size());
    EXPECT_GE(models, 50u);
}

}  // namespace
}  // namespace sat3d::test
