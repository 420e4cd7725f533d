// Movers, pushes and poses in the plane: the same code as in space.

#include "support/planar/planar_shapes.hpp"
#include "support/random.hpp"

#include <sat3d/planar/convex_pieces.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/response/fixed_step.hpp>
#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/push_apart.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

const float kPlanarSkin = PlanarMoveOptions{}.skin;
const glm::vec2 kPlanarFall(0.0f, -0.05f);

/// A world with y up, and a floor at height 0.
struct PlanarMoverScene {
    PlanarWorld world;

    PlanarMoverScene() { add(HalfPlane{}, {}); }
    ObjectId add(const PlanarShape& shape, const PlanarPose& pose) {
        return *world.add({.shape = shape, .pose = pose, .kind = ObjectKind::Static});
    }
    ObjectId addBox(const glm::vec2& lower, const glm::vec2& upper) {
        return add(PlanarBox{.halfExtents = 0.5f * (upper - lower)}, {0.5f * (lower + upper)});
    }
    /// A ramp that rises toward +x from the origin.
    void addRamp(double radians) {
        const glm::vec2 turn(planarRotation(radians));
        add(HalfPlane{{-turn.y, turn.x}, 0.0f}, {});
    }
    /// The least signed distance to any object.
    float gap(const PlanarShape& shape, const PlanarPose& pose) const {
        return closest(world, shape, pose)->distance.separation;
    }
};

/// Shapes of the size of a person, with the lowest point 1 m below the origin.
const std::array<PlanarShape, 2> kPlanarWalkers{PlanarShape(PlanarCapsule{{0, -0.7f}, {0, 0.7f}, 0.3f}),
                                                PlanarShape(PlanarBox{.halfExtents = {0.3f, 1.0f}})};

PlanarMoved walk(const PlanarMoverScene& scene, const PlanarShape& shape, const PlanarPose& start,
                 const glm::vec2& step, int count) {
    PlanarMoved moved;
    moved.pose = start;
    for (int i = 0; i < count; ++i) {
        moved = moveAndSlide(scene.world, shape, moved.pose, {.translation = step});
    }
    return moved;
}

TEST(PlanarMover, FallsStandsAndStopsAtWalls) {
    PlanarMoverScene scene;
    const ObjectId wall = scene.addBox({2, 0}, {3, 5});
    for (const PlanarShape& shape : kPlanarWalkers) {
        const PlanarMoved stands = walk(scene, shape, {{0, 2}}, kPlanarFall, 40);
        EXPECT_TRUE(stands.isStanding());
        EXPECT_NEAR(scene.gap(shape, stands.pose), kPlanarSkin, 1e-4f);
        EXPECT_EQ(walk(scene, shape, stands.pose, kPlanarFall, 100).pose.position, stands.pose.position);
        const PlanarMoved stopped = walk(scene, shape, stands.pose, glm::vec2(0.1f, 0.0f) + kPlanarFall, 60);
        EXPECT_NEAR(stopped.pose.position.x, 1.7f - kPlanarSkin, 1e-4f);
        EXPECT_NEAR(stopped.left.x, 0.1f, 1e-5f);
        ASSERT_EQ(stopped.stops().size(), 1u);
        EXPECT_EQ(stopped.stops()[0].object, wall);
        EXPECT_EQ(stopped.stops()[0].normal, glm::vec2(-1.0f, 0.0f));
    }
}

