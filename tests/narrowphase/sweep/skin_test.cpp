#include "support/hulls.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

HeightField hills(Random& random) {
    std::vector<float> heights;
    for (int i = 0; i < 33 * 33; ++i) {
        heights.push_back(float(std::sin(0.5 * (i % 33)) + random.uniform(-0.1, 0.1)));
    }
    return test::fieldOf(heights, 33, {1.0f, 1.0f});
}

struct Counts {
    int sweeps = 0, hits = 0, misses = 0, startedOverlapping = 0, full = 0;
};

/// A crate that is pushed forward and down and slides along what it hits, as in every game.
Counts slide(std::uint32_t seed, float away, float skin, bool turns) {
    Random random(seed);
    Counts counts;
    for (int trial = 0; trial < 12; ++trial) {
        const HeightField field = hills(random);
        const glm::vec3 origin = away * glm::vec3(0.6f, 0.8f, 0.1f);
        const Pose ground{origin};
        const Box crate{.halfExtents = {0.5f, 0.4f, 0.3f}};
        Pose pose{origin + glm::vec3(16, 16, 3.5f), glm::quat(random.rotation())};
        glm::vec3 forward{float(random.uniform(-0.1, 0.1)), float(random.uniform(-0.1, 0.1)), -0.05f};
        for (int step = 0; step < 100; ++step) {
            glm::vec3 way = forward;
            for (int round = 0; round < 3; ++round) {
                const glm::vec3 turn = turns && round == 0 ? glm::vec3(random.inBox(0.02)) : glm::vec3(0.0f);
                const RigidMotion motion{way, turn, {}};
                const Sweep hit =
                    turns ? sweep(crate, pose, field, ground, motion, RigidMotion{}, {.skin = skin})
                          : sweep(crate, pose, field, ground, way, {.skin = skin});
                ++counts.sweeps;
                if (hit.status == SweepStatus::InitialOverlap) {
                    ++counts.startedOverlapping;
                    pose.position += glm::vec3(0, 0, 0.01f);
                    continue;
                }
                (hit ? counts.hits : counts.misses) += 1;
                counts.full += hit.fraction == 1.0f ? 1 : 0;
                if (turns) {
                    pose = poseAtFraction(pose, motion, hit.fraction);
                } else {
                    pose.position += way * hit.fraction;
                }
                if (!hit) {
                    break;
                }
                way *= 1.0f - hit.fraction;
                way -= hit.normal * std::max(glm::dot(way, hit.normal), 0.0f);
            }
        }
    }
    return counts;
}

TEST(Skin, NoSweepStartsWithAnOverlapAtAnyDistanceFromTheOrigin) {
    for (const float away : {0.0f, 10.0f, 100.0f, 1000.0f}) {
        for (const bool turns : {false, true}) {
            const Counts with = slide(661, away, 0.002f, turns), without = slide(661, away, 0.0f, turns);
            std::printf("%4.0f m%s: %d sweeps, %d hits; started overlapping: %d, without a skin %d of %d\n",
                        double(away), turns ? ", turning" : "", with.sweeps, with.hits,
                        with.startedOverlapping, without.startedOverlapping, without.sweeps);
            EXPECT_EQ(with.startedOverlapping, 0) << away;
            EXPECT_GT(with.hits, 200);
            EXPECT_GT(with.misses, 200);
            if (away >= 100.0f && !turns) {
                EXPECT_GT(without.startedOverlapping, 100) << "the test would notice";
            }
        }
    }
}

TEST(Skin, IsTheGapAlongTheNormal) {
    const Box crate{.halfExtents = glm::vec3(0.5f)}, wall{.halfExtents = {0.5f, 5, 5}};
    const auto fraction = [&](const glm::vec3& way, float from, float skin) {
        return sweep(crate, Pose{{from, 0, 0}}, wall, Pose{}, way, {.skin = skin});
    };
    EXPECT_NEAR(fraction({10, 0, 0}, -6, 0.0f).fraction, 0.5f, 1e-6f);
    EXPECT_NEAR(fraction({10, 0, 0}, -6, 0.1f).fraction, 0.49f, 1e-6f);
    EXPECT_NEAR(fraction({10, 3, 0}, -6, 0.1f).fraction, 0.49f, 1e-6f) << "along the normal, not the way";
    const Sweep late = fraction({4.95f, 0, 0}, -6, 0.1f);
    EXPECT_EQ(late.status, SweepStatus::Hit) << "it ends within the skin";
    EXPECT_NEAR(late.fraction * 4.95f, 4.9f, 1e-5f);
    EXPECT_EQ(late.normal, glm::vec3(1, 0, 0));
    EXPECT_EQ(fraction({4.8f, 0, 0}, -6, 0.1f).status, SweepStatus::Miss);
    // Started closer: no approach, but free to slide and to part.
    EXPECT_EQ(fraction({1, 0, 0}, -1.05f, 0.1f).fraction, 0.0f);
    EXPECT_EQ(fraction({0, 1, 0}, -1.05f, 0.1f).status, SweepStatus::Miss);
    EXPECT_EQ(fraction({-1, 0, 0}, -1.05f, 0.1f).status, SweepStatus::Miss);
    EXPECT_EQ(fraction({1, 0, 0}, -0.9f, 0.1f).status, SweepStatus::InitialOverlap);
}

