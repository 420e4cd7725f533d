/// A loaded baked model has the bits of the saved one.

#include "core/no_index.hpp"
#include "shapes/baked/sample_model.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sat3d::test {
namespace {

Result<CollisionModel, BakedError> reloaded(const CollisionModel& model) {
    return loadBaked(std::span<const std::byte>(saveBaked(model)));
}

template <class A, class B>
bool sameBits(const A& a, const B& b) {
    const auto rawA = std::as_bytes(std::span(a)), rawB = std::as_bytes(std::span(b));
    return std::ranges::equal(rawA, rawB);
}

void expectSameHull(const ConvexHull& a, const ConvexHull& b) {
    EXPECT_TRUE(sameBits(a.vertices(), b.vertices()));
    EXPECT_TRUE(sameBits(a.faces(), b.faces()));
    EXPECT_TRUE(sameBits(a.edges(), b.edges()));
    EXPECT_TRUE(sameBits(a.data().mesh.faceIndices, b.data().mesh.faceIndices));
    EXPECT_TRUE(sameBits(a.inputIndices(), b.inputIndices()));
    EXPECT_TRUE(sameBits(a.faceTags(), b.faceTags()));
    EXPECT_TRUE(sameBits(a.distinctNormals(), b.distinctNormals()));
    EXPECT_TRUE(sameBits(a.distinctEdgeDirections(), b.distinctEdgeDirections()));
    EXPECT_TRUE(sameBits(std::span(&a.boundingSphere(), 1), std::span(&b.boundingSphere(), 1)));
    EXPECT_TRUE(sameBits(std::span(&a.massProperties(), 1), std::span(&b.massProperties(), 1)));
    EXPECT_EQ(a.maxInputDistance(), b.maxInputDistance());
    EXPECT_EQ(a.contentHash(), b.contentHash());
    const KernelHull &kernelA = a.data().kernel, &kernelB = b.data().kernel;
    EXPECT_TRUE(sameBits(kernelA.faceIds, kernelB.faceIds));
    EXPECT_TRUE(sameBits(kernelA.edgeIds, kernelB.edgeIds));
    EXPECT_TRUE(sameBits(kernelA.edges, kernelB.edges));
    EXPECT_TRUE(sameBits(kernelA.edgeBlocks, kernelB.edgeBlocks));
    EXPECT_TRUE(sameBits(kernelA.edgeFaces, kernelB.edgeFaces));
    EXPECT_TRUE(sameBits(kernelA.vertices, kernelB.vertices));
    EXPECT_TRUE(sameBits(kernelA.faces, kernelB.faces));
    EXPECT_EQ(kernelA.box.has_value(), kernelB.box.has_value());
    EXPECT_EQ(kernelA.innerRadius, kernelB.innerRadius);
}

/// Compares two bodies or two meshes.
template <class Collider>
void expectSamePlace(const Collider& a, const Collider& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.node, b.node);
    EXPECT_EQ(a.renderNode, b.renderNode);
    EXPECT_EQ(a.rigidBody, b.rigidBody);
    EXPECT_EQ(a.physicsMaterial, b.physicsMaterial);
    EXPECT_EQ(a.filter, b.filter);
    EXPECT_EQ(a.trigger, b.trigger);
}

