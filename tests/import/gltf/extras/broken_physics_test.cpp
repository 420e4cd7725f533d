/// Invalid colliders in glTF files: each is left out, and the report says so.

#include "import/support.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Returns a file with two nodes: a valid box, and a node with other values in the extension.
std::string beside(const std::string& said, const std::string& shapes, const std::string& lists = "{}") {
    return gltfBox(
        R"("scene":0,"scenes":[{"nodes":[0,1]}],"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"})" +
        (shapes.empty() ? "" : "," + shapes) + R"(]},"KHR_physics_rigid_bodies":)" + lists + R"(},"nodes":[
        {"name":"sound","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}},
        {"name":"broken","extensions":{"KHR_physics_rigid_bodies":)" +
        said + R"(}}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
}

struct Broken {
    const char* name;
    std::string said, shapes;
    std::vector<std::string> words;  ///< of the warning
    bool hasBody = false;
};

std::ostream& operator<<(std::ostream& stream, const Broken& broken) {
    return stream << broken.name;
}

class BrokenPhysics : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenPhysics, IsLeftOutWithAWarning) {
    const Folder folder;
    const auto model = loadModel(folder.write("a.gltf", beside(GetParam().said, GetParam().shapes)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NE(model->find("sound"), nullptr);
    EXPECT_EQ(model->find("broken") != nullptr, GetParam().hasBody);
    const NodeReport& line = reportFor(model->report, "broken");
    ASSERT_TRUE(has(line, Code::InvalidPhysics)) << messages(line);
    for (const std::string& word : GetParam().words) {
        EXPECT_THAT(messages(line), HasSubstr(word));
    }
    EXPECT_THAT(messages(line), HasSubstr("KHR_physics_rigid_bodies")) << "which extension";
    EXPECT_THAT(messages(line), HasSubstr("node 1")) << "which node";
}

std::string withShape(int index) {
    return R"({"collider":{"geometry":{"shape":)" + std::to_string(index) + "}}}";
}

INSTANTIATE_TEST_SUITE_P(
    , BrokenPhysics,
    ::testing::Values(
        Broken{
            "ShapeBeyondTheList", withShape(7), "", {"\"shape\" is 7", "the last of the file's shapes is 0"}},
        Broken{"ShapeThatIsNegative", withShape(-2), "", {"\"shape\" is -2"}},
        Broken{"ShapeThatIsAText", R"({"collider":{"geometry":{"shape":"box"}}})", "", {"not a number"}},
        Broken{
            "ShapeOfHugeIndex", R"({"collider":{"geometry":{"shape":99999999999999999999}}})", "", {"shape"}},
        Broken{"NoGeometry", R"({"collider":{}})", "", {"has no geometry"}},
        Broken{
            "GeometryThatIsAList", R"({"collider":{"geometry":[]}})", "", {"\"geometry\" is not an object"}},
        Broken{"ColliderThatIsANumber", R"({"collider":3})", "", {"\"collider\" is not an object"}},
        Broken{"NodeBeyondTheList",
               R"({"collider":{"geometry":{"node":2}}})",
               "",
               {"\"node\" is 2", "the last of the file's nodes is 1"}},
        Broken{
            "ShapeAndNode", R"({"collider":{"geometry":{"shape":0,"node":0}}})", "", {"a shape and a node"}},
        Broken{"NodeWithoutMesh",
               R"({"collider":{"geometry":{"node":0}}})",
               "",
               {"node 0 and its descendants have no mesh"}},
        Broken{"NegativeRadius",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":-1}})",
               {"shape 1", "\"radius\" is -1", "above 0"}},
        Broken{"NoRadius", withShape(1), R"({"type":"sphere","sphere":{"radius":0}})", {"\"radius\" is 0"}},
        Broken{"TextForARadius",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":"1"}})",
               {"\"radius\" is not a number"}},
        Broken{"RadiusBeyondFloat",
               withShape(1),
               R"({"type":"sphere","sphere":{"radius":1e300}})",
               {"\"radius\" is too large"}},
        Broken{"FlatBox", withShape(1), R"({"type":"box","box":{"size":[1,0,1]}})", {"\"size\"", "above 0"}},
        Broken{"BoxOfTwoNumbers",
               withShape(1),
               R"({"type":"box","box":{"size":[1,1]}})",
               {"\"size\" is not 3 numbers"}},
        Broken{"BoxOfNulls",
               withShape(1),
               R"({"type":"box","box":{"size":[1,null,1]}})",
               {"\"size\" is not a number"}},
        Broken{"CapsuleWithoutRadii",
               withShape(1),
               R"({"type":"capsule","capsule":{"radiusTop":0,"radiusBottom":0}})",
               {"both radii are 0"}},
        Broken{"CylinderWithoutHeight",
               withShape(1),
               R"({"type":"cylinder","cylinder":{"height":0}})",
               {"\"height\" is 0"}},
        Broken{"MeshBeyondTheList",
               withShape(1),
               R"({"type":"mesh","mesh":{"mesh":5}})",
               {"\"mesh\" is 5", "the last of the file's meshes is 0"}},
        Broken{"Plane", withShape(1), R"({"type":"plane"})", {"plane", "thick box"}},
        Broken{"UnknownType", withShape(1), R"({"type":"torus"})", {"\"torus\"", "Use box"}},
        Broken{"NoType", withShape(1), "{}", {"no type"}},
        Broken{"ShapeThatIsNoObject", withShape(1), "17", {"no type"}},
        Broken{"MaterialBeyondTheList",
               R"({"collider":{"geometry":{"shape":0},"physicsMaterial":4}})",
               "",
               {"\"physicsMaterial\" is 4", "no physics material"},
               true},
        Broken{"FilterBeyondTheList",
               R"({"collider":{"geometry":{"shape":0},"collisionFilter":0}})",
               "",
               {"\"collisionFilter\" is 0", "has no collision filters", "no filter"},
               true},
        Broken{"NegativeMass",
               R"({"motion":{"mass":-1},"collider":{"geometry":{"shape":0}}})",
               "",
               {"\"mass\" is -1", "motion is left out"},
               true},
        Broken{"TwistedInertia",
               R"({"motion":{"inertiaOrientation":[0,0,0,0]},"collider":{"geometry":{"shape":0}}})",
               "",
               {"not a rotation"},
               true},
        Broken{"TriggerOfMissingNode", R"({"trigger":{"nodes":[9]}})", "", {"node 9"}},
        Broken{"TriggerOfAnother", R"({"trigger":{"nodes":[0]}})", "", {"node 0", "not a trigger below it"}},
        Broken{"TriggerOfItself", R"({"trigger":{"nodes":[1]}})", "", {"node 1", "not a trigger below it"}}),
    [](const auto& broken) { return broken.param.name; });

TEST(BrokenFile, ListsAreNoted) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.gltf",
        beside("{}", "", R"({"physicsMaterials":[{"staticFriction":-1},{"frictionCombine":"most"},7],
            "collisionFilters":[{"collideWithSystems":["a"],"notCollideWithSystems":["b"]},{"collisionSystems":[1]}]})")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(model->report.notes, ElementsAre(HasSubstr("physics material 0"), HasSubstr("\"most\""),
                                                 HasSubstr("physics material 2"), HasSubstr("Keep one"),
                                                 HasSubstr("collision filter 1")));
    EXPECT_EQ(model->physicsMaterials.size(), 3u) << "indices are unchanged";
}

