// Sweeps along and onto surfaces of many triangles: internal edges must not be hit, but rising parts must.

#include "support/children_in_world.hpp"
#include "support/floors.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::ChildInWorld, test::Random;

constexpr glm::vec3 kOutOfFloor{0.0f, 0.0f, 1.0f};

/// Linear sweeps hit no internal edge of a floor: slightly above it they miss, and down to it they hit its
/// plane.
TEST(SweepsOverEdges, SweepsAlongAndOntoAFloor) {
    Random random(902);
    const TriangleMesh mesh = test::crookedFloor(24, 0.8f, Sides::Both);
    const HeightField field = test::levelField();
    const ConvexShape crate = Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, ball = Sphere{.radius = 0.5f},
                      hull = test::boxHull({0.5, 0.5, 0.5});
    const auto expectFree = [&](const ConvexShape& shape, const auto& floor) {
        for (int trial = 0; trial < 60; ++trial) {
            const glm::vec3 from{float(random.uniform(4.0, 14.0)), float(random.uniform(4.0, 14.0)), 0.5f};
            const glm::vec3 aside{float(random.uniform(-3.0, 3.0)), float(random.uniform(-3.0, 3.0)), 0.0f};
            EXPECT_FALSE(sweep(shape, Pose{from + 1e-5f * kOutOfFloor}, floor, Pose{}, {aside})) << trial;
            const Pose above{from + 0.25f * kOutOfFloor};
            const Sweep met = sweep(shape, above, floor, Pose{}, {aside - 0.5f * kOutOfFloor});
            ASSERT_TRUE(met) << trial;
            EXPECT_NEAR(met.fraction, 0.5f, 2e-6f) << trial;
            EXPECT_LT(glm::length(met.normal + kOutOfFloor), 1e-5f) << trial;
            const Sweep pressed = sweep(shape, Pose{from}, floor, Pose{}, {aside - 0.5f * kOutOfFloor});
            ASSERT_TRUE(pressed) << "from touching, trial " << trial;
            EXPECT_LT(pressed.fraction, 1e-5f) << trial;
            EXPECT_LT(glm::length(pressed.normal + kOutOfFloor), 1e-5f)
                << "usable at fraction 0, trial " << trial;
        }
    };
    for (const ConvexShape& shape : {crate, ball, hull}) {
        expectFree(shape, mesh);
        expectFree(shape, field);
    }
}

/// The lowest float height above a floor: swept down onto it, and raised bit by bit while that overlaps.
template <class Mover, class Floor>
Pose restingOn(const Floor& floor, const Pose& floorPose, const Mover& mover, Pose above) {
    const glm::vec3 down = floorPose.rotation * -kOutOfFloor;
    const Sweep landing = sweep(mover, above, floor, floorPose, {3.0f * down});
    EXPECT_TRUE(landing);
    above.position += 3.0f * landing.fraction * down;
    for (int i = 0; i < 40 && overlaps(mover, above, floor, floorPose); ++i) {
        above.position -= 6e-8f * (1.0f + glm::length(above.position)) * down;
    }
    EXPECT_FALSE(overlaps(mover, above, floor, floorPose));
    return above;
}

/// Slides over a floor through z = 0 of its own frame, with and without rotation about the vertical axis.
template <class Mover, class Floor>
void expectToSlide(const Mover& mover, const Floor& floor, const Pose& floorPose, int trials) {
    Random random(903);
    const glm::vec3 up = floorPose.rotation * kOutOfFloor;
    for (int trial = 0; trial < trials; ++trial) {
        const bool isDiagonal = trial % 2 == 0;
        const glm::vec3 from{float(random.uniform(4.0, 14.0)), float(random.uniform(4.0, 14.0)), 2.0f};
        glm::vec3 aside{float(random.uniform(-3.0, 3.0)), float(random.uniform(-3.0, 3.0)), 0.0f};
        aside.x = isDiagonal ? aside.x : 0.0f;
        const glm::quat turned =
            glm::angleAxis(isDiagonal ? float(random.uniform(-3.0, 3.0)) : 0.0f, kOutOfFloor);
        const Pose start = restingOn(floor, floorPose, mover, floorPose * Pose{from, turned});
        const glm::vec3 way = floorPose.rotation * aside;
        const Sweep straight = sweep(mover, start, floor, floorPose, {way});
        EXPECT_FALSE(straight) << "trial " << trial << ", fraction " << straight.fraction << ", normal "
                               << straight.normal.x << ' ' << straight.normal.y << ' ' << straight.normal.z;
        const RigidMotion motion{.translation = way, .rotationVector = float(random.uniform(-2.0, 2.0)) * up};
        EXPECT_FALSE(sweep(mover, start, floor, floorPose, motion, RigidMotion{})) << "rotating, " << trial;
        // The floor may move away downward, too.
        EXPECT_FALSE(sweep(floor, floorPose, mover, start, {-way})) << "floor, trial " << trial;
        const Sweep pressed = sweep(mover, start, floor, floorPose, {way - 0.5f * up});
        ASSERT_TRUE(pressed) << trial;
        EXPECT_LT(pressed.fraction, 1e-5f) << trial;
        EXPECT_LT(glm::length(pressed.normal + up), 1e-5f) << trial;
    }
}

