#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/draw.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// What a renderer keeps. It checks that each message makes sense.
struct Renderer {
    std::map<std::uint32_t, DebugGeometry> meshes;
    std::map<std::uint32_t, DebugInstance> instances;

    void take(const DebugFrame& frame) {
        for (const std::uint32_t id : frame.releasedInstances) {
            EXPECT_EQ(instances.erase(id), 1u);
        }
        for (const std::uint32_t id : frame.releasedMeshes) {
            EXPECT_EQ(meshes.erase(id), 1u);
        }
        for (const DebugMesh& mesh : frame.newMeshes) {
            EXPECT_TRUE(meshes.emplace(mesh.id, mesh.geometry).second);
            expectSound(mesh.geometry);
        }
        for (const DebugInstance& instance : frame.instances) {
            EXPECT_TRUE(meshes.contains(instance.mesh));
            const auto [place, isNew] = instances.emplace(instance.id, instance);
            EXPECT_TRUE(isNew || (place->second.mesh == instance.mesh && place->second.key == instance.key &&
                                  place->second.part == instance.part));
            place->second = instance;
        }
        EXPECT_EQ(instances.size(), frame.instances.size()) << "each instance has an id of its own";
    }
};

const ConvexHull kHull = *ConvexHull::box({1.0f, 2.0f, 3.0f});

TEST(DebugScene, EqualShapesShareAMesh) {
    DebugScene scene;
    Renderer renderer;
    const ConvexHull other = *ConvexHull::box({1.0f, 2.0f, 3.0f});
    scene.begin();
    scene.add(0, kHull, Pose{});
    scene.add(1, ConvexHull(kHull), Pose{{5, 0, 0}});
    scene.add(2, other, Pose{});  // equal, but with data of its own
    scene.add(3, Box{}, Pose{});
    scene.add(4, Box{}, Pose{});
    scene.add(5, Sphere{}, Pose{});
    scene.add(6, Sphere{{}, 0.6f}, Pose{});
    renderer.take(scene.end());
    EXPECT_EQ(renderer.meshes.size(), 5u);
    EXPECT_EQ(renderer.instances.size(), 7u);
}

TEST(DebugScene, MeshesComeOnceAndPosesInEachFrame) {
    DebugScene scene;
    for (int frame = 0; frame < 3; ++frame) {
        scene.begin();
        const Pose pose{{float(frame), 0.0f, 0.0f}, glm::angleAxis(0.1f, glm::vec3(0, 1, 0))};
        scene.add(7, kHull, pose, rgba(1, 2, 3), rgba(4, 5, 6));
        const DebugFrame drawn = scene.end();
        EXPECT_EQ(drawn.newMeshes.size(), frame == 0 ? 1u : 0u);
        EXPECT_TRUE(drawn.releasedMeshes.empty() && drawn.releasedInstances.empty());
        ASSERT_EQ(drawn.instances.size(), 1u);
        const DebugInstance& instance = drawn.instances[0];
        EXPECT_EQ(instance.id, 0u);
        EXPECT_EQ(instance.color, rgba(1, 2, 3));
        EXPECT_EQ(instance.edgeColor, rgba(4, 5, 6));
        for (int column = 0; column < 4; ++column) {
            EXPECT_LT(glm::distance(instance.matrix()[column], pose.matrix()[column]), 1e-6f);
        }
    }
}

// The retained form draws what the arrays of draw() contain.
TEST(DebugScene, MeshesAtTheirPosesAreTheDrawnShapes) {
    const Pose pose{{3.0f, -1.0f, 2.0f}, glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, -1)))};
    const Shape shapes[] = {kHull, Capsule{}, HalfSpace{},
                            *Compound::fromChildren({{kHull, pose}, {Box{}, pose}}),
                            *HeightField::fromHeights(std::vector<float>(9, 1.0f), 3, 3, {1.0f, 2.0f})};
    for (const Shape& shape : shapes) {
        DebugScene scene;
        scene.begin();
        scene.add(0, shape, pose);
        const DebugFrame frame = scene.end();
        DebugGeometry wanted;
        draw(wanted, shape, pose);
        std::vector<glm::vec3> triangles, lines;
        for (const DebugInstance& instance : frame.instances) {
            const DebugGeometry& mesh = frame.newMeshes[instance.mesh].geometry;
            for (const glm::vec3& p : mesh.triangles.positions) {
                triangles.emplace_back(instance.matrix() * glm::vec4(p, 1.0f));
            }
            for (const glm::vec3& p : mesh.lines.positions) {
                lines.emplace_back(instance.matrix() * glm::vec4(p, 1.0f));
            }
        }
        ASSERT_EQ(triangles.size(), wanted.triangles.positions.size());
        ASSERT_EQ(lines.size(), wanted.lines.positions.size());
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            EXPECT_LT(glm::distance(triangles[i], wanted.triangles.positions[i]), 2e-5f);
        }
    }
}

