// Shapes that slide over surfaces of many triangles: no edge within may be felt.

#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kDepth = 0.004f, kMargin = 0.01f;
constexpr glm::vec3 kUp{0.0f, 0.0f, 1.0f};

/// A floor at z = 0 of crooked cells, cut along either diagonal, in any order, with vertices of their own.
TriangleMesh crookedFloor(std::uint32_t cells, float size, Sides sides) {
    Random random(901);
    std::vector<glm::vec3> grid;
    for (std::uint32_t i = 0; i < (cells + 1) * (cells + 1); ++i) {
        const glm::vec3 aside(random.inBox(0.3));
        grid.push_back(size *
                       glm::vec3(float(i % (cells + 1)) + aside.x, float(i / (cells + 1)) + aside.y, 0));
    }
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < cells * cells; ++i) {
        const std::uint32_t corner = i % cells + i / cells * (cells + 1);
        const glm::vec3 &a = grid[corner], &b = grid[corner + 1], &c = grid[corner + cells + 2],
                        &d = grid[corner + cells + 1];
        const bool rising = random.chance(0.5);
        triangles.push_back(rising ? Triangle{{a, b, c}} : Triangle{{b, d, a}});
        triangles.push_back(rising ? Triangle{{d, a, c}} : Triangle{{b, c, d}});
    }
    test::TriangleList list;
    while (!triangles.empty()) {
        std::swap(triangles[random.below(std::uint32_t(triangles.size()))], triangles.back());
        list.add(triangles.back());
        triangles.pop_back();
    }
    return test::meshOf(list, sides);
}

/// One large triangle pair beside many small ones: corners in the middle of sides.
TriangleMesh floorWithTJunctions() {
    test::TriangleList list;
    list.addQuad({-20, -20, 0}, {5, -20, 0}, {5, 20, 0}, {-20, 20, 0});
    for (int i = 0; i < 13; ++i) {
        const float low = -20.0f + 40.0f * float(i) / 13.0f, high = -20.0f + 40.0f * float(i + 1) / 13.0f;
        list.addQuad({5, low, 0}, {20, low, 0}, {20, high, 0}, {5, high, 0});
    }
    return test::meshOf(list);
}

HeightField levelField() {
    return test::fieldOf(std::vector<float>(41 * 41, 0.0f), 41, {0.5f, 0.5f});
}

float deepestOf(const Manifold& manifold) {
    float deepest = 1.0f;
    for (const ContactPoint& point : manifold.points()) {
        deepest = std::min(deepest, point.separation);
    }
    return deepest;
}

/// Slides a shape that is `kDepth` deep in a floor at z = 0: all manifolds are the floor's.
/// @param height    of the shape's pose above its lowest point
/// @param points    how many must touch, under names that last
template <class Floor>
void expectFloorOnly(const ConvexShape& shape, const glm::quat& rotation, float height, std::uint32_t points,
                     const Floor& floor, const glm::vec2& from, const glm::vec2& to, int steps) {
    std::array<Manifold, 8> room;
    std::set<std::uint64_t> names;
    for (int i = 0; i < steps; ++i) {
        const glm::vec2 place = from + (to - from) * (float(i) / float(steps));
        const Pose pose{{place, height - kDepth}, rotation};
        const auto manifolds = collide(shape, pose, floor, Pose{}, room, {.margin = kMargin});
        ASSERT_EQ(manifolds.size(), 1u) << "step " << i;
        const Manifold& manifold = manifolds.front();
        ASSERT_LT(glm::length(manifold.normal + kUp), 1e-6f) << "step " << i;
        ASSERT_EQ(manifold.pointCount, points) << "step " << i;
        std::set<std::uint64_t> here;
        for (const ContactPoint& point : manifold.points()) {
            here.insert(point.id);
        }
        ASSERT_NEAR(deepestOf(manifold), -kDepth, 2e-6f) << "step " << i;
        ASSERT_EQ(here.size(), points) << "two of one name, step " << i;
        names = i == 0 ? here : names;
        ASSERT_EQ(here, names) << "names must last, step " << i;
    }
}

