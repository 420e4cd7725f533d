// Rays and shells through objects with more plates than any game has: none is left out.

#include "support/surfaces.hpp"

#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;

constexpr std::size_t kPlates = 150;
constexpr float kThickness = 0.05f, kGap = 0.4f;
const Box kPlate{.halfExtents = {0.5f * kThickness, 2.0f, 2.0f}};

/// Plates one behind the other along x.
Compound compoundOfPlates() {
    std::vector<CompoundChild> plates;
    for (std::uint32_t i = 0; i < kPlates; ++i) {
        plates.push_back({.shape = kPlate, .pose = {{kGap * float(i), 0.0f, 0.0f}}, .tag = i});
    }
    return Compound::fromChildren(std::move(plates)).value();
}

/// The same as one watertight mesh, and a box around all of it: its entry stays open until the first exit.
TriangleMesh meshOfPlates() {
    test::TriangleList all;
    const auto add = [&](const glm::vec3& half, const glm::vec3& center) {
        const test::TriangleList box = test::boxTriangles(half);
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        for (const glm::vec3& vertex : box.vertices) {
            all.vertices.push_back(center + vertex);
        }
        for (const std::uint32_t index : box.indices) {
            all.indices.push_back(first + index);
        }
    };
    const float length = kGap * float(kPlates - 1);
    add({0.5f * length + 0.3f, 2.5f, 2.5f}, {0.5f * length, 0.0f, 0.0f});
    for (std::size_t i = 0; i < kPlates; ++i) {
        add(kPlate.halfExtents, {kGap * float(i), 0.0f, 0.0f});
    }
    return test::meshOf(all, Sides::Front);
}

/// Two objects of many plates among each other, and what is between them.
struct Scene {
    World world;
    std::vector<ObjectId> ids;

    Scene() {
        // Found before the mesh, and also between the entries into it.
        const Compound screens =
            Compound::fromChildren({{kPlate, {{-1.0f, 0.0f, 0.0f}}}, {kPlate, {{-0.2f, 0.0f, 0.0f}}}})
                .value();
        const glm::quat turned = glm::angleAxis(0.02f, glm::vec3(0, 0, 1));
        for (const auto& [shape, pose] :
             {std::pair<Shape, Pose>{compoundOfPlates(), {{0.1f, 0.2f, 0.0f}, turned}},
              {meshOfPlates(), {{-0.07f, 0.0f, 0.1f}}},
              {screens, {}},
              {Sphere{.radius = 0.4f}, {{9.0f, 0.0f, 0.0f}}}}) {
            ids.push_back(world.add({.shape = shape, .pose = pose}).value());
        }
        world.refresh();
    }
};

