#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/response/freed.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace {

using namespace sat3d;

bool isFree(const World& world, const Shape& shape, const Pose& pose) {
    for (const ObjectId id : world.ids()) {
        const auto& object = *world.find(id);
        if (overlaps(shape, pose, object.shape, object.pose)) {
            return false;
        }
    }
    return true;
}

/// A floor with boxes strewn over it, as separate objects.
World rubble(std::uint32_t seed, int count) {
    test::Random random(seed);
    World world;
    (void)world.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static});
    for (int i = 0; i < count; ++i) {
        glm::vec3 position(random.inBox(12.0));
        position.y *= 0.05f;
        const Box box{.halfExtents = glm::vec3{random.uniform(0.3, 1.5), random.uniform(0.3, 1.5),
                                               random.uniform(0.3, 1.5)}};
        (void)world.add(
            {.shape = box, .pose = {position, glm::quat(random.rotation())}, .kind = ObjectKind::Static});
    }
    return world;
}

TEST(Freed, FindsFreePlacesInRubble) {
    test::Random random(2);
    const std::array<Shape, 3> shapes{
        Shape(Box{.halfExtents = {1.5f, 0.5f, 0.8f}}), Shape(Capsule{.radius = 0.6f}),
        Shape(test::compoundOf({{Box{.halfExtents = {1.5f, 0.4f, 0.8f}}, {}},
                                {Box{.halfExtents = {0.6f, 0.3f, 0.6f}}, {{0.0f, 0.7f, 0.0f}}}}))};
    int blocked = 0, found = 0, stayed = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const World world = rubble(1 + random.below(5), 40);
        const Shape& shape = shapes[random.below(3)];
        glm::vec3 position(random.inBox(10.0));
        position.y = float(random.uniform(0.0, 1.5));
        const Pose pose{position, glm::quat(random.rotation())};
        const auto place = freed(world, shape, pose);
        if (!place) {
            ++blocked;
            continue;
        }
        EXPECT_TRUE(isFree(world, shape, *place));
        EXPECT_EQ(place->rotation, pose.rotation);
        if (isFree(world, shape, pose)) {
            EXPECT_EQ(place->position, pose.position);
            ++stayed;
        } else {
            EXPECT_GT(glm::distance(place->position, position), 0.0f);
            ++found;
        }
    }
    EXPECT_GT(found, 400);
    EXPECT_GT(stayed, 10);
    EXPECT_LT(blocked, 30);
}