template <class Floor>
void expectAllToSlide(const Floor& floor, const Pose& pose, int trials) {
    Random random(904);
    std::vector<glm::vec3> stone = test::prismCloud(random);
    expectToSlide(ConvexShape(Box{.halfExtents = {0.5f, 0.5f, 0.5f}}), floor, pose, trials);
    expectToSlide(ConvexShape(test::boxHull({0.5, 0.4, 0.3})), floor, pose, trials);
    expectToSlide(ConvexShape(test::hullOf(stone)), floor, pose, trials);
    expectToSlide(ConvexShape(Sphere{.radius = 0.5f}), floor, pose, trials);
    expectToSlide(ConvexShape(Capsule{{-0.7f, 0, 0}, {0.7f, 0, 0}, 0.3f}), floor, pose, trials);
    expectToSlide(ConvexShape(Capsule{{0, 0, -0.7f}, {0, 0, 0.7f}, 0.3f}), floor, pose, trials);
    expectToSlide(test::table(), floor, pose, trials);
}

TEST(SweepsOverEdges, DoNotStopSweepsInContact) {
    for (const Pose& pose : {Pose{}, Pose{{3.1f, -7.3f, 1.7f}, test::kAslant}}) {
        expectAllToSlide(test::crookedFloor(24, 0.8f, Sides::Both), pose, 4);
        expectAllToSlide(test::crookedFloor(24, 0.8f, Sides::Front), pose, 4);
        expectAllToSlide(test::levelField(), pose, 4);
    }
}

/// A floor in strips up to x = 2, and a slope or a wall beyond.
TriangleMesh floorUpTo(const glm::vec3& rise, Sides sides) {
    test::TriangleList list;
    for (int i = -5; i < 5; ++i) {
        const float low = float(i), high = low + 1.0f;
        for (int j = -3; j < 2; ++j) {
            const float left = float(j), right = left + 1.0f;
            list.addQuad({left, low, 0}, {right, low, 0}, {right, high, 0}, {left, high, 0});
        }
        list.addQuad({2, low, 0}, glm::vec3(2, low, 0) + rise, glm::vec3(2, high, 0) + rise, {2, high, 0});
    }
    return test::meshOf(list, sides);
}

