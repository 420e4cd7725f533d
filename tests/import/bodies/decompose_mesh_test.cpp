/// Decomposition of meshes that are not convex.

#include "import/support.hpp"
#include "support/meshes.hpp"

#include <sat3d/narrowphase/contains.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <thread>
#include <variant>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;

/// An L of three by three meters, two of depth.
Mesh ell() {
    return Cells{{3, 3, 2}, [](const glm::ivec3& cell) { return cell.x == 0 || cell.y == 0; }}.mesh();
}

/// The L with another material on its arm along x.
std::string obj(const std::string& name) {
    const Mesh mesh = ell();
    std::string text = "o " + name + "\n", stone, wood;
    for (const glm::vec3& v : mesh.vertices) {
        text += "v " + toText(v) + "\n";
    }
    for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
        float x = 0.0f;
        std::string face = "f";
        for (std::size_t corner = 0; corner < 3; ++corner) {
            x += mesh.vertices[mesh.triangles[k + corner]].x / 3.0f;
            face += " " + std::to_string(mesh.triangles[k + corner] + 1);
        }
        (x > 1.0f ? wood : stone) += face + "\n";
    }
    return text + "usemtl stone\n" + stone + "usemtl wood\n" + wood;
}

ImportOptions decomposing() {
    ImportOptions options;
    options.nonConvexPolicy = NonConvexPolicy::Decompose;
    return options;
}

TEST(Pieces, AnLBecomesTwoBoxes) {
    const Folder folder;
    const auto file = folder.write("wall.obj", obj("Wall"));
    const auto model = loadModel(file, decomposing());
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->bodies.size(), 2u);
    EXPECT_EQ(model->bodies[0].name, "Wall#1");
    EXPECT_EQ(model->bodies[1].name, "Wall#2");
    double volume = 0.0;
    for (const CollisionBody& body : model->bodies) {
        EXPECT_EQ(std::get<ConvexHull>(body.shape).vertices().size(), 8u);
        volume += massProperties(body.shape).volume;
    }
    EXPECT_NEAR(volume, 10.0, 1e-5);
    const NodeReport& report = model->report.nodes.front();
    EXPECT_EQ(report.pieces.count, 2u);
    EXPECT_LT(report.pieces.maxUncoveredDistance, 1e-6);
    EXPECT_LT(report.pieces.concavity, 1e-6);
    EXPECT_NEAR(report.volume, 10.0, 1e-5);
    EXPECT_FALSE(has(report, Code::NotConvex)) << messages(report);
    EXPECT_NE(report.summary.find("2 convex pieces"), std::string::npos) << report.summary;
}

TEST(Pieces, HullByDefault) {
    const Folder folder;
    const auto file = folder.write("wall.obj", obj("Wall"));
    const auto model = loadModel(file);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->bodies.size(), 1u);
    EXPECT_TRUE(has(model->report.nodes.front(), Code::NotConvex));
    EXPECT_EQ(model->report.nodes.front().pieces.count, 0u);
}

TEST(Pieces, ConvexMeshIsNotDecomposed) {
    const Folder folder;
    const auto model = loadModel(folder.write("box.obj", boxObj()), decomposing());
    ASSERT_TRUE(model);
    ASSERT_EQ(model->bodies.size(), 1u);
    EXPECT_EQ(model->bodies[0].name, "box");
}

TEST(Pieces, NamesThatAskForAHullGetOne) {
    const Folder folder;
    for (const char* const name : {"UCX_Wall", "Wall-convcol"}) {
        const auto model = loadModel(folder.write("wall.obj", obj(name)), decomposing());
        ASSERT_TRUE(model);
        EXPECT_EQ(model->bodies.size(), 1u) << name;
    }
    ImportOptions options = decomposing();
    options.triangleMeshes = false;
    const auto mesh = loadModel(folder.write("wall.obj", obj("Wall-col")), options);
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->bodies.size(), 2u);
    EXPECT_FALSE(has(mesh->report.nodes.front(), Code::MeshReplacedByHull));
}