template <class Floor>
void expectAllShapes(const Floor& floor, int steps) {
    const glm::quat level(1, 0, 0, 0), turned = glm::angleAxis(0.4f, kUp);
    const Box crate{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const glm::vec2 corner{1.5f, 1.6f}, aside{17.2f, 1.6f}, across{17.2f, 16.9f};
    expectFloorOnly(crate, level, 0.5f, 4, floor, corner, aside, steps);
    expectFloorOnly(crate, level, 0.5f, 4, floor, corner, across, steps);
    expectFloorOnly(crate, turned, 0.5f, 4, floor, corner, across, steps);
    const glm::quat onEdge = glm::angleAxis(0.25f * 3.14159265f, glm::vec3(0, 1, 0));
    expectFloorOnly(crate, onEdge, std::sqrt(0.5f), 2, floor, corner, across, steps);
    expectFloorOnly(Sphere{{}, 0.6f}, level, 0.6f, 1, floor, corner, across, steps);
    expectFloorOnly(Capsule{{-0.7f, 0, 0}, {0.7f, 0, 0}, 0.3f}, turned, 0.3f, 2, floor, corner, across,
                    steps);
    expectFloorOnly(Capsule{{0, 0, -0.7f}, {0, 0, 0.7f}, 0.3f}, level, 1.0f, 1, floor, corner, across, steps);
}

TEST(InternalEdges, AreNotFeltOnMeshes) {
    expectAllShapes(crookedFloor(20, 1.0f, Sides::Front), 200);
    expectAllShapes(crookedFloor(50, 0.4f, Sides::Both), 60);
}

TEST(InternalEdges, AreNotFeltOnTerrain) {
    expectAllShapes(levelField(), 200);
}

TEST(InternalEdges, TenThousandStepsSlow) {
    expectAllShapes(crookedFloor(20, 1.0f, Sides::Front), 10000);
    expectAllShapes(crookedFloor(20, 1.0f, Sides::Both), 10000);
    expectAllShapes(levelField(), 10000);
}

TEST(InternalEdges, AreNotFeltWhereTrianglesShareNoCorners) {
    const TriangleMesh floor = floorWithTJunctions();
    const glm::quat turned = glm::angleAxis(0.3f, kUp);
    expectFloorOnly(Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, turned, 0.5f, 4, floor, {2.0f, -9.0f},
                    {8.0f, 9.0f}, 300);
    expectFloorOnly(Sphere{{}, 0.5f}, turned, 0.5f, 1, floor, {2.0f, -9.0f}, {8.0f, 9.0f}, 300);
}

/// Two slopes that meet at x = 0, in strips: a ridge, or a valley where the angle is negative.
TriangleMesh slopes(float rise) {
    test::TriangleList list;
    for (int i = -8; i < 8; ++i) {
        const float low = float(i), high = low + 1.0f, fall = -4.0f * rise;
        list.addQuad({-4, low, fall}, {0, low, 0}, {0, high, 0}, {-4, high, fall});
        list.addQuad({0, low, 0}, {4, low, fall}, {4, high, fall}, {0, high, 0});
    }
    return test::meshOf(list);
}

TEST(InternalEdges, OverARidgeNormalsAreThoseOfItsSidesOrBetween) {
    const float rise = 0.5f;
    const TriangleMesh ridge = slopes(rise);
    const float most = std::sin(std::atan(rise));
    std::array<Manifold, 8> room;
    const std::array<ConvexShape, 3> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.4f, 0.3f}},
                                            Capsule{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.3f}};
    for (const ConvexShape& shape : shapes) {
        int onSides = 0, onRidge = 0;
        for (int i = 0; i <= 400; ++i) {
            // Down from above until it is a little deep.
            const float x = -1.5f + 3.0f * float(i) / 400.0f, y = -3.0f + 6.0f * float(i) / 400.0f;
            Pose pose{{x, y, 3.0f}};
            const Sweep fall = sweep(shape, pose, ridge, Pose{}, {{0, 0, -6.0f}, {}});
            ASSERT_TRUE(fall);
            pose.position.z -= 6.0f * fall.fraction + 0.002f;
            const auto manifolds = collide(shape, pose, ridge, Pose{}, room, {.margin = 0.001f});
            ASSERT_GE(manifolds.size(), 1u);
            for (const Manifold& manifold : manifolds) {
                const glm::vec3 toShape = -manifold.normal;
                EXPECT_NEAR(toShape.y, 0.0f, 1e-5f) << "along the ridge lies none, step " << i;
                EXPECT_LT(std::abs(toShape.x), most + 1e-5f) << "step " << i;
                EXPECT_GT(toShape.z, 0.0f);
                const bool onSide = std::abs(std::abs(toShape.x) - most) < 1e-5f;
                ++(onSide ? onSides : onRidge);
            }
        }
        EXPECT_GT(onRidge, 20);
        EXPECT_GT(onSides, shape.index() == 2 ? -1 : 20) << "a level crate lies on the ridge alone";
    }
}