/// An obstacle in the path of a crate or a ball on the floor is hit at its position, along its normal.
TEST(SweepsOverEdges, WallsOnAFloorStopASweep) {
    const ConvexShape crate = Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, ball = Sphere{.radius = 0.5f},
                      hull = test::boxHull({0.5, 0.5, 0.5});
    const std::array<glm::vec3, 5> rises{
        glm::vec3{0, 0, 2}, {3, 0, 3}, {3, 0, 0.003f}, {0, 0, 0.0001f}, {-1, 0, 2}};
    for (const Pose& pose : {Pose{}, Pose{{3.1f, -7.3f, 1.7f}, test::kAslant}}) {
        for (const glm::vec3& rise : rises) {
            const TriangleMesh floor = floorUpTo(rise, rise.x < 0.0f ? Sides::Both : Sides::Front);
            const double slope = std::atan2(double(rise.z), double(rise.x));
            const glm::vec3 normal = pose.rotation * glm::normalize(glm::vec3(rise.z, 0, -rise.x));
            for (const ConvexShape& shape : {crate, ball, hull}) {
                const bool isBall = shape.index() == 0;
                if (isBall && rise.z < 0.01f) {
                    continue;  // nearly along the slope, a small gap means a long path
                }
                const Pose start = restingOn(floor, pose, shape, pose * Pose{{-1.0f, 0.3f, 2.0f}});
                const glm::vec3 way = pose.rotation * glm::vec3{4, 0.7f, 0};
                // A crate's lower edge hits the foot, unless its upper edge hits an overhang first.
                const double x = isBall          ? 2.0 - 0.5 * std::tan(0.5 * slope)
                                 : rise.x < 0.0f ? 2.0 - 0.5 - 0.5
                                                 : 2.0 - 0.5;
                const Sweep straight = sweep(shape, start, floor, pose, {way});
                SCOPED_TRACE("slope " + std::to_string(slope) + ", shape " + std::to_string(shape.index()));
                ASSERT_EQ(straight.status, Sweep::Status::Hit);
                EXPECT_NEAR(4.0 * double(straight.fraction), x + 1.0, 4e-6);
                EXPECT_LT(glm::length(straight.normal - normal), isBall ? 1e-3f : 1e-6f);
                const Sweep turning = sweep(shape, start, floor, pose, {.translation = way}, RigidMotion{});
                ASSERT_EQ(turning.status, Sweep::Status::Hit);
                EXPECT_NEAR(4.0 * double(turning.fraction), x + 1.0, 2e-4);
                EXPECT_LT(glm::length(turning.normal - normal), isBall ? 1e-2f : 1e-6f);
            }
        }
    }
}

/// A roof with sides of slope 0.5, seen from above.
TriangleMesh roof() {
    test::TriangleList list;
    for (float y = -4; y < 4; y += 1) {
        list.addQuad({-4, y, -2}, {0, y, 0}, {0, y + 1, 0}, {-4, y + 1, -2});
        list.addQuad({0, y, 0}, {4, y, -2}, {4, y + 1, -2}, {0, y + 1, 0});
    }
    return test::meshOf(list, Sides::Front);
}

TEST(SweepsOverEdges, RidgesAreHitAlongAnyNormalBetweenTheirSides) {
    const TriangleMesh ridge = roof();
    const Sweep ball = sweep(Sphere{.radius = 0.5f}, Pose{{-2, 0.2f, 0.48f}}, ridge, Pose{}, {{3, 0, 0}});
    ASSERT_TRUE(ball);
    EXPECT_NEAR(ball.fraction, (2.0f - 0.14f) / 3.0f, 1e-6f);
    EXPECT_LT(glm::length(ball.normal - glm::vec3(0.28f, 0, -0.96f)), 2e-6f);
    const Sweep crate =
        sweep(Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, Pose{{-2, 0.2f, 0.48f}}, ridge, Pose{}, {{3, 0, 0}});
    ASSERT_TRUE(crate);
    EXPECT_GT(crate.normal.x, 0.0f);
}

/// Exact in every bit: each next triangle is hit at its border.
TEST(SweepsOverEdges, ShapesOnARidgeSlideAlongIt) {
    Random random(907);
    const TriangleMesh ridge = roof();
    for (int trial = 0; trial < 80; ++trial) {
        const ConvexShape shape =
            trial % 2 == 0 ? ConvexShape(Box{}) : ConvexShape(test::boxHull({0.5, 0.5, 0.5}));
        const glm::quat yaw =
            glm::angleAxis(trial % 4 < 2 ? 0.0f : float(random.uniform(-3.0, 3.0)), kOutOfFloor);
        const Pose start{{float(random.uniform(-0.4, 0.4)), float(random.uniform(-2.0, 2.0)), 0.5f}, yaw};
        const glm::vec3 along{float(random.uniform(-0.1, 0.1)), float(random.uniform(-1.5, 1.5)), 0.0f};
        const RigidMotion turning{.translation = along,
                                  .rotationVector = float(random.uniform(-1.0, 1.0)) * kOutOfFloor};
        EXPECT_FALSE(sweep(shape, start, ridge, Pose{}, {along})) << trial;
        EXPECT_FALSE(sweep(shape, start, ridge, Pose{}, turning, RigidMotion{})) << trial;
        const Sweep pressed = sweep(shape, start, ridge, Pose{}, {along - 0.5f * kOutOfFloor});
        ASSERT_TRUE(pressed) << trial;
        EXPECT_LT(glm::length(pressed.normal + kOutOfFloor), 1e-6f) << trial;
    }
}