/// The L as the collider and the trigger of a body with the given motion.
std::string gltf(const std::string& shape, const std::string& motion) {
    const Mesh mesh = ell();
    std::string bytes;
    for (const glm::vec3& v : mesh.vertices) {
        append(bytes, v.x);
        append(bytes, v.y);
        append(bytes, v.z);
    }
    const std::string positions = std::to_string(bytes.size());
    for (const std::uint32_t corner : mesh.triangles) {
        append(bytes, corner);
    }
    const std::string all = std::to_string(bytes.size());
    return R"({"asset":{"version":"2.0"},"extensionsUsed":["OMI_physics_shape","OMI_physics_body"],
        "extensions":{"OMI_physics_shape":{"shapes":[{"type":")" +
           shape + R"(",")" + shape + R"(":{"mesh":0}}]}},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"wall","extensions":{"OMI_physics_body":{
            "motion":{"type":")" +
           motion + R"("},"collider":{"shape":0},"trigger":{"shape":0}}}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
           std::to_string(mesh.vertices.size()) +
           R"(},{"bufferView":1,"componentType":5125,"type":"SCALAR","count":)" +
           std::to_string(mesh.triangles.size()) + R"(}],
        "bufferViews":[{"buffer":0,"byteLength":)" +
           positions + R"(},{"buffer":0,"byteOffset":)" + positions + R"(,"byteLength":)" +
           std::to_string(4 * mesh.triangles.size()) + R"(}],"buffers":[{"byteLength":)" + all +
           R"(,"uri":"data:application/octet-stream;base64,)" + base64(bytes) + "\"}]}";
}

TEST(Pieces, DynamicDeclaredColliderIsDecomposed) {
    const Folder folder;
    const auto model = loadModel(folder.write("wall.gltf", gltf("trimesh", "dynamic")), decomposing());
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->meshes.empty());
    ASSERT_EQ(model->bodies.size(), 4u);
    const std::array names{"wall#1", "wall#2", "wall#trigger#1", "wall#trigger#2"};
    double volume = 0.0;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const CollisionBody& body = model->bodies[k];
        EXPECT_EQ(body.name, names[k]);
        EXPECT_EQ(body.motion, MotionType::Dynamic);
        EXPECT_EQ(body.rigidBody, 0u);
        EXPECT_EQ(body.requestedType, ShapeType::TriangleMesh);
        EXPECT_EQ(body.trigger.has_value(), k >= 2);
        volume += massProperties(body.shape).volume;
    }
    EXPECT_NEAR(volume, 2.0 * 10.0, 1e-5);
    const NodeReport& report = model->report.nodes.front();
    EXPECT_EQ(report.pieces.count, 4u);
    EXPECT_LT(report.pieces.maxUncoveredDistance, 1e-6);
    EXPECT_EQ(messages(report), "");
    EXPECT_NE(report.summary.find("collides as 2 convex pieces, "), std::string::npos) << report.summary;
    EXPECT_NE(report.summary.find(", and is a trigger as 2 convex pieces, "), std::string::npos)
        << report.summary;
}

TEST(Pieces, StaticDeclaredColliderFollowsTheOptions) {
    const Folder folder;
    const auto file = folder.write("wall.gltf", gltf("trimesh", "static"));
    ImportOptions options = decomposing();
    const auto surfaces = loadModel(file, options);
    ASSERT_TRUE(surfaces) << surfaces.error().message;
    EXPECT_TRUE(surfaces->bodies.empty()) << "the file asks for a triangle mesh";
    EXPECT_EQ(surfaces->meshes.size(), 2u);
    options.triangleMeshes = false;
    const auto pieces = loadModel(file, options);
    ASSERT_TRUE(pieces) << pieces.error().message;
    EXPECT_EQ(pieces->bodies.size(), 4u);
    options.nonConvexPolicy = NonConvexPolicy::TriangleMesh;
    const auto meshes = loadModel(file, options);
    ASSERT_TRUE(meshes) << meshes.error().message;
    EXPECT_EQ(meshes->meshes.size(), 2u);
    options.nonConvexPolicy = NonConvexPolicy::ConvexHull;
    const auto hulls = loadModel(file, options);
    ASSERT_TRUE(hulls) << hulls.error().message;
    EXPECT_EQ(hulls->bodies.size(), 2u);
    EXPECT_TRUE(has(hulls->report.nodes.front(), Code::MeshReplacedByHull));
}