TEST(BakedModel, RoundTripKeepsAllBits) {
    Random random(21);
    CollisionModel model = sampleModel(random, 4 * kAllShapeKinds.size());
    model.up = UpAxis::Z;
    const auto back = reloaded(model);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->up, UpAxis::Z);
    ASSERT_EQ(back->nodes.size(), model.nodes.size());
    for (std::size_t k = 0; k < model.nodes.size(); ++k) {
        EXPECT_EQ(back->nodes[k].name, model.nodes[k].name);
        EXPECT_EQ(back->nodes[k].parent, model.nodes[k].parent);
        EXPECT_EQ(back->nodes[k].restPose.position, model.nodes[k].restPose.position);
        EXPECT_EQ(back->nodes[k].restPose.rotation, model.nodes[k].restPose.rotation);
        EXPECT_EQ(back->nodes[k].properties, model.nodes[k].properties);
    }
    ASSERT_EQ(back->bodies.size(), model.bodies.size());
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        const CollisionBody &a = model.bodies[k], &b = back->bodies[k];
        expectSamePlace(a, b);
        EXPECT_EQ(a.requestedType, b.requestedType);
        EXPECT_EQ(a.motion, b.motion);
        EXPECT_EQ(a.material, b.material);
        ASSERT_EQ(a.shape.index(), b.shape.index());
        if (const auto* hull = std::get_if<ConvexHull>(&a.shape)) {
            expectSameHull(*hull, std::get<ConvexHull>(b.shape));
        }
    }
    EXPECT_EQ(std::get<Box>(back->bodies[0].shape), std::get<Box>(model.bodies[0].shape));
    EXPECT_EQ(std::get<Sphere>(back->bodies[1].shape), std::get<Sphere>(model.bodies[1].shape));
    EXPECT_EQ(std::get<Capsule>(back->bodies[2].shape), std::get<Capsule>(model.bodies[2].shape));
    ASSERT_EQ(back->meshes.size(), model.meshes.size());
    for (std::size_t k = 0; k < model.meshes.size(); ++k) {
        const CollisionMesh &a = model.meshes[k], &b = back->meshes[k];
        expectSamePlace(a, b);
        EXPECT_EQ(a.mesh.sides(), b.mesh.sides());
        EXPECT_EQ(a.mesh.isWatertight(), b.mesh.isWatertight());
        EXPECT_TRUE(sameBits(a.mesh.vertices(), b.mesh.vertices()));
        EXPECT_TRUE(sameBits(a.mesh.indices(), b.mesh.indices()));
        EXPECT_TRUE(sameBits(a.mesh.tags(), b.mesh.tags()));
        EXPECT_TRUE(sameBits(a.mesh.degenerateTriangles(), b.mesh.degenerateTriangles()));
    }
    EXPECT_EQ(back->materials, model.materials);
    EXPECT_EQ(back->rigidBodies, model.rigidBodies);
    EXPECT_EQ(back->physicsMaterials, model.physicsMaterials);
    EXPECT_EQ(back->filters, model.filters);
    EXPECT_EQ(saveBaked(*back), saveBaked(model));
}

/// So that threads may save one model at the same time.
TEST(BakedModel, IsNotChangedBySaving) {
    Random random(24);
    CollisionModel model = sampleModel(random, 2);
    model.bodies[0].renderNode = kNoIndex;  // no node, though an index is there
    (void)saveBaked(model);
    EXPECT_EQ(model.bodies[0].renderNode, kNoIndex);
}

TEST(BakedModel, QueriesGiveTheSameBits) {
    Random random(22);
    const CollisionModel model = sampleModel(random, kAllShapeKinds.size());
    const auto back = reloaded(model);
    ASSERT_TRUE(back) << back.error().message;
    int hits = 0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        for (std::size_t j = 0; j < model.bodies.size(); ++j) {
            const Pose at{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                          glm::normalize(glm::quat(1.0f, glm::vec3(random.uniform(-1, 1), 0.3f, 0.1f)))};
            const auto before = distance(model.bodies[i].shape, Pose{}, model.bodies[j].shape, at);
            const auto after = distance(back->bodies[i].shape, Pose{}, back->bodies[j].shape, at);
            EXPECT_EQ(before.separation, after.separation);
            EXPECT_EQ(before.normal, after.normal);
            EXPECT_EQ(before.pointA, after.pointA);
            EXPECT_EQ(before.features, after.features);
            hits += before.separation < 0.0f;
        }
    }
    EXPECT_GT(hits, 20);
}

TEST(BakedModel, EmptyModelRoundTrips) {
    const auto back = reloaded({});
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back->bodies.empty());
}

/// The format itself: these bytes may come from other programs on any platform.
TEST(BakedModel, HasTheDocumentedBytes) {
    std::string hex;
    for (const std::byte byte : saveBaked(modelOf(Sphere{{1.0f, 0.0f, 0.0f}, 2.0f}))) {
        constexpr char kDigits[] = "0123456789abcdef";
        hex += kDigits[static_cast<std::size_t>(byte) / 16];
        hex += kDigits[static_cast<std::size_t>(byte) % 16];
    }
    EXPECT_EQ(hex.substr(0, 48),
              "897333640d0a1a0a"
              "08000000"
              "00000000"
              "9d00000000000000");
    EXPECT_EQ(hex.substr(64),
              "01000000"
              "01000000"
              "00000000"
              "00000000"
              "010000006e"
              "ffffffff"
              "000000000000000000000000"
              "0000000000000000000000000000803f"
              "00000000"
              "00000000000000000000000000000000"
              "0100000062"
              "00000000"
              "ffffffff"
              "00000000"
              "00"
              "00"
              "ffffffffffffffffffffffffffffffff"
              "02"
              "0000803f000000000000000000000040");
    EXPECT_EQ(hex.substr(48, 16), "4a47dbc3f2dfdd05");
}

}  // namespace
}  // namespace sat3d::test