TEST(InternalEdges, InAValleyNormalsAreThoseOfItsSides) {
    const float rise = -0.5f;
    const TriangleMesh valley = slopes(rise);
    const float most = std::sin(std::atan(0.5f));
    std::array<Manifold, 8> room;
    const std::array<ConvexShape, 3> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.4f, 0.3f}},
                                            Capsule{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.3f}};
    for (const ConvexShape& shape : shapes) {
        int both = 0;
        for (int i = 0; i <= 400; ++i) {
            const float x = -1.5f + 3.0f * float(i) / 400.0f, y = -3.0f + 6.0f * float(i) / 400.0f;
            Pose pose{{x, y, 5.0f}};
            const Sweep fall = sweep(shape, pose, valley, Pose{}, {{0, 0, -6.0f}, {}});
            ASSERT_TRUE(fall);
            pose.position.z -= 6.0f * fall.fraction + 0.002f;
            const auto manifolds = collide(shape, pose, valley, Pose{}, room, {.margin = 0.01f});
            ASSERT_GE(manifolds.size(), 1u);
            ASSERT_LE(manifolds.size(), 2u);
            for (const Manifold& manifold : manifolds) {
                EXPECT_NEAR(std::abs(manifold.normal.x), most, 1e-5f) << "step " << i;
                EXPECT_NEAR(manifold.normal.y, 0.0f, 1e-5f) << "step " << i;
            }
            both += manifolds.size() == 2 ? 1 : 0;
        }
        EXPECT_GT(both, 0);
    }
}

/// Rolling along the foot of a wall: the floor, the wall, and nothing between.
TEST(InternalEdges, AtTheFootOfAWall) {
    test::TriangleList list;
    for (int i = 0; i < 12; ++i) {
        const float low = float(i), high = low + 1.0f;
        list.addQuad({0, low, 0}, {2, low, 0}, {2, high, 0}, {0, high, 0});
        list.addQuad({0, low, 0}, {0, high, 0}, {0, high, 2}, {0, low, 2});
    }
    const TriangleMesh corner = test::meshOf(list, Sides::Front);
    std::array<Manifold, 8> room;
    const std::array<ConvexShape, 2> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.5f, 0.5f}}};
    for (const ConvexShape& shape : shapes) {
        for (int i = 0; i < 300; ++i) {
            const Pose pose{{0.495f, 1.0f + 0.033f * float(i), 0.496f}};
            const auto manifolds = collide(shape, pose, corner, Pose{}, room, {.margin = 0.01f});
            ASSERT_EQ(manifolds.size(), 2u) << "step " << i;
            EXPECT_LT(glm::length(manifolds[0].normal + glm::vec3(1, 0, 0)), 1e-6f) << "step " << i;
            EXPECT_LT(glm::length(manifolds[1].normal + kUp), 1e-6f) << "step " << i;
            EXPECT_NEAR(deepestOf(manifolds[0]), -0.005f, 2e-6f);
            EXPECT_NEAR(deepestOf(manifolds[1]), -0.004f, 2e-6f);
        }
    }
}

/// Straight ways feel no edge of the floor either: a hair above it they miss, down to it they meet its plane.
TEST(InternalEdges, SweepsAlongAndOntoAFloor) {
    Random random(902);
    const TriangleMesh mesh = crookedFloor(24, 0.8f, Sides::Both);
    const HeightField field = levelField();
    const ConvexShape crate = Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, ball = Sphere{.radius = 0.5f},
                      hull = test::boxHull({0.5, 0.5, 0.5});
    const auto expectFree = [&](const ConvexShape& shape, const auto& floor) {
        for (int trial = 0; trial < 60; ++trial) {
            const glm::vec3 from(float(random.uniform(4.0, 14.0)), float(random.uniform(4.0, 14.0)), 0.5f);
            const glm::vec3 aside(float(random.uniform(-3.0, 3.0)), float(random.uniform(-3.0, 3.0)), 0.0f);
            EXPECT_FALSE(sweep(shape, Pose{from + 1e-5f * kUp}, floor, Pose{}, {aside, {}})) << trial;
            const Pose above{from + 0.25f * kUp};
            const Sweep met = sweep(shape, above, floor, Pose{}, {aside - 0.5f * kUp, {}});
            ASSERT_TRUE(met) << trial;
            EXPECT_NEAR(met.fraction, 0.5f, 2e-6f) << trial;
            EXPECT_LT(glm::length(met.normal + kUp), 1e-5f) << trial;
            const Sweep pressed = sweep(shape, Pose{from}, floor, Pose{}, {aside - 0.5f * kUp, {}});
            ASSERT_TRUE(pressed) << "from touching, trial " << trial;
            EXPECT_LT(pressed.fraction, 1e-5f) << trial;
            EXPECT_LT(glm::length(pressed.normal + kUp), 1e-5f) << "usable at fraction 0, trial " << trial;
        }
    };
    for (const ConvexShape& shape : {crate, ball, hull}) {
        expectFree(shape, mesh);
        expectFree(shape, field);
    }
}

}  // namespace