TEST(ManyHits, ARayMeetsAllOfEveryObject) {
    const Scene scene;
    const Ray ray{{-5.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 100.0f};
    std::vector<WorldRayHit> expected;
    for (const ObjectId id : scene.ids) {
        const World::Object& object = *scene.world.find(id);
        std::vector<RayHit> hits(1000);
        const auto found = raycastAll(object.shape, object.pose, ray, hits);
        EXPECT_LT(found.size(), hits.size());
        for (const RayHit& hit : found) {
            expected.push_back({id, hit});
        }
    }
    EXPECT_GT(expected.size(), 2 * kPlates - 40);
    std::ranges::stable_sort(expected, {}, [](const WorldRayHit& hit) { return hit.hit.entry.distance; });
    std::size_t nested = 0;
    for (const std::size_t size : {std::size_t{1000}, expected.size(), std::size_t{200}, std::size_t{65}}) {
        std::vector<WorldRayHit> buffer(size);
        const auto found = raycastAll(scene.world, ray, buffer);
        ASSERT_EQ(found.size(), std::min(size, expected.size()));
        for (std::size_t i = 0; i < found.size(); ++i) {
            const RayHit &hit = found[i].hit, &wanted = expected[i].hit;
            ASSERT_EQ(found[i].object, expected[i].object) << i << " of " << size;
            ASSERT_EQ(hit.entry.distance, wanted.entry.distance);
            ASSERT_EQ(hit.entry.child, wanted.entry.child);
            ASSERT_EQ(hit.exit.distance, wanted.exit.distance) << i << " of " << size;
            ASSERT_EQ(hit.exit.normal, wanted.exit.normal);
            nested += i > 1 && found[i - 2].object == found[i].object &&
                              found[i - 2].hit.exit.distance == hit.exit.distance
                          ? 1
                          : 0;
        }
    }
    EXPECT_GT(nested, 0u) << "no two hits of an object end together, with one of another object between them";
}

/// What pierces an object, by the query of two shapes.
std::vector<PiercedPlate> platesOf(const World& world, const ObjectMotion& motion, const Ray& path) {
    const auto& compound = std::get_if<Compound>(&world.find(motion.object)->shape);
    const ShapeRef shape = motion.part == ObjectMotion::kWhole
                               ? ShapeRef(world.find(motion.object)->shape)
                               : ShapeRef(compound->children()[motion.part].shape);
    std::vector<MovingRayHit> hits(1000);
    std::vector<PiercedPlate> plates;
    for (MovingRayHit hit : raycastAll(shape, motion.before, motion.motion, path, hits)) {
        if (motion.part != ObjectMotion::kWhole) {
            hit.hit.entry.child = hit.hit.exit.child = motion.part;
        }
        plates.push_back({motion.object, hit});
    }
    return plates;
}

TEST(ManyHits, AShellPiercesAllPlatesOfWhatMoves) {
    const Scene scene;
    const Ray path{{-5.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 100.0f};
    const auto pose = [&](std::size_t i) { return scene.world.find(scene.ids[i])->pose; };
    const RigidMotion drift{.translation = {0.4f, 0.1f, 0.0f}, .rotationVector = {0.0f, 0.0f, 0.005f}};
    ObjectMotions motions;
    ASSERT_FALSE(motions.set(
        scene.world,
        std::array{ObjectMotion{scene.ids[0], pose(0), drift}, ObjectMotion{scene.ids[1], pose(1), drift},
                   ObjectMotion{scene.ids[0], pose(0), {.translation = {0.9f, 0, 0}}, 7}}));
    std::vector<PiercedPlate> expected;
    for (const ObjectMotion& motion : motions.all()) {
        const auto plates = platesOf(scene.world, motion, path);
        expected.insert(expected.end(), plates.begin(), plates.end());
    }
    for (const std::size_t still : {2u, 3u}) {
        const auto plates = platesOf(scene.world, {scene.ids[still], pose(still)}, path);
        expected.insert(expected.end(), plates.begin(), plates.end());
    }
    EXPECT_GT(expected.size(), 2 * kPlates - 40);
    std::ranges::sort(expected, {}, [](const PiercedPlate& plate) {
        return std::tuple(plate.hit.entryFraction, plate.object.index, plate.hit.hit.entry.child);
    });
    for (const std::size_t size : {std::size_t{1000}, std::size_t{200}, std::size_t{65}}) {
        std::vector<PiercedPlate> buffer(size);
        const auto found = shootThrough(scene.world, motions, path, buffer);
        ASSERT_EQ(found.size(), std::min(size, expected.size()));
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(found[i].object, expected[i].object) << i << " of " << size;
            ASSERT_EQ(found[i].hit.entryFraction, expected[i].hit.entryFraction);
            ASSERT_EQ(found[i].hit.exitFraction, expected[i].hit.exitFraction) << i << " of " << size;
            ASSERT_EQ(found[i].hit.hit.entry.child, expected[i].hit.hit.entry.child);
            if (found[i].object == scene.ids[0]) {
                EXPECT_NEAR(found[i].impactCosine, 1.0f, 0.01f);
                EXPECT_NEAR(found[i].lengthInside, kThickness, 0.01f * kThickness);
            } else if (found[i].object == scene.ids[2]) {
                EXPECT_EQ(found[i].impactCosine, 1.0f);
                EXPECT_NEAR(found[i].lengthInside, kThickness, 1e-6f);
            }
        }
    }
}

}  // namespace