TEST(DebugScene, WhatIsNotAddedIsReleased) {
    DebugScene scene;
    Renderer renderer;
    const auto frame = [&](std::vector<std::uint64_t> keys) {
        scene.begin();
        for (const std::uint64_t key : keys) {
            scene.add(key, key % 2 == 0 ? Shape(kHull) : Shape(Sphere{}), Pose{});
        }
        const DebugFrame drawn = scene.end();
        renderer.take(drawn);
        return std::pair(drawn.releasedInstances.size(), drawn.releasedMeshes.size());
    };
    EXPECT_EQ(frame({1, 2, 3, 4}), std::pair(std::size_t{0}, std::size_t{0}));
    EXPECT_EQ(frame({4, 2}), std::pair(std::size_t{2}, std::size_t{1}));
    EXPECT_EQ(frame({2, 5, 4}), std::pair(std::size_t{0}, std::size_t{0}));
    EXPECT_EQ(frame({}), std::pair(std::size_t{3}, std::size_t{2}));
    EXPECT_TRUE(renderer.meshes.empty());
    frame({8});
    EXPECT_EQ(renderer.instances.begin()->first, 0u) << "ids are used again";
    EXPECT_EQ(renderer.meshes.begin()->first, 0u);
}

TEST(DebugScene, AnotherShapeIsAnotherInstance) {
    DebugScene scene;
    Renderer renderer;
    HeightField ground = *HeightField::fromHeights(std::vector<float>(9, 1.0f), 3, 3, {1.0f, 1.0f});
    const auto frame = [&] {
        scene.begin();
        scene.add(0, ground, Pose{});
        const DebugFrame drawn = scene.end();
        renderer.take(drawn);
        return drawn;
    };
    frame();
    const float deeper = 0.0f;
    ground = *std::move(ground).withHeights({1, 1, 1, 1}, {&deeper, 1});  // a crater
    const DebugFrame changed = frame();
    ASSERT_EQ(changed.newMeshes.size(), 1u);
    EXPECT_EQ(changed.releasedInstances.size(), 1u);
    EXPECT_EQ(changed.releasedMeshes.size(), 1u);
    EXPECT_TRUE(frame().newMeshes.empty());
}

TEST(DebugScene, ATurretThatTurnsChangesOnlyItsMatrix) {
    Compound tank = *Compound::fromChildren({{kHull, {}}, {Box{}, {{0, 3, 0}}}});
    World world;
    const ObjectId id = *world.add({.shape = tank});
    DebugScene scene;
    const DebugFrame first = scene.update(world);
    ASSERT_EQ(first.instances.size(), 2u);
    EXPECT_EQ(first.instances[1].part, 1u);
    EXPECT_EQ(first.instances[1].key, DebugScene::keyOf(id));
    const glm::mat4 before = first.instances[1].matrix();
    EXPECT_FALSE(world.setPartPose(id, 1, {{0, 3, 0}, glm::angleAxis(0.5f, glm::vec3(0, 1, 0))}));
    const DebugFrame second = scene.update(world);
    EXPECT_TRUE(second.newMeshes.empty() && second.releasedInstances.empty());
    EXPECT_NE(second.instances[1].matrix(), before);
}

TEST(DebugScene, WorldsAreFollowedThroughRandomChanges) {
    std::mt19937 random(3);
    World world;
    DebugScene scene;
    Renderer renderer;
    std::vector<ObjectId> ids;
    const auto shape = [&]() -> Shape {
        switch (random() % 4) {
            case 0:
                return kHull;
            case 1:
                return Sphere{{}, 0.5f + 0.1f * static_cast<float>(random() % 3)};
            case 2:
                return *Compound::fromChildren({{kHull, {}}, {Box{}, {{0, 3, 0}}}});
            default:
                return Box{};
        }
    };
    for (int step = 0; step < 300; ++step) {
        const std::size_t some = ids.empty() ? 0 : random() % ids.size();
        switch (random() % 4) {
            case 0:
            case 1:
                ids.push_back(*world.add({.shape = shape()}));
                break;
            case 2:
                if (!ids.empty()) {
                    world.remove(ids[some]);
                    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(some));
                }
                break;
            default:
                if (!ids.empty()) {
                    EXPECT_FALSE(world.setShape(ids[some], shape()));
                }
        }
        renderer.take(scene.update(world));
        std::size_t parts = 0;
        for (const ObjectId id : ids) {
            const auto* compound = std::get_if<Compound>(&world.find(id)->shape);
            parts += compound != nullptr ? compound->children().size() : 1;
        }
        ASSERT_EQ(renderer.instances.size(), parts);
        std::set<std::uint32_t> used;
        for (const auto& [id, instance] : renderer.instances) {
            used.insert(instance.mesh);
        }
        ASSERT_EQ(used.size(), renderer.meshes.size()) << "no mesh is kept without an instance";
        ASSERT_LE(renderer.meshes.size(), 5u);
    }
    scene.clear();
    Renderer fresh;
    fresh.take(scene.update(world));
    EXPECT_EQ(fresh.instances.size(), renderer.instances.size());
}

TEST(DebugScene, ColorsTellKindsAndTouch) {
    const DebugColors colors;
    World world;
    EXPECT_TRUE(world.add({.shape = HalfSpace{{0, 1, 0}, 0}, .kind = ObjectKind::Static}));
    EXPECT_TRUE(world.add({.shape = Box{}, .pose = {{0.0f, 0.4f, 0.0f}}}));
    EXPECT_TRUE(world.add({.shape = Box{}, .pose = {{0.0f, 9.0f, 0.0f}}}));
    world.update();
    DebugScene scene;
    const DebugFrame frame = scene.update(world);
    EXPECT_EQ(frame.instances[0].color, colors.stationary);
    EXPECT_EQ(frame.instances[1].color, colors.moving);
    EXPECT_EQ(frame.instances[1].edgeColor, colors.touching);
    EXPECT_EQ(frame.instances[2].edgeColor, colors.edge);
    EXPECT_EQ(scene.update(world, {.show = DebugLayer::None}).instances[1].edgeColor, colors.edge);
}

}  // namespace