TEST(Pieces, DeclaredHullIsNotDecomposed) {
    const Folder folder;
    const auto model = loadModel(folder.write("wall.gltf", gltf("convex", "dynamic")), decomposing());
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 2u);
    EXPECT_EQ(model->report.nodes.front().pieces.count, 0u);
}

TEST(Pieces, TooFewPiecesGiveAWarning) {
    const Folder folder;
    ImportOptions options = decomposing();
    options.pieces.maxPieces = 1;
    const auto model = loadModel(folder.write("wall.obj", obj("Wall")), options);
    ASSERT_TRUE(model);
    ASSERT_TRUE(has(model->report.nodes.front(), Code::NotConvex));
    EXPECT_NE(messages(model->report.nodes.front()).find("1 piece, of at most 1, does not suffice"),
              std::string::npos);
}

TEST(Pieces, CanBeCanceledAndRunOutOfTime) {
    const Folder folder;
    const auto file = folder.write("wall.obj", obj("Wall"));
    ImportOptions options = decomposing();
    options.pieces.progress = [](double) { return false; };
    const auto canceled = loadModel(file, options);
    ASSERT_FALSE(canceled);
    EXPECT_EQ(canceled.error().code, ImportError::Code::Canceled);
    EXPECT_EQ(canceled.error().node, "Wall");
    options.maxSeconds = 2.0;
    options.pieces.progress = [](double) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2100));
        return true;
    };
    const auto late = loadModel(file, options);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, ImportError::Code::LimitExceeded);
    EXPECT_EQ(late.error().node, "Wall");
}

TEST(Pieces, OptionsOutOfRangeAreNamed) {
    const Folder folder;
    const auto file = folder.write("wall.obj", obj("Wall"));
    ImportOptions options = decomposing();
    options.pieces.maxVertices = 3;
    const auto refused = loadModel(file, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ImportError::Code::BadOptions);
    EXPECT_NE(refused.error().message.find("maxVertices is 3"), std::string::npos);
}

TEST(Pieces, FacesKeepTheirMaterials) {
    const Folder folder;
    const auto file = folder.write("wall.obj", obj("Wall"));
    const auto model = loadModel(file, decomposing());
    ASSERT_TRUE(model);
    const auto materialAt = [&](const glm::vec3& place, const glm::vec3& normal) -> std::string {
        for (const CollisionBody& body : model->bodies) {
            const ConvexHull& hull = std::get<ConvexHull>(body.shape);
            for (std::size_t face = 0; face < hull.faces().size(); ++face) {
                const Plane& plane = hull.faces()[face].plane;
                if (glm::dot(plane.normal, glm::dvec3(normal)) > 0.99 &&
                    std::abs(plane.signedDistance(glm::dvec3(place))) < 1e-3) {
                    return hull.faceTags()[face] == 0 ? "none" : model->materials[hull.faceTags()[face] - 1];
                }
            }
        }
        return "no face";
    };
    // OBJ files state no up-axis, so Y is assumed.
    EXPECT_EQ(materialAt({3.0f, 0.5f, 1.0f}, {1.0f, 0.0f, 0.0f}).substr(0, 4), "wood");
    EXPECT_EQ(materialAt({0.5f, 3.0f, 1.0f}, {0.0f, 1.0f, 0.0f}).substr(0, 5), "stone");
}

}  // namespace
}  // namespace sat3d::test