TEST(BrokenFile, WithoutOtherCollidersIsAnErrorWithTheReason) {
    const Folder folder;
    std::string text = beside(withShape(7), "");
    text.replace(text.find(R"("nodes":[0,1])"), 13, R"("nodes":[1])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::NoColliders);
    EXPECT_THAT(model.error().message, HasSubstr("a.gltf"));
    EXPECT_THAT(model.error().message, HasSubstr("\"broken\""));
    EXPECT_THAT(model.error().message, HasSubstr("\"shape\" is 7"));
    EXPECT_THAT(model.error().report.notes, ElementsAre(HasSubstr("in no scene")));
}

TEST(BrokenFile, NumbersThatOverflowInTheModelsFrame) {
    const Folder folder;
    std::string text =
        beside(R"({"motion":{"centerOfMass":[0,1e30,0]},"collider":{"geometry":{"shape":0}}})", "");
    text.replace(text.find(R"("name":"broken")"), 15, R"("name":"broken","scale":[1,1e14,1])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->rigidBodies.empty());
    EXPECT_THAT(model->report.notes,
                ElementsAre(::testing::AllOf(HasSubstr("\"broken\""), HasSubstr("motion"))));
    EXPECT_TRUE(loadBaked(saveBaked(*model))) << "an imported model can be baked";
}

TEST(BrokenFile, NodesWithScaleZeroAreSwitchedOff) {
    const Folder folder;
    std::string text = beside(withShape(0), "");
    text.replace(text.find(R"("name":"broken")"), 15, R"("name":"broken","scale":[0,0,0])");
    const auto model = loadModel(folder.write("a.gltf", text));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->find("broken"), nullptr);
    EXPECT_THAT(messages(reportFor(model->report, "broken")), HasSubstr("switches"));
}

/// If each collider consists of the whole tree, the work grows with the square of the file size.
TEST(BrokenFile, CollidersOfManyNodesAreLimited) {
    std::string nodes;
    for (int k = 0; k < 200; ++k) {
        nodes += (k == 0 ? "" : ",") + std::string(R"({"mesh":0,)") +
                 (k < 199 ? R"("children":[)" + std::to_string(k + 1) + "]," : std::string()) +
                 R"("extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":0}}}}})";
    }
    ImportOptions options;
    options.maxNodes = 1000;
    const Folder folder;
    const auto model = loadModel(
        folder.write(
            "a.gltf",
            gltfBox(
                R"("scenes":[{"nodes":[0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[)" +
                nodes + "]")),
        options);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ImportError::Code::LimitExceeded);
    EXPECT_THAT(model.error().message, HasSubstr("maxNodes"));
}

}  // namespace
}  // namespace sat3d::test
