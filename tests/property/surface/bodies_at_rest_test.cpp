// Bodies that slide over the finest tilings and that rest on terrain: no sideways normal, and ids that last.

#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/ground.hpp>

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

HeightField hills(float cell) {
    const auto columns = static_cast<std::uint32_t>(32.0f / cell) + 1;
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < columns * columns; ++i) {
        const double x = double(cell) * (i % columns), y = double(cell) * (i / columns);
        heights.push_back(float(2.0 * std::sin(0.1 * x) + 2.0 * std::cos(0.08 * y)));
    }
    return test::fieldOf(heights, columns, {cell, cell});
}

/// A solver leaves bodies at rest in a pose that changes by micrometers.
TEST(BodiesAtRest, KeepTheirIds) {
    Random random(883);
    const Box crate{.halfExtents = glm::vec3(0.5f)};
    std::array<Manifold, 8> buffer;
    for (const float cell : {4.0f, 1.0f, 0.5f}) {
        const HeightField field = hills(cell);
        const glm::vec3 up = glm::normalize(glm::vec3(-0.1f, 0.12f, 1.0f));
        const glm::quat level = glm::quat(glm::vec3(0, 0, 1), up) * glm::angleAxis(0.3f, glm::vec3(0, 0, 1));
        Pose pose{{13.3f, 17.1f, 9.0f}, glm::normalize(level)};
        const Sweep fall = sweep(crate, pose, field, Pose{}, LinearMotion{{0, 0, -18.0f}, {}});
        ASSERT_EQ(fall.status, Sweep::Status::Hit);
        pose.position.z -= 18.0f * fall.fraction + 0.001f;
        std::set<std::uint64_t> names;
        for (int step = 0; step < 10000; ++step) {
            const Pose here{pose.position + glm::vec3(random.inBox(2e-6)), pose.rotation};
            std::set<std::uint64_t> now;
            for (const Manifold& manifold : collide(crate, here, field, Pose{}, buffer, {.margin = 0.01f})) {
                for (const ContactPoint& point : manifold.points()) {
                    now.insert(point.id);
                }
            }
            names = step == 0 ? now : names;
            ASSERT_EQ(now, names) << "step " << step << ", cells of " << cell << " m";
        }
        EXPECT_GE(names.size(), 1u);
    }
}

/// Crates that lie flush on a triangle of gentle hills touch its vertices and the terrain beside it: rounding
/// must not choose among their points.
TEST(BodiesAtRest, KeepTheirIdsLyingFlush) {
    Random random(884);
    const Box crate{.halfExtents = glm::vec3(0.5f)};
    constexpr int kPlaces = 100, kSteps = 40;
    std::array<Manifold, 8> buffer;
    int changed = 0;
    std::size_t points = 0;
    for (const float cell : {4.0f, 1.0f, 0.5f}) {
        const HeightField field = hills(cell);
        for (int place = 0; place < kPlaces; ++place) {
            const glm::vec3 over(random.uniform(4.0, 28.0), random.uniform(4.0, 28.0), 9.0);
            const auto ground = groundAt(field, Pose{}, over);
            ASSERT_TRUE(ground.has_value());
            const glm::quat level = glm::quat(glm::vec3(0, 0, 1), ground->normal) *
                                    glm::angleAxis(float(random.uniform(0.0, 6.28)), glm::vec3(0, 0, 1));
            std::set<std::set<std::uint64_t>> names;
            for (int step = 0; step < kSteps; ++step) {
                const glm::vec3 turn(random.inBox(1e-6));
                const Pose here{ground->point + 0.499f * ground->normal + glm::vec3(random.inBox(2e-6)),
                                glm::normalize(glm::quat(1.0f, turn.x, turn.y, turn.z) * level)};
                std::set<std::uint64_t> now;
                for (const Manifold& manifold :
                     collide(crate, here, field, Pose{}, buffer, {.margin = 0.01f})) {
                    for (const ContactPoint& point : manifold.points()) {
                        now.insert(point.id);
                    }
                }
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