/// A plane through a glancing hit is nearly parallel to the motion, so that a skin along its normal leads far
/// back.
TEST(Skin, EndsAtTheSkinAlsoAfterAGlancingHit) {
    Random random(683);
    int glancing = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const float skin = 0.01f, radius = 0.3f;
        const Capsule walker{{0, -0.7f, 0}, {0, 0.7f, 0}, radius};
        const Box stair{.halfExtents = {0.25f, 0.125f, 2.0f}};
        const float overlap = float(random.uniform(0.0, 1.0) * random.uniform(0.0, 1.0)) * radius;
        const Pose start{{-0.25f - radius + overlap, 2.0f, 0.0f}};
        const glm::vec3 way(0.0f, -2.0f, 0.0f);
        const Sweep hit = sweep(walker, start, stair, Pose{}, way, {.skin = skin});
        ASSERT_TRUE(hit) << overlap;
        const Pose end{start.position + way * hit.fraction};
        const float gap = distance(walker, end, stair, Pose{}).separation;
        EXPECT_GE(gap, 0.9f * skin) << overlap;
        EXPECT_LE(gap, 1.07f * skin) << overlap;
        const Sphere place{hit.point, 0.0f};
        EXPECT_LE(std::abs(distance(place, Pose{}, walker, end).separation), 1.07f * skin) << overlap;
        EXPECT_LE(std::abs(distance(place, Pose{}, stair, Pose{}).separation), 1.07f * skin) << overlap;
        glancing += std::abs(hit.normal.y) < 0.3f ? 1 : 0;
    }
    EXPECT_GT(glancing, 20);
}

/// A capsule that comes within the skin of a drum's edge, and would not touch it.
TEST(Skin, HasItsPointWhereAGlancingSweepEnds) {
    std::vector<glm::vec3> corners;
    for (int i = 0; i < 16; ++i) {
        const double angle = 0.39269908169872414 * i;
        for (const float y : {-1.25f, 1.25f}) {
            corners.emplace_back(float(1.25 * std::sin(angle)), y, float(1.25 * std::cos(angle)));
        }
    }
    const ConvexHull drum = test::hullOf(corners);
    const Capsule capsule{{0, 0, 0}, {0, 0, -0.25f}, 0.25f};
    const Pose start{{-0.75f, 1.25f, 1.0f},
                     glm::quat(-0.0487844124f, 0.138523847f, 0.514683545f, 0.844708264f)},
        ofDrum{{1.25f, -0.470757633f, 0.0f}};
    const glm::vec3 way(0.0f, 0.8f, 0.0f), wayOfDrum(-0.8f, 0.8f, 0.7f);
    const float skin = 0.01f;
    ASSERT_EQ(sweep(capsule, start, drum, ofDrum, {way}, {wayOfDrum}).status, SweepStatus::Miss);
    const Sweep hit = sweep(capsule, start, drum, ofDrum, {way}, {wayOfDrum}, {.skin = skin});
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    const Pose end{start.position + hit.fraction * way, start.rotation},
        endOfDrum{ofDrum.position + hit.fraction * wayOfDrum};
    EXPECT_NEAR(distance(capsule, end, drum, endOfDrum).separation, skin, 0.01f * skin);
    const Sphere place{hit.point, 0.0f};
    EXPECT_NEAR(distance(place, Pose{}, capsule, end).separation, 0.5f * skin, 0.01f * skin);
    EXPECT_NEAR(distance(place, Pose{}, drum, endOfDrum).separation, 0.5f * skin, 0.01f * skin);
}