TEST(PlanarMover, ClimbsSlopesByAngleAndStepsByHeight) {
    for (const PlanarShape& shape : kPlanarWalkers) {
        for (const double angle : {0.2, 0.5, 0.75, 0.85, 1.2}) {
            PlanarMoverScene scene;
            scene.addRamp(angle);
            const glm::vec2 step = glm::vec2(0.1f, 0.0f) + kPlanarFall;
            const PlanarPose start = walk(scene, shape, {{-1, 1.01f}}, step, 30).pose;
            const PlanarMoved end = walk(scene, shape, start, step, 100);
            EXPECT_TRUE(end.isStanding());
            if (angle < double(PlanarMoveOptions{}.steepest)) {
                EXPECT_NEAR(end.pose.position.x, start.position.x + 10.0f, 1e-3f) << angle;
                EXPECT_NEAR(end.pose.position.y - start.position.y, 10.0 * std::tan(angle), 2e-3) << angle;
                const PlanarMoved still = walk(scene, shape, end.pose, kPlanarFall, 200);
                EXPECT_LT(glm::distance(still.pose.position, end.pose.position), 1e-4f);
            } else {
                EXPECT_LT(end.pose.position.y, 1.0f + 2.0f * kPlanarSkin) << angle;
            }
        }
        for (const float height : {0.1f, 0.29f, 0.32f, 1.0f}) {
            PlanarMoverScene scene;
            scene.addBox({1, 0}, {9, height});
            const PlanarMoved end = walk(scene, shape, {{0, 1.01f}}, glm::vec2(0.1f, 0.0f) + kPlanarFall, 40);
            EXPECT_TRUE(end.isStanding());
            EXPECT_NEAR(end.pose.position.y, 1.0f + kPlanarSkin + (height < 0.3f ? height : 0.0f), 1e-3f)
                << height;
        }
    }
}

TEST(PlanarMover, TurnsUntilItMeetsSomething) {
    PlanarMoverScene scene;
    scene.addBox({1.2f, 0}, {2, 9});
    const PlanarBox tank{.halfExtents = {1.5f, 0.5f}};
    const PlanarPose upright{{0.0f, 4.0f}, {0.0f, 1.0f}};
    const PlanarMoveOptions flies{.up = glm::vec2(0.0f)};
    const auto turned = moveAndSlide(scene.world, tank, upright, {.angle = -1.5f}, flies);
    EXPECT_NEAR(planarAngle(glm::dvec2(turned.pose.rotation)), 1.5707963 - 1.5, 2e-3)
        << "it moves away from the wall, to which there is room";
    EXPECT_LT(turned.pose.position.x, -0.2f);
    scene.addBox({-2, 0}, {-1.2f, 9});
    const auto stuck = moveAndSlide(scene.world, tank, upright, {.angle = -1.5f}, flies);
    EXPECT_LT(stuck.leftTurn, -0.3f);
    EXPECT_GT(scene.gap(tank, stuck.pose), 0.0f);
}

TEST(PlanarMover, NothingFarAwayInItsLineHoldsIt) {
    for (const PlanarShape& obstacle : {PlanarShape(PlanarCapsule{{-1, 0}, {1, 0}, 0.5f}),
                                        PlanarShape(PlanarSegment{{-1, 0}, {1, 0}}), PlanarShape(Circle{})}) {
        for (const PlanarShape& shape :
             {PlanarShape(PlanarCapsule{{-1, 0}, {1, 0}, 0.5f}), PlanarShape(Circle{})}) {
            for (const float turn : {1.0f, -1.0f}) {  // of the obstacle
                PlanarWorld world;
                EXPECT_TRUE(world.add(
                    {.shape = obstacle, .pose = {{500.0f, 0.0f}, {turn, 0.0f}}, .kind = ObjectKind::Static}));
                const PlanarMoved moved =
                    moveAndSlide(world, shape, PlanarPose{}, PlanarMotion{.translation = {0.02f, 0.0f}});
                EXPECT_EQ(moved.pose.position, glm::vec2(0.02f, 0.0f))
                    << obstacle.index() << ' ' << shape.index();
                const auto touches = [&](float reach) {
                    return sweep(world, shape, PlanarPose{}, glm::vec2(reach, 0.0f)).has_value();
                };
                EXPECT_TRUE(touches(500.0f));
                EXPECT_FALSE(touches(490.0f));
                EXPECT_GT(closest(world, shape, PlanarPose{})->distance.separation, 490.0f);
            }
        }
    }
}

