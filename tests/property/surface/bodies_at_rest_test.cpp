// Bodies that slide over the finest tilings and that rest on terrain: no sideways normal, and ids that last.

#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kTile = 0.01f, kMargin = 0.005f;
constexpr std::uint32_t kLong = 400, kWide = 50;  ///< tiles

/// Tiles of 1 cm whose corners differ by some rounding errors from tile to tile.
TriangleMesh tiling() {
    Random random(881);
    test::TriangleList list;
    for (std::uint32_t i = 0; i < kLong * kWide; ++i) {
        const auto corner = [&](std::uint32_t x, std::uint32_t y) {
            return glm::vec3(kTile * float(i % kLong + x), kTile * float(i / kLong + y), 0.0f) +
                   glm::vec3(random.inBox(5e-8));
        };
        list.add({{corner(0, 0), corner(1, 0), corner(1, 1)}});
        list.add({{corner(0, 0), corner(1, 1), corner(0, 1)}});
    }
    return test::meshOf(list);
}

/// Slides a body 100 m over a tiled floor, which repeats every 3 m, and expects contacts with the floor only.
template <class Floor>
void expectNoSidewaysNormal(const ConvexShape& body, float height, const Floor& floor, int steps) {
    std::array<Manifold, 8> buffer;
    Random random(882);
    const float stride = 100.0f / float(steps);
    for (int i = 0; i < steps; ++i) {
        const float x = 0.4f + std::fmod(stride * float(i), 3.0f),
                    sink = float(random.uniform(0.0, 0.05)) * height;
        const Pose pose{{x, 0.25f, height - sink}, glm::angleAxis(0.01f * float(i), glm::vec3(0, 0, 1))};
        const auto manifolds = collide(body, pose, floor, Pose{}, buffer, {.margin = kMargin});
        ASSERT_EQ(manifolds.size(), 1u) << "step " << i;
        ASSERT_LT(glm::length(glm::vec2(manifolds[0].normal)), 1e-4f) << "step " << i;
    }
}

template <class Floor>
void expectNoSidewaysNormals(const Floor& floor, int steps) {
    expectNoSidewaysNormal(Box{.halfExtents = glm::vec3(0.06f)}, 0.06f, floor, steps);
    expectNoSidewaysNormal(test::boxHull({0.05, 0.07, 0.06}), 0.06f, floor, steps);
    expectNoSidewaysNormal(Sphere{{}, 0.1f}, 0.1f, floor, steps);
    expectNoSidewaysNormal(Capsule{{-0.05f, 0, 0}, {0.05f, 0, 0}, 0.08f}, 0.08f, floor, steps);
}

void expectNoSidewaysNormalsOnTheFinestTiles(int steps) {
    expectNoSidewaysNormals(
        test::fieldOf(std::vector<float>((kLong + 1) * (kWide + 1), 0.0f), kLong + 1, {kTile, kTile}), steps);
    expectNoSidewaysNormals(tiling(), steps);
}

TEST(BodiesAtRest, SlideOverTheFinestTiles) {
    expectNoSidewaysNormalsOnTheFinestTiles(50);
}

TEST(BodiesAtRest, SlideOverTheFinestTilesSlow) {
    expectNoSidewaysNormalsOnTheFinestTiles(250);
}