/// Balls that graze a post, with other posts ahead of it and beside the way back to the skin.
TEST(Skin, HasItsPointBetweenBothIfOtherPostsAreNear) {
    const float skin = 0.01f;
    int glancing = 0;
    test::forEachTrial(17, 4000, [&](Random& random, int) {
        const auto postAt = [&](double along, double aside) {
            const double side = random.chance(0.5) ? aside : -aside;
            return CompoundChild{Sphere{{}, 0.5f}, test::at(float(along), float(side), 0.0f), 0, 0};
        };
        const double overlap = std::pow(10.0, random.uniform(-5.0, -2.0));
        const Compound posts = test::compoundOf(
            {postAt(3.0, 1.0 - overlap), postAt(random.uniform(0.5, 5.0), random.uniform(1.02, 1.6)),
             postAt(random.uniform(0.5, 5.0), random.uniform(1.02, 1.6))});
        const Sphere ball{{}, 0.5f};
        const glm::vec3 way(8.0f, 0.0f, 0.0f);
        const Sweep touch = sweep(ball, Pose{}, posts, Pose{}, {way}, {});
        const Sweep hit = sweep(ball, Pose{}, posts, Pose{}, {way}, {}, {.skin = skin});
        ASSERT_EQ(hit.status, SweepStatus::Hit);
        const Pose end{hit.fraction * way};
        EXPECT_NEAR(distance(ball, end, posts, Pose{}).separation, skin, 0.1f * skin);
        const Sphere place{hit.point, 0.0f};
        EXPECT_NEAR(distance(place, Pose{}, ball, end).separation, 0.5f * skin, 0.1f * skin);
        EXPECT_NEAR(distance(place, Pose{}, posts, Pose{}).separation, 0.5f * skin, 0.1f * skin);
        glancing += touch && touch.fraction > hit.fraction + 0.01f ? 1 : 0;
    });
    EXPECT_GT(glancing, 1000);
}

/// Boxes on a lattice, so that many paths graze a face or an edge far from where they end.
TEST(Skin, HasItsPointWhereSweepsOfALatticeEnd) {
    Random random(684);
    int hits = 0;
    const Box body{.halfExtents = {0.5f, 0.5f, 0.5f}}, wall{.halfExtents = {1.0f, 0.5f, 0.25f}};
    for (int trial = 0; trial < 20000; ++trial) {
        const auto point = [&] {
            const auto quarters = [&] { return 0.25f * (static_cast<float>(random.below(17)) - 8.0f); };
            const float x = quarters(), y = quarters();
            return glm::vec3(x, y, quarters());
        };
        const Pose start{point()}, ofWall{point()};
        const glm::vec3 way = point();
        const float skin = 0.01f;
        const Sweep hit = sweep(body, start, wall, ofWall, way, {.skin = skin});
        if (hit.status != SweepStatus::Hit) {
            continue;
        }
        const Pose end{start.position + hit.fraction * way};
        const Sphere place{hit.point, 0.0f};
        EXPECT_LT(std::abs(distance(place, Pose{}, body, end).separation), 0.6f * skin) << trial;
        EXPECT_LT(std::abs(distance(place, Pose{}, wall, ofWall).separation), 0.6f * skin) << trial;
        ++hits;
    }
    EXPECT_GT(hits, 1000);
}

/// What a body slides along is as close as the wall that ends its motion, and is not what it meets.
TEST(Skin, MeetsTheWallAndNotTheFloorBesideIt) {
    const Compound room = *Compound::fromChildren({{Box{.halfExtents = {4.0f, 4.0f, 1.0f}}, {{0, 0, -1}}},
                                                   {Box{.halfExtents = {1.0f, 4.0f, 4.0f}}, {{4, 0, 0}}}});
    const Box body{.halfExtents = {0.5f, 0.5f, 0.5f}};
    for (const float height : {0.5095f, 0.51f, 0.5105f}) {
        const Sweep hit =
            sweep(body, Pose{{0, 0, height}}, room, Pose{}, glm::vec3(8, 0, 0), {.skin = 0.01f});
        EXPECT_EQ(hit.status, SweepStatus::Hit);
        EXPECT_NEAR(hit.fraction, 2.49f / 8.0f, 1e-5f) << height;
        EXPECT_EQ(hit.normal, glm::vec3(1, 0, 0)) << height;
    }
}