TEST(Freed, LeavesAWedgeOnTheShortestWay) {
    World world;
    for (const float side : {-1.0f, 1.0f}) {  // a wedge of 60 degrees that opens upward
        (void)world.add(
            {.shape = HalfSpace{{side * 0.8660254f, 0.5f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
    }
    const Sphere ball{.radius = 0.5f};
    const auto place = freed(world, ball, {{0.1f, 0.2f, 0.0f}});
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->position.x, 0.0f, 1e-5f);
    EXPECT_NEAR(place->position.y, 2.0f * (0.5f + FreedOptions{}.gap), 1e-5f);
}

TEST(Freed, SeesWhatItIsPushedInto) {
    World world;
    for (const float side : {-1.0f, 1.0f}) {  // a wedge of 20 degrees that opens upward
        (void)world.add(
            {.shape = HalfSpace{{side * 0.9848078f, 0.1736482f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
    }
    const Sphere ball{.radius = 0.1f};  // overlaps one wall only
    const auto place = freed(world, ball, {{0.06f, 0.5f, 0.0f}}, {.rounds = 1});
    ASSERT_TRUE(place);
    EXPECT_TRUE(isFree(world, ball, *place));
}

/// Plates that cross push a body on the nearer sides of each, together a long way up. Beside them is room.
TEST(Freed, LeavesCrossedPlatesOnTheNearestSide) {
    const Box plate{.halfExtents = {5.0f, 0.05f, 5.0f}};
    const auto lean = [](float side) {
        return glm::angleAxis(side * glm::radians(75.0f), glm::vec3(0, 0, 1));
    };
    World objects, compound;
    for (const float side : {-1.0f, 1.0f}) {
        (void)objects.add({.shape = plate, .pose = {{}, lean(side)}, .kind = ObjectKind::Static});
    }
    (void)compound.add({.shape = test::compoundOf({{plate, {{}, lean(-1.0f)}}, {plate, {{}, lean(1.0f)}}}),
                        .kind = ObjectKind::Static});
    const std::array<std::pair<Shape, float>, 2> shapes{
        std::pair{Shape(Box{.halfExtents = {0.3f, 0.9f, 0.3f}}), 0.61f},
        std::pair{Shape(Capsule{{0, -0.6f, 0}, {0, 0.6f, 0}, 0.3f}), 0.54f}};
    World onGround = objects;  // ground has no other side
    (void)onGround.add({.shape = HalfSpace{{0, 1, 0}, -0.885f}, .kind = ObjectKind::Static});
    for (const World* world : {&objects, &compound, &onGround}) {
        for (const auto& [shape, nearest] : shapes) {
            for (const float x : {-0.01f, 0.0f, 0.2f}) {
                const Pose pose{{x, 0.01f, 0.0f}};
                const auto place = freed(*world, shape, pose);
                ASSERT_TRUE(place);
                EXPECT_TRUE(isFree(*world, shape, *place));
                EXPECT_LT(glm::distance(place->position, pose.position), nearest + 0.02f) << x;
                EXPECT_TRUE(freed(*world, shape, pose, {.farthest = nearest + 0.02f}));
            }
        }
    }
}

/// Terrain has no other side: the long way out of a steep valley is up, not down through the ground.
TEST(Freed, NeverLeavesThroughTheGround) {
    test::TriangleList list;
    for (const float side : {-1.0f, 1.0f}) {
        const glm::vec3 ridge(side * 2.0f, 6.0f, 0.0f), along(0.0f, 0.0f, side * 9.0f);
        list.addQuad(-along, along, ridge + along, ridge - along);
    }
    World world;
    (void)world.add({.shape = test::meshOf(list, Sides::Front), .kind = ObjectKind::Static});
    const auto place = freed(world, Sphere{.radius = 0.5f}, {{0.05f, 0.5f, 0.0f}});
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->position.y, 0.5f / std::sin(std::atan2(2.0f, 6.0f)), 0.02f);
}

TEST(Freed, NothingIfItIsBlockedOrTooFar) {
    World world;
    for (const float side : {-1.0f, 1.0f}) {  // a slot of 0.9 m
        (void)world.add({.shape = HalfSpace{{side, 0.0f, 0.0f}, -0.45f}, .kind = ObjectKind::Static});
    }
    const Sphere ball{.radius = 0.5f};
    EXPECT_FALSE(freed(world, ball, Pose{}));
    World open;
    (void)open.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static});
    EXPECT_FALSE(freed(open, ball, {{0, -3, 0}}, {.farthest = 2.0f}));
    EXPECT_TRUE(freed(open, ball, {{0, -3, 0}}, {.farthest = 4.0f}));
}

TEST(Freed, TheFilterAndItsOwnObjectAreIgnored) {
    World world;
    const Box tank{.halfExtents = {3, 1, 1.5f}};
    const ObjectId own = *world.add({.shape = tank});
    const auto place = freed(world, tank, Pose{}, {.filter = {.without = {&own, 1}}});
    ASSERT_TRUE(place);
    EXPECT_EQ(place->position, glm::vec3(0.0f));
}

TEST(Freed, WorksFarFromTheOriginInDouble) {
    DWorld world;
    const glm::dvec3 far(3e6, 0.0, 1e6);
    (void)world.add({.shape = Box{.halfExtents = glm::vec3(1.0f)}, .pose = {far}});
    const auto place = freed(world, Sphere{.radius = 0.5f}, DPose{far + glm::dvec3(0.9, 0, 0)});
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->position.x - far.x, 1.501, 1e-5);
}

/// A person in level ground of triangles comes out upward, as from a half-space.
TEST(Freed, ComesUpOutOfLevelTriangles) {
    test::TriangleList list;
    for (int x = -4; x < 4; ++x) {
        for (int z = -4; z < 4; ++z) {
            const glm::vec3 corner(float(x) + 0.5f, 0.0f, float(z) + 0.5f), along(1, 0, 0), across(0, 0, 1);
            list.addQuad(corner, corner + across, corner + across + along, corner + along);
        }
    }
    for (const Sides sides : {Sides::Both, Sides::Front}) {
        World world;
        (void)world.add({.shape = test::meshOf(list, sides), .kind = ObjectKind::Static});
        for (const Capsule& person :
             {Capsule{{0, -0.6f, 0}, {0, 0.6f, 0}, 0.3f}, {{0, -1, 0}, {0, 1, 0}, 0.1f}}) {
            const float standing = person.end.y + person.radius;
            for (float depth = 0.05f; depth < standing - 0.01f; depth += 0.05f) {
                for (const float x : {-2.5f, -2.3f, -2.0f}) {
                    const auto out = freed(world, person, {{x, standing - depth, 0.5f}});
                    ASSERT_TRUE(out) << depth;
                    EXPECT_LT(glm::length(out->position - glm::vec3(x, standing, 0.5f)), 0.05f) << depth;
                }
            }
        }
    }
}

}  // namespace