/// Two nearly level triangles at slightly different heights: the earlier hit is reported, in either order.
TEST(SweepsOverEdges, TheEarlierHitIsReportedInAnyOrder) {
    const float h = 1.9e-4f;
    std::vector<glm::vec3> corners{{-3, -2, 0}, {0, -2, 0}, {-1.5f, 3, 0},
                                   {0, -2, h},  {3, -2, h}, {1.5f, 3, h}};
    const Box box{.halfExtents = {1.6f, 0.5f, 0.5f}};
    const Pose start{{0, -1, 3}};
    const RigidMotion motion{.translation = {0, 0, -5}, .rotationVector = {0, 0, 0.02f}};
    for (const int order : {0, 1}) {
        const std::vector<std::uint32_t> indices = order == 0 ? std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}
                                                              : std::vector<std::uint32_t>{3, 4, 5, 0, 1, 2};
        const auto mesh = TriangleMesh::fromTriangles(corners, indices);
        ASSERT_TRUE(mesh);
        const Sweep hit = sweep(box, start, *mesh, Pose{}, motion, {});
        ASSERT_TRUE(hit) << order;
        EXPECT_NEAR(hit.fraction, (2.5 - double(h)) / 5.0, 3e-5) << order;
        const Pose there{start.position + hit.fraction * motion.translation,
                         glm::angleAxis(hit.fraction * 0.02f, glm::vec3(0, 0, 1))};
        EXPECT_GT(distance(box, there, *mesh, Pose{}).separation, -1e-6f) << order;
    }
}

/// A shape small beside a triangle is not as flat as a tolerance of the triangle's size would allow: it hits
/// the border.
TEST(SweepsOverEdges, SmallShapesRotateIntoTheBordersOfLargeTriangles) {
    const std::vector<glm::vec3> corners{{0, -50, 0}, {50, 0, 0}, {0, 50, 0}};
    const std::vector<std::uint32_t> indices{0, 1, 2};
    const auto mesh = TriangleMesh::fromTriangles(corners, indices);
    ASSERT_TRUE(mesh);
    const Box box{.halfExtents = {0.002f, 0.002f, 0.002f}};
    const Pose start{{-0.5f, 0, 0.0005f}};
    const Sweep straight = sweep(box, start, *mesh, Pose{}, {{1, 0, 0}});
    ASSERT_TRUE(straight);
    const Sweep turning =
        sweep(box, start, *mesh, Pose{}, {.translation = {1, 0, 0}, .rotationVector = {0, 0, 0.01f}}, {});
    ASSERT_TRUE(turning);
    EXPECT_NEAR(turning.fraction, straight.fraction, 3e-3f);
    EXPECT_GT(turning.normal.x, 0.99f);
}

/// It is flat relative to the triangles, not to itself: its overlap with them is a contact.
TEST(SweepsOverEdges, PlatesRotateAcrossTheEdgesOfLargeTriangles) {
    test::TriangleList list;
    list.addQuad({-400, -200, 0}, {0, -200, 0}, {0, 200, 0}, {-400, 200, 0});
    list.addQuad({0, -200, 0}, {400, -200, 0}, {400, 200, 0}, {0, 200, 0});
    const TriangleMesh floor = test::meshOf(list, Sides::Front);
    const Box plate{.halfExtents = {1.0f, 1.0f, 0.005f}};
    const Pose start{{-1.5f, -0.6f, 0.005f}};
    for (const float below : {0.0f, 2e-6f, 2e-5f}) {
        const RigidMotion turning{.translation = {4, 0.2f, -below}, .rotationVector = 0.8f * kOutOfFloor};
        EXPECT_FALSE(sweep(plate, start, floor, Pose{}, turning, RigidMotion{})) << below;
    }
    const RigidMotion pressed{.translation = {4, 0.2f, -0.5f}, .rotationVector = 0.8f * kOutOfFloor};
    EXPECT_EQ(sweep(plate, start, floor, Pose{}, pressed, RigidMotion{}).normal, -kOutOfFloor);
}