TEST(PlanarMover, NeverOverlapsInRandomArenas) {
    int stands = 0, stops = 0, steps = 0;
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        PlanarMoverScene scene;
        for (int i = 0; i < 25; ++i) {
            const PlanarShape shape = randomPlanarShape(
                random, i % 5 == 0 ? PlanarKind::Compound : PlanarKind(random.below(5)), 1.0);
            PlanarPose pose = randomPlanarPose<float>(random, 10.0);
            pose.position.y = float(random.uniform(-0.5, 4.0));
            scene.add(shape, pose);
        }
        const PlanarShape& shape = kPlanarWalkers[seed % 2];
        const auto start = freed(scene.world, shape, PlanarPose{{0.0f, 6.0f}}, {.gap = kPlanarSkin});
        ASSERT_TRUE(start);
        PlanarPose pose = *start;
        for (int step = 0; step < 60; ++step) {
            const glm::vec2 way{float(random.uniform(-0.5, 0.5)), float(random.uniform(-0.4, 0.2))};
            const PlanarMoved moved = moveAndSlide(
                scene.world, shape, pose,
                {.translation = way, .angle = float(random.chance(0.1) ? random.uniform(-0.5, 0.5) : 0.0)});
            pose = moved.pose;
            ASSERT_GT(scene.gap(shape, pose), 0.0f) << seed << " " << step;
            stands += moved.isStanding() ? 1 : 0;
            stops += moved.stops().empty() ? 0 : 1;
            ++steps;
        }
    }
    EXPECT_GT(stands, steps / 20);
    EXPECT_GT(stops, steps / 20);
}

TEST(PlanarMover, BrokenInputMovesNothing) {
#if !SAT3D_ENABLE_ASSERTS
    const PlanarMoverScene scene;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const PlanarMoved moved = moveAndSlide(scene.world, Circle{}, PlanarPose{{0, 2}}, {.angle = nan});
    EXPECT_EQ(moved.pose.position, glm::vec2(0.0f, 2.0f));
    EXPECT_FALSE(freed(scene.world, Circle{}, PlanarPose{{nan, 0}}));
#endif
}

bool isFree(const PlanarWorld& world, const PlanarShape& shape, const PlanarPose& pose) {
    std::array<ObjectId, 1> room;
    return overlapping(world, shape, pose, room).empty();
}

TEST(PlanarFreed, FindsFreePlacesInAConcavePolygon) {
    // A box deep in a cup: the push out of one piece may lead into the next.
    const std::vector<glm::dvec2> cup{{0, 0}, {4, 0}, {4, 4}, {3, 4}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
    PlanarWorld world;
    const PlanarShape shape = compoundOfPolygon(cup).value();
    (void)world.add({.shape = shape, .kind = ObjectKind::Static});
    const PlanarShape box = PlanarBox{.halfExtents = {0.3f, 0.2f}};
    Random random(71);
    int moved = 0, leftByOnePush = 0, blocked = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const PlanarPose pose{{float(random.uniform(-0.5, 4.5)), float(random.uniform(-0.5, 4.5))},
                              randomPlanarRotation(random)};
        const auto place = freed(world, box, pose);
        if (!place) {
            ++blocked;
            continue;
        }
        ASSERT_TRUE(isFree(world, box, *place));
        const auto push = penetration(box, pose, shape, PlanarPose{});
        ASSERT_EQ(push.has_value(), place->position != pose.position);
        moved += push ? 1 : 0;
        leftByOnePush +=
            push && !isFree(world, box, {pose.position + 1.001f * push->pushA(), pose.rotation}) ? 1 : 0;
    }
    EXPECT_GT(moved, 1500);
    EXPECT_GT(leftByOnePush, 100);
    EXPECT_LT(blocked, 90) << "between two pieces that push it back and forth";
}

TEST(PlanarFreed, LeavesAWedgeOnTheShortestWay) {
    PlanarWorld world;
    for (const float side : {-1.0f, 1.0f}) {  // a wedge of 60 degrees that opens upward
        (void)world.add({.shape = HalfPlane{{side * 0.8660254f, 0.5f}, 0.0f}, .kind = ObjectKind::Static});
    }
    const auto place = freed(world, Circle{.radius = 0.5f}, {{0.1f, 0.2f}});
    ASSERT_TRUE(place);
    EXPECT_NEAR(place->position.x, 0.0f, 1e-5f);
    EXPECT_NEAR(place->position.y, 2.0f * (0.5f + FreedOptions{}.gap), 1e-5f);
}