/// A crate without friction that the solver holds on 10,000 tiles: nothing brakes it, and nothing turns it.
TEST(BodiesAtRest, SlideAHundredMetersWithoutAnImpulseSlow) {
    constexpr std::uint32_t kColumns = 10100, kRows = 60;
    const HeightField floor =
        test::fieldOf(std::vector<float>(std::size_t{kColumns} * kRows, 0.0f), kColumns, {kTile, kTile});
    World world;
    DynamicsOptions options;
    options.gravity = {0, 0, -9.81f};
    Dynamics dynamics(options);
    ASSERT_TRUE(world.add({.shape = floor, .pose = {}, .kind = ObjectKind::Static}));
    const Box crate{.halfExtents = {0.06f, 0.05f, 0.04f}};
    const glm::quat turned = glm::angleAxis(0.3f, glm::vec3(0, 0, 1));
    const auto id = world.add({.shape = crate, .pose = {{0.1f, 0.3f, 0.04f}, turned}});
    Body body{.mass = *massFromDensity(crate, 700.0f)};
    body.velocity = {10.0f, 0.0f, 0.0f};
    body.material = {.friction = 0.0f, .frictionCombine = CombineMode::Minimum};
    dynamics.setBody(world, *id, body);
    for (int step = 0; step < 600; ++step) {
        dynamics.step(world, 1.0f / 60.0f);
        ASSERT_EQ(world.find(*id)->pose.position.y, 0.3f) << "step " << step;
        ASSERT_NEAR(world.find(*id)->pose.position.z, 0.04f, 1e-4f) << "step " << step;
    }
    EXPECT_NEAR(world.find(*id)->pose.position.x, 100.1f, 1e-2f);
    EXPECT_NEAR(std::abs(glm::dot(world.find(*id)->pose.rotation, turned)), 1.0f, 1e-6f);
}

HeightField hills(float cell) {
    const auto columns = static_cast<std::uint32_t>(32.0f / cell) + 1;
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < columns * columns; ++i) {
        const double x = double(cell) * (i % columns), y = double(cell) * (i / columns);
        heights.push_back(float(2.0 * std::sin(0.1 * x) + 2.0 * std::cos(0.08 * y)));
    }
    return test::fieldOf(heights, columns, {cell, cell});
}

std::set<std::uint64_t> idsOf(const Box& crate, const Pose& pose, const HeightField& field) {
    std::array<Manifold, 8> room;
    std::set<std::uint64_t> ids;
    for (const Manifold& manifold : collide(crate, pose, field, Pose{}, room, {.margin = 0.01f})) {
        for (const ContactPoint& point : manifold.points()) {
            ids.insert(point.id);
        }
    }
    return ids;
}

/// Crates that lie flush on a triangle of gentle hills touch its vertices and the terrain beside it: rounding
/// must not choose among their points.
TEST(BodiesAtRest, KeepTheirIdsLyingFlush) {
    Random random(884);
    const Box crate{.halfExtents = glm::vec3(0.5f)};
    constexpr int kPlaces = 100, kSteps = 40;
    int changed = 0;
    std::size_t points = 0;
    for (const float cell : {4.0f, 1.0f, 0.5f}) {
        const HeightField field = hills(cell);
        for (int place = 0; place < kPlaces; ++place) {
            const glm::vec3 over{random.uniform(4.0, 28.0), random.uniform(4.0, 28.0), 9.0};
            const auto ground = groundAt(field, Pose{}, over);
            ASSERT_TRUE(ground.has_value());
            const glm::quat level = glm::quat(glm::vec3(0, 0, 1), ground->normal) *
                                    glm::angleAxis(float(random.uniform(0.0, 6.28)), glm::vec3(0, 0, 1));
            std::set<std::set<std::uint64_t>> names;
            for (int step = 0; step < kSteps; ++step) {
                const glm::vec3 turn(random.inBox(1e-6));
                const Pose here{ground->point + 0.499f * ground->normal + glm::vec3(random.inBox(2e-6)),
                                glm::normalize(glm::quat(1.0f, turn.x, turn.y, turn.z) * level)};
                const std::set<std::uint64_t> now = idsOf(crate, here, field);
                points += now.size();
                names.insert(now);
            }
            changed += names.size() > 1 ? 1 : 0;
        }
    }
    std::printf("the ids of %d of %d crates changed; %.1f points\n", changed, 3 * kPlaces,
                double(points) / (3 * kPlaces * kSteps));
    EXPECT_GE(points, std::size_t{3} * 3 * kPlaces * kSteps);
    EXPECT_LE(10 * changed, 3 * kPlaces);
}

}  // namespace