/// Positions work up to 1e15 m, as the relative position is computed first.
TEST(SweepsOverEdges, RotatingSweepsFarFromTheOriginHitTheSame) {
    const std::vector<glm::vec3> corners{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const std::vector<std::uint32_t> indices{0, 1, 2};
    const auto mesh = TriangleMesh::fromTriangles(corners, indices);
    ASSERT_TRUE(mesh);
    const auto hits = [&](double x) {
        int count = 0;
        const DPose there{glm::dvec3(x), glm::dquat(1, 0, 0, 0)};
        for (int i = 0; i < 200; ++i) {
            const Sphere ball{{0, 0, 0.3f + 0.001f * float(i)}, 0.05f};
            count += sweep(ball, there, *mesh, there,
                           {.translation = {0, 0, -0.3f}, .rotationVector = {0, 0, 0.4f}}, {})
                         ? 1
                         : 0;
        }
        return count;
    };
    const int near = hits(0.0);
    EXPECT_GT(near, 20);
    EXPECT_LT(near, 180);
    EXPECT_EQ(hits(9e14), near);
}

/// On uneven ground every hit leads into the ground, along a normal above which no adjacent triangle rises.
TEST(SweepsOverEdges, HitsOnIrregularGroundLeadIntoIt) {
    Random random(905);
    int hits = 0, misses = 0, unlike = 0;
    for (int trial = 0; trial < 150; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const HeightField ground = test::randomField(random, Sides::Both);
        const Pose pose = test::randomPose(random, 3.0);
        const ConvexShape shape = test::randomConvex(random, random.below(test::kConvexTypes));
        const glm::vec3 aim = ground.triangle(random.below(ground.triangleCount())).corners[0];
        const Pose above = pose * Pose{aim + 4.0f * kOutOfFloor, glm::quat(random.rotation())};
        const glm::vec3 up = pose.rotation * kOutOfFloor;
        const Sweep landing = sweep(shape, above, ground, pose, {-6.0f * up});
        if (landing.status != Sweep::Status::Hit) {
            continue;
        }
        const Pose start{above.position - 6.0f * landing.fraction * up, above.rotation};
        const glm::vec3 way(random.inBox(2.0));
        const Sweep hit = sweep(shape, start, ground, pose, {way});
        if (hit.status == Sweep::Status::InitialOverlap) {
            continue;  // the pose was rounded downward
        }
        const auto leastBetween = [&](float from, float to) {
            float least = 1.0f;
            for (int i = 0; i <= 25; ++i) {
                const float fraction = from + (to - from) * std::pow(float(i) / 25.0f, 3.0f);
                const Pose there{start.position + fraction * way, start.rotation};
                least = std::min(least, distance(shape, there, ground, pose).separation);
            }
            return least;
        };
        EXPECT_GT(leastBetween(0.0f, hit.fraction), -5e-6f);
        if (!hit) {
            ++misses;
            continue;
        }
        ++hits;
        EXPECT_GT(glm::dot(hit.normal, way), 0.0f);
        EXPECT_LT(leastBetween(hit.fraction, 1.0f), -1e-6f) << "it continues freely";
        const glm::vec3 place = glm::conjugate(pose.rotation) * (hit.point - pose.position);
        const glm::vec3 toShape = glm::conjugate(pose.rotation) * -hit.normal;
        for (const ChildInWorld& piece : test::childrenOf(ground, pose)) {
            const float gap = distance(Sphere{place, 1e-5f}, Pose{}, piece.shape, Pose{}).separation;
            if (gap < 0.0f) {
                float rise = 0.0f;
                for (const glm::vec3& corner : std::get<TriangleMesh>(piece.shape).triangle(0).corners) {
                    rise = std::max(rise, glm::dot(toShape, corner - place));
                }
                unlike += rise > 2e-2f ? 1 : 0;
            }
        }
    }
    std::printf("%d hits, %d misses, %d triangles rise\n", hits, misses, unlike);
    EXPECT_GT(hits, 40);
    EXPECT_GT(misses, 40);
    EXPECT_EQ(unlike, 0);
}

}  // namespace