/// A sphere that glides up to a wall over a floor, however flat its path is and however close the floor. The
/// point of the touch without the skin is up to meters ahead.
TEST(Skin, HasItsPointOnTheWallAndNotWhereItWouldTouch) {
    const TriangleMesh mesh =
        test::meshOf({{{-20, 0, -20}, {-20, 0, 20}, {2, 0, 20}, {2, 0, -20}, {2, 20, 20}, {2, 20, -20}},
                      {0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5}});
    const Compound boxes = *Compound::fromChildren(
        {{Box{.halfExtents = {20, 1, 20}}, {{0, -1, 0}}}, {Box{.halfExtents = {1, 20, 20}}, {{3, 0, 0}}}});
    const Sphere ball{{}, 0.5f};
    Random random(685);
    for (int trial = 0; trial < 2000; ++trial) {
        const float skin = random.chance(0.5) ? 0.01f : 0.05f;
        const float height = float(random.uniform(0.5, 1.5)) * skin,
                    gap = float(random.uniform(0.6, 2.0)) * skin;
        const Pose start{{1.5f - gap, 0.5f + height, 1.0f}};
        const glm::vec3 way(4.0f * skin, 0.0f, random.chance(0.5) ? -float(random.uniform(0.0, 10.0)) : 0.0f);
        for (const ShapeRef room : {ShapeRef(mesh), ShapeRef(boxes)}) {
            const Sweep hit = sweep(ball, start, room, Pose{}, way, {.skin = skin});
            ASSERT_EQ(hit.status, SweepStatus::Hit) << trial;
            EXPECT_EQ(hit.normal, glm::vec3(1, 0, 0)) << trial;
            const glm::vec3 center = start.position + way * hit.fraction;
            EXPECT_NEAR(1.5f - center.x, std::min(gap, skin), 0.01f * skin) << trial;
            const glm::vec3 between(0.5f * (center.x + 0.5f + 2.0f), center.y, center.z);
            EXPECT_LT(glm::distance(hit.point, between), 0.01f * skin) << trial;
        }
    }
}

/// A gun that swings into a wall while its tank drives: the gap holds for the child that hits, and for the
/// other one.
TEST(Skin, IsKeptByChildrenWithMotionsOfTheirOwn) {
    const Box hull{.halfExtents = {2.0f, 1.0f, 0.4f}}, wall{.halfExtents = {20.0f, 0.2f, 2.0f}};
    const Capsule gun{{0, 0, 0}, {4, 0, 0}, 0.1f};
    const glm::vec3 up(0, 0, 1);
    Random random(681);
    int hitsOfGun = 0, hitsOfHull = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const Pose before{glm::vec3(100, 0, 0), glm::angleAxis(float(random.uniform(-0.5, 0.5)), up)};
        const Pose gunOnTank{{1, 0, 0.5f}, glm::angleAxis(float(random.uniform(-0.5, 0.5)), up)};
        const auto tank = Compound::fromChildren({{hull, {}}, {gun, gunOnTank}});
        const Pose atWall{{100, float(random.uniform(-5.0, -2.5)), 0}};
        const Pose after{before.position + glm::vec3(0, -2, 0), before.rotation};
        const Pose gunAfter{gunOnTank.position,
                            gunOnTank.rotation * glm::angleAxis(float(random.uniform(-1.5, 0.2)), up)};
        const std::array motions{motionBetween(before, after),
                                 motionBetween(before * gunOnTank, after * gunAfter)};
        const float skin = 0.01f;
        const Sweep hit = sweep(*tank, before, wall, atWall, motions, {}, {.skin = skin});
        if (hit.status != SweepStatus::Hit) {
            continue;
        }
        (hit.children.a == 1 ? hitsOfGun : hitsOfHull) += 1;
        const auto gapOf = [&](const auto& child, const Pose& pose, const RigidMotion& motion) {
            return distance(child, poseAtFraction(pose, motion, hit.fraction), wall, atWall).separation;
        };
        const float gap =
            std::min(gapOf(hull, before, motions[0]), gapOf(gun, before * gunOnTank, motions[1]));
        EXPECT_GE(gap, 0.9f * skin) << trial;
        EXPECT_LE(gap, 1.5f * skin) << trial;
    }
    EXPECT_GT(hitsOfGun, 20);
    EXPECT_GT(hitsOfHull, 5);
}

TEST(Skin, MirrorsWithThePair) {
    Random random(671);
    int hits = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const ConvexShape a = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes),
                          b = test::randomConvex(random, random.below(test::kConvexTypes));
        const Pose poseA{glm::vec3(random.inBox(4.0)), glm::quat(random.rotation())},
            poseB{glm::vec3(random.inBox(4.0)), glm::quat(random.rotation())};
        const RigidMotion motionA{poseB.position - poseA.position, glm::vec3(random.inBox(0.3)), {}},
            motionB{glm::vec3(random.inBox(0.3)), glm::vec3(random.inBox(0.3)), {}};
        std::visit(
            [&](const auto& first, const auto& second) {
                const Sweep there = sweep(first, poseA, second, poseB, motionA, motionB, {.skin = 0.05f}),
                            back = sweep(second, poseB, first, poseA, motionB, motionA, {.skin = 0.05f});
                EXPECT_EQ(there.status, back.status);
                EXPECT_EQ(there.fraction, back.fraction);
                EXPECT_EQ(there.normal, -back.normal);
                hits += there.status == SweepStatus::Hit ? 1 : 0;
            },
            a, b);
    }
    EXPECT_GT(hits, 100);
}

}  // namespace
