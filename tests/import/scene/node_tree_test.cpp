/// Node trees with pivots, custom properties, and materials of faces.

#include "import/support.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace sat3d::test {
namespace {

using ::testing::ElementsAre;

/// A tower of three boxes. The one in the middle has the given rotation, a quaternion in glTF order.
std::string towerGltf(const std::string& rotation, const std::string& extras = "") {
    return gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[
        {"name":"hull","mesh":0,"children":[1],"translation":[1,0,0]},
        {"name":"turret","mesh":0,"children":[2],"translation":[0,2,0.5],"rotation":[)" +
                   rotation + "]" + extras + R"(},
        {"name":"barrel","mesh":0,"translation":[0,1,3],"scale":[0.5,0.5,2],"rotation":[0,0.6,0,0.8]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])");
}

TEST(Structure, PivotsAreTheOriginsOfNodes) {
    const auto tank = loadModel(std::string(SAT3D_MODELS) + "/tank.glb");
    ASSERT_TRUE(tank) << tank.error().message;
    ASSERT_EQ(tank->nodes.size(), 5u);
    EXPECT_EQ(tank->nodes[0].parent, std::nullopt);
    const std::uint32_t turret = tank->find("turret")->node, barrel = tank->find("barrel")->node;
    EXPECT_EQ(tank->nodes[barrel].parent, turret);
    EXPECT_TRUE(near(tank->nodes[turret].restPose.position, {0.0f, 1.45f, -0.3f}));
    EXPECT_TRUE(near(tank->nodes[barrel].restPose.position, {0.0f, 1.9f, 0.6f}));
    EXPECT_TRUE(near(tank->nodes[barrel].restPose.rotation * glm::vec3(0.0f, 1.0f, 0.0f), {0.0f, 0.0f, 1.0f}))
        << "modeled along +Y, rotated to +Z";
    EXPECT_EQ(tank->findNode("turret"), &tank->nodes[turret]);
    EXPECT_EQ(tank->findNode("gun"), nullptr);
}

/// Moving a node at run time gives the same result as moving it in the file.
TEST(Structure, MovedNodesEqualAMovedFile) {
    const auto rest = load("a.gltf", towerGltf("0,0,0,1"));
    const auto turned = load("a.gltf", towerGltf("0.36,0.48,0,0.8"));
    ASSERT_TRUE(rest && turned);
    std::vector<Pose> moves(3), moved(3);
    moves[1].rotation = glm::quat(0.8f, glm::vec3(0.36f, 0.48f, 0.0f));
    computeNodeTransforms(*rest, moves, moved);
    EXPECT_EQ(moved[0].position, glm::vec3(0.0f));
    ASSERT_EQ(rest->bodies.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& before = std::get<ConvexHull>(rest->bodies[k].shape);
        const auto& after = std::get<ConvexHull>(turned->bodies[k].shape);
        ASSERT_EQ(before.vertices().size(), after.vertices().size());
        for (const glm::vec3& vertex : before.vertices()) {
            const glm::vec3 here = moved[rest->bodies[k].node].transformPoint(vertex);
            EXPECT_TRUE(std::ranges::any_of(after.vertices(),
                                            [&](const glm::vec3& v) { return near(v, here, 1e-5f); }))
                << rest->bodies[k].name << " " << toText(here);
        }
    }
    moves[1] = Pose{{0.0f, 0.0f, -0.25f}};  // recoils
    computeNodeTransforms(*rest, moves, moved);
    EXPECT_TRUE(near(moved[2].position, {0.0f, 0.0f, -0.25f}));
}

TEST(Structure, ExtrasOfGltfAreProperties) {
    const auto model = load(
        "a.gltf",
        towerGltf("0,0,0,1",
                  R"(,"extras":{"armor":120.5,"note":"glacis \u00e4","hit":[1,{"a":null}],"thick":true})"));
    ASSERT_TRUE(model) << model.error().message;
    const ModelNode& turret = *model->findNode("turret");
    EXPECT_THAT(turret.properties,
                ElementsAre(NodeProperty{"armor", "120.5"}, NodeProperty{"hit", R"([1,{"a":null}])"},
                            NodeProperty{"note", "glacis \xc3\xa4"}, NodeProperty{"thick", "true"}));
    EXPECT_EQ(*turret.property("armor"), "120.5");
    EXPECT_EQ(turret.property("speed"), nullptr);
    EXPECT_TRUE(model->nodes[0].properties.empty());
    EXPECT_TRUE(model->nodes[2].properties.empty());
    const auto text = load("a.gltf", towerGltf("0,0,0,1", R"(,"extras":"heavy")"));
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_THAT(text->findNode("turret")->properties, ElementsAre(NodeProperty{"extras", "heavy"}));
}

TEST(Structure, UserPropertiesOfFbxAreProperties) {
    const auto property = [](const std::string& name, const std::string& type, const std::string& kind,
                             const std::string& value) {
        return "\t\tP: \"" + name + "\", \"" + type + "\", \"" + kind + "\", \"A+U\"," + value + "\n";
    };
    const std::string properties =
        fbxLocal("Translation", "1,2,3") + property("RotationActive", "bool", "", "1") +
        property("InheritType", "enum", "", "1") + property("DefaultAttributeIndex", "int", "Integer", "0") +
        property("armor", "double", "Number", "120.5") + property("plates", "int", "Integer", "7") +
        property("note", "KString", "", "\"glacis\"");
    const auto model = load("a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "hull", properties),
                                             "\tC: \"OO\",2,0\n\tC: \"OO\",1,2\n"));
    ASSERT_TRUE(model) << model.error().message;
    const ModelNode& hull = model->nodes[model->bodies.at(0).node];
    std::map<std::string, std::string> found;
    for (const NodeProperty& p : hull.properties) {
        found[p.key] = p.value;
    }
    EXPECT_EQ(found,
              (std::map<std::string, std::string>{{"armor", "120.5"}, {"plates", "7"}, {"note", "glacis"}}));
}

TEST(Structure, MetadataOfTheColladaReaderIsOmitted) {
    const auto model = loadModel(std::string(SAT3D_TEST_DATA) + "/corpus/tank.dae");
    ASSERT_TRUE(model) << model.error().message;
    for (const ModelNode& node : model->nodes) {
        EXPECT_TRUE(node.properties.empty()) << node.name << ": " << node.properties.front().key;
    }
}

/// The material of the hull's face with the given normal.
std::string materialAt(const ImportedModel& model, const CollisionBody& body, const glm::dvec3& direction) {
    const auto& hull = std::get<ConvexHull>(body.shape);
    for (std::size_t face = 0; face < hull.faces().size(); ++face) {
        if (glm::dot(hull.faces()[face].plane.normal, direction) > 0.99) {
            return std::string(model.material(hull.faceTags()[face]));
        }
    }
    return "no such face";
}

/// The files of the corpus that contain the tank with its tree, or with its materials.
const char* const kTanksWithTree[] = {"tank.fbx", "tank.glb", "tank.gltf", "tank.dae"};
const char* const kTanksWithMaterials[] = {"tank.fbx", "tank.glb", "tank.gltf", "tank.dae", "tank.obj"};

ImportedModel loadTank(const std::string& file) {
    auto model = loadModel(std::string(SAT3D_TEST_DATA) + "/corpus/" + file);
    EXPECT_TRUE(model) << file << ": " << model.error().message;
    return model ? *std::move(model) : ImportedModel{};
}

/// In Blender's axes, the turret is at (0, 0.4, 1.4) and rotated by 30 degrees about z. The barrel is at
/// (0, -1, 0.35) relative to the turret.
TEST(Structure, PivotsOfEveryFormatThatHasATree) {
    for (const char* file : kTanksWithTree) {
        SCOPED_TRACE(file);
        const ImportedModel tank = loadTank(file);
        const ModelNode* turret = tank.findNode("Turret");
        const ModelNode* barrel = tank.findNode("Barrel");
        ASSERT_TRUE(turret != nullptr && barrel != nullptr);
        ASSERT_TRUE(barrel->parent && turret->parent);
        EXPECT_EQ(&tank.nodes[*barrel->parent], turret);
        EXPECT_EQ(&tank.nodes[*turret->parent], tank.findNode("Hull"));
        EXPECT_TRUE(near(turret->restPose.position, {0.0f, 1.4f, -0.4f}));
        const float sine = 0.5f, cosine = std::sqrt(0.75f);
        EXPECT_TRUE(near(barrel->restPose.position, {sine, 1.75f, -0.4f + cosine}, 1e-4f));

        std::vector<Pose> moves(tank.nodes.size()), moved(tank.nodes.size());
        const CollisionBody& gun = *tank.find("UCP_Barrel");
        const auto muzzle = [&] {
            return moved[gun.node].transformPoint(bounds(gun.shape, RigidTransform{}).center());
        };
        computeNodeTransforms(tank, moves, moved);
        const glm::vec3 before = muzzle() - turret->restPose.position;
        // A rotation by 90 degrees about the turret's vertical axis, which depends on the format.
        const glm::vec3 up = glm::inverse(turret->restPose.rotation) * glm::vec3(0.0f, 1.0f, 0.0f);
        moves[static_cast<std::size_t>(turret - tank.nodes.data())].rotation = glm::angleAxis(1.5707964f, up);
        computeNodeTransforms(tank, moves, moved);
        EXPECT_TRUE(near(muzzle() - turret->restPose.position, {before.z, before.y, -before.x}, 1e-4f));
    }
}

/// Normals and materials of all faces of a body's hull, sorted.
std::vector<std::string> facesOf(const ImportedModel& model, const std::string& name) {
    std::vector<std::string> faces;
    const auto& hull = std::get<ConvexHull>(model.find(name)->shape);
    for (std::size_t face = 0; face < hull.faces().size(); ++face) {
        const glm::dvec3 rounded = glm::round(hull.faces()[face].plane.normal * 100.0) + 0.0;
        faces.push_back(toText(glm::vec3(rounded)) + " " +
                        std::string(model.material(hull.faceTags()[face])));
    }
    std::ranges::sort(faces);
    return faces;
}

TEST(FaceTags, MaterialsOfEveryFormatThatHasThem) {
    const std::vector<std::string> expected = facesOf(loadTank("tank.gltf"), "UCX_Hull_01");
    for (const char* file : kTanksWithMaterials) {
        SCOPED_TRACE(file);
        const ImportedModel tank = loadTank(file);
        EXPECT_THAT(tank.materials,
                    ::testing::UnorderedElementsAre("armour_front", "armour_side", "armour_rear"));
        EXPECT_EQ(facesOf(tank, "UCX_Hull_01"), expected);
    }
    for (const char* plate : {"armour_front", "armour_side", "armour_rear"}) {
        EXPECT_TRUE(std::ranges::any_of(expected, [&](const std::string& face) {
            return face.ends_with(plate);
        })) << plate;
    }
}

TEST(FaceTags, MaterialsOfObjFaces) {
    std::string text = "mtllib a.mtl\no box\n" + boxCornerLines("v ");
    const char* const names[] = {"belly", "roof", "right", "left", "rear", "front"};  // -z +z -y +y -x +x
    for (std::size_t face = 0; face < 6; ++face) {
        text += std::string("usemtl ") + names[face] + "\nf";
        for (const int corner : kBoxFaces[face]) {
            text += " " + std::to_string(corner + 1);
        }
        text += "\n";
    }
    const Folder folder;
    std::string library;
    for (const char* name : names) {
        library += std::string("newmtl ") + name + "\nKd 1 1 1\n";
    }
    folder.write("a.mtl", library);
    const auto model = loadModel(folder.write("a.obj", text));
    ASSERT_TRUE(model) << model.error().message;
    const CollisionBody& body = model->bodies.at(0);
    EXPECT_EQ(materialAt(*model, body, {0, 0, -1}), "belly");
    EXPECT_EQ(materialAt(*model, body, {0, 0, 1}), "roof");
    EXPECT_EQ(materialAt(*model, body, {0, -1, 0}), "right");
    EXPECT_EQ(materialAt(*model, body, {0, 1, 0}), "left");
    EXPECT_EQ(materialAt(*model, body, {-1, 0, 0}), "rear");
    EXPECT_EQ(materialAt(*model, body, {1, 0, 0}), "front");
    const std::string_view main = model->material(body.material);
    EXPECT_TRUE(main == "rear" || main == "front") << main << ": 2 x 3 meters are the largest faces";
}

/// Each primitive has half of the triangles. A face of two materials gets the one with the larger area, the
/// first of equals.
TEST(FaceTags, MaterialsOfGltfPrimitives) {
    const auto model =
        load("a.gltf", gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
        "materials":[{"name":"steel"},{"name":"glass"}],"meshes":[{"primitives":[
        {"attributes":{"POSITION":0},"indices":2,"material":0},{"attributes":{"POSITION":0},"indices":3,"material":1}]}])"));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(model->materials, ElementsAre("steel", "glass"));
    const CollisionBody& body = model->bodies.at(0);
    EXPECT_EQ(materialAt(*model, body, {0, 0, -1}), "steel");
    EXPECT_EQ(materialAt(*model, body, {0, 0, 1}), "steel");
    EXPECT_EQ(materialAt(*model, body, {0, -1, 0}), "steel");
    EXPECT_EQ(materialAt(*model, body, {0, 1, 0}), "glass");
    EXPECT_EQ(materialAt(*model, body, {1, 0, 0}), "glass");
    EXPECT_EQ(model->material(body.material), "glass")
        << "3 + 6 + 6 of 22 square meters are more than 2 + 2 + 3";
}

TEST(FaceTags, OneMaterialIsOnEveryFaceAndNoneIsZero) {
    const std::string nodes = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],)";
    const auto one = load("a.gltf", gltfBox(nodes + R"("materials":[{"name":"steel"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}])"));
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_THAT(std::get<ConvexHull>(one->bodies.at(0).shape).faceTags(), ElementsAre(1, 1, 1, 1, 1, 1));
    const auto none =
        load("a.gltf",
             gltfBox(nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    ASSERT_TRUE(none) << none.error().message;
    EXPECT_TRUE(none->materials.empty());
    EXPECT_THAT(std::get<ConvexHull>(none->bodies.at(0).shape).faceTags(), ElementsAre(0, 0, 0, 0, 0, 0));
    EXPECT_EQ(none->material(none->bodies[0].material), "");
}

}  // namespace
}  // namespace sat3d::test