TEST(PlanarPushApart, SharesAddUpAndStaticObjectsTakeNone) {
    const PlanarPenetration push{.normal = {0.6f, 0.8f}, .depth = 0.75f, .features = {}, .children = {}};
    const PlanarPushShares shares = shared(push, 1.0f / 38.0f, 1.0f / 23.0f);
    EXPECT_LT(glm::length(shares.translationB - shares.translationA - push.pushB()), 1e-6f);
    EXPECT_LT(glm::length(shares.translationA * 38.0f + shares.translationB * 23.0f), 1e-5f);
    EXPECT_EQ(shared(push, 1.0f, 1.0f).translationA, push.pushA() * 0.5f);
    EXPECT_EQ(shared(push, 1.0f, 0.0f).translationA, push.pushA());
    EXPECT_EQ(shared(push, 1.0f, 0.0f).translationB, glm::vec2(0.0f));
    EXPECT_EQ(shared(push, 0.0f, 0.0f).translationB, glm::vec2(0.0f));
}

TEST(PlanarPushApart, ARowStandsOffTheWall) {
    PlanarWorld world;
    const ObjectId wall = *world.add({.shape = HalfPlane{{1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
    std::vector<ObjectId> crates;
    for (int i = 0; i < 5; ++i) {
        crates.push_back(*world.add({.shape = PlanarBox{}, .pose = {{0.3f + 0.8f * float(i), 0.0f}}}));
    }
    const PushedApart done = pushApart(world, [&](ObjectId id) { return id == crates[4] ? 0.01f : 1.0f; });
    EXPECT_TRUE(done);
    EXPECT_LE(done.rounds, 3u);
    for (std::size_t i = 0; i < crates.size(); ++i) {
        EXPECT_NEAR(world.find(crates[i])->pose.position.x, 0.5f + float(i) + 1e-3f * float(i + 1), 1e-4f);
    }
    EXPECT_EQ(world.find(wall)->pose.position, glm::vec2(0.0f));
}

TEST(PlanarPushApart, ACrowdEndsWithoutOverlap) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        PlanarWorld world;
        for (const glm::vec2 inward : {glm::vec2(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
            (void)world.add({.shape = HalfPlane{inward, -8.0f}, .kind = ObjectKind::Static});
        }
        for (int i = 0; i < 60; ++i) {
            const PlanarKind kind = std::array{PlanarKind::Circle, PlanarKind::Box, PlanarKind::Polygon,
                                               PlanarKind::Capsule}[random.below(4)];
            (void)world.add({.shape = randomPlanarShape(random, kind, 0.6),
                             .pose = randomPlanarPose<float>(random, 6.0)});
        }
        ASSERT_GT(world.update().begun.size(), 10u);
        EXPECT_TRUE(pushApart(world)) << seed;
        const auto events = world.update();
        EXPECT_EQ(events.begun.size() + events.stayed.size(), 0u) << seed;
    }
}

TEST(Interpolated, GoesTheShorterWayInThePlane) {
    const PlanarPose a{{1.0f, 2.0f}, glm::vec2(planarRotation(3.0))},
        b{{3.0f, 2.0f}, glm::vec2(planarRotation(-3.0))};
    EXPECT_EQ(interpolated(a, b, 0.0f).position, a.position);
    const PlanarPose middle = interpolated(a, b, 0.5f);
    EXPECT_EQ(middle.position, glm::vec2(2.0f, 2.0f));
    EXPECT_LT(glm::distance(middle.rotation, glm::vec2(-1.0f, 0.0f)), 1e-6f);
    const DPlanarPose quarter =
        interpolated(DPlanarPose{}, DPlanarPose{{0.0, 4.0}, planarRotation(0.2)}, 0.25f);
    EXPECT_EQ(quarter.position.y, 1.0);
    EXPECT_NEAR(planarAngle(quarter.rotation), 0.05, 1e-3);
    EXPECT_NEAR(glm::length(quarter.rotation), 1.0, 1e-15);
}

}  // namespace
