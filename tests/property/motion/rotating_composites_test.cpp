// Sweeps of rotating shapes with many children: compared with the single children, and with distances during
// the motion.

#include "support/children_in_world.hpp"
#include "support/expect_consistent.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::ChildInWorld;
using test::forEachTrial;
using test::Random;
using test::SweepTally;

RigidMotion randomMotion(Random& random, double way, double turn) {
    const glm::vec3 translation(random.inBox(way));
    const double angle = random.uniform(0.0, turn);
    const glm::vec3 rotation(random.direction() * angle);
    return {translation, rotation, glm::vec3(random.inBox(2.0))};
}

template <class A, class B>
void expectSeparatedUntilTheHit(const A& a, const Pose& poseA, const RigidMotion& motionA, const B& b,
                                const Pose& poseB, const RigidMotion& motionB, const Sweep& answer) {
    constexpr int kSamples = 60;
    constexpr float kSlack = 5e-4f;  // the tolerance of children of a few meters
    const auto separationAt = [&](double fraction) {
        return distance(a, poseAtFraction(poseA, motionA, fraction), b,
                        poseAtFraction(poseB, motionB, fraction))
            .separation;
    };
    const bool isHit = answer.status == Sweep::Status::Hit;
    EXPECT_NE(answer.status, SweepStatus::NotConverged);
    for (int i = 0; i <= kSamples; ++i) {
        ASSERT_GT(separationAt(double(answer.fraction) * i / kSamples), -kSlack);
    }
    if (isHit) {
        EXPECT_LT(separationAt(double(answer.fraction)), kSlack);
    }
}

/// @param motionB of a surface, whose children share its frame
template <class S>
void expectFirstOfChildren(Random& random, const S& b, const Pose& poseB, const RigidMotion& motionB,
                           SweepTally& tally) {
    const ConvexShape a = test::randomConvex(random, random.below(test::kConvexTypes));
    const Pose poseA{bounds(b, poseB).center() + glm::vec3(random.inBox(4.0)), glm::quat(random.rotation())};
    RigidMotion motionA = randomMotion(random, 2.0, 4.0);
    motionA.translation += (bounds(b, poseB).center() - poseA.position) * float(random.uniform(0.0, 1.5));
    const Sweep whole = sweep(a, poseA, b, poseB, motionA, motionB);
    test::expectFlipped(sweep(b, poseB, a, poseA, motionB, motionA), whole);
    if (test::expectInitialOverlap(whole, a, poseA, b, poseB)) {
        ++tally.overlapping;
        return;
    }
    float first = 1.0f;
    for (const ChildInWorld& piece : test::childrenOf(b, poseB)) {
        first = std::min(first, sweep(a, poseA, piece.shape, piece.pose, motionA, motionB).fraction);
    }
    EXPECT_NEAR(whole.fraction, first, 2e-6f);
    if (b.sides() == Sides::Both) {
        expectSeparatedUntilTheHit(a, poseA, motionA, b, poseB, motionB, whole);
    }
    ++(whole ? tally.hits : tally.misses);
}

TEST(RotatingComposites, SurfacesAreHitAtTheirFirstTriangle) {
    SweepTally tally;
    forEachTrial(831, 120, [&](Random& random, int trial) {
        const Sides sides = trial % 3 == 0 ? Sides::Front : Sides::Both;
        const Pose pose = test::randomPose(random, 5.0);
        const RigidMotion motion = trial % 2 == 0 ? RigidMotion{} : randomMotion(random, 2.0, 1.0);
        if (trial % 4 < 2) {
            expectFirstOfChildren(random, test::randomSoup(random, 12, sides), pose, motion, tally);
        } else {
            expectFirstOfChildren(random, test::randomField(random, sides), pose, motion, tally);
        }
    });
    tally.expectMore(30, 10, 5);
}

TEST(RotatingComposites, CompoundsAreSeparatedUntilTheHit) {
    SweepTally tally;
    forEachTrial(832, 80, [&](Random& random, int trial) {
        const Compound a = test::randomCompound(random, 1 + random.below(5));
        const std::array<Shape, 4> others{
            test::randomCompound(random, 1 + random.below(9)), test::randomSoup(random, 12),
            test::randomField(random, Sides::Both), HalfSpace{{0, 0, 1}, -1.0f}};
        const Shape& b = others[std::size_t(trial) % others.size()];
        const Pose poseB = test::randomPose(random, 3.0);
        const Pose poseA{
            poseB.position + poseB.rotation * (glm::vec3(0, 0, 3) + glm::vec3(random.inBox(3.0))),
            glm::quat(random.rotation())};
        RigidMotion motionA = randomMotion(random, 1.0, 3.0);
        const RigidMotion motionB = randomMotion(random, 2.0, 0.5);
        motionA.translation += (poseB.position - poseA.position) * float(random.uniform(0.0, 1.5));
        const Sweep answer = sweep(a, poseA, b, poseB, motionA, motionB);
        test::expectFlipped(sweep(b, poseB, a, poseA, motionB, motionA), answer);
        if (test::expectInitialOverlap(answer, a, poseA, b, poseB)) {
            ++tally.overlapping;
            return;
        }
        expectSeparatedUntilTheHit(a, poseA, motionA, b, poseB, motionB, answer);
        ++(answer ? tally.hits : tally.misses);
    });
    tally.expectMore(30, 10, 5);
}

/// The children of a compound at a fraction of their own motions, as a compound in world frame.
Compound compoundAt(const Compound& compound, const Pose& pose, std::span<const RigidMotion> motions,
                    double fraction) {
    std::vector<CompoundChild> children;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        const CompoundChild& child = compound.children()[i];
        children.push_back({child.shape, poseAtFraction(pose * child.pose, motions[i], fraction)});
    }
    return test::compoundOf(std::move(children));
}

TEST(RotatingComposites, ChildrenWithMotionsOfTheirOwnAreSeparatedUntilTheHit) {
    SweepTally tally;
    std::array<int, 8> hitsByShape{};
    forEachTrial(833, 320, [&](Random& random, int trial) {
        const Compound a = test::randomCompound(random, 1 + random.below(5));
        const std::array<Shape, 8> others{
            Sphere{{0, 0, 0}, 0.5f},         Capsule{{0, 0, 0}, {1, 0, 0}, 0.5f},
            Box{{0, 0, 0}, {1, 0.4f, 0.7f}}, test::hullOf(test::tankCloud(random)),
            HalfSpace{{0, 0, 1}, -1.0f},     test::randomCompound(random, 1 + random.below(5)),
            test::randomSoup(random, 12),    test::randomField(random, Sides::Both)};
        const Shape& b = others[std::size_t(trial) % others.size()];
        const Pose poseB = test::randomPose(random, 3.0);
        const Pose poseA{
            poseB.position + poseB.rotation * (glm::vec3(0, 0, 4) + glm::vec3(random.inBox(3.0))),
            glm::quat(random.rotation())};
        std::vector<RigidMotion> motions;
        const glm::vec3 toward = (poseB.position - poseA.position) * float(random.uniform(0.0, 1.5));
        for (std::size_t i = 0; i < a.children().size(); ++i) {
            motions.push_back(randomMotion(random, 1.0, 3.0));
            motions.back().translation += random.chance(0.5) ? toward : glm::vec3(0.0f);
        }
        const RigidMotion motionB = randomMotion(random, 2.0, 0.5);
        const Sweep answer = sweep(a, poseA, b, poseB, motions, motionB);
        if (test::expectInitialOverlap(answer, a, poseA, b, poseB)) {
            ++tally.overlapping;
            return;
        }
        ASSERT_NE(answer.status, SweepStatus::NotConverged);
        constexpr int kSamples = 60;
        constexpr float kSlack = 5e-4f;
        const auto separationAt = [&](double fraction) {
            return distance(compoundAt(a, poseA, motions, fraction), Pose{}, b,
                            poseAtFraction(poseB, motionB, fraction));
        };
        for (int i = 0; i <= kSamples; ++i) {
            ASSERT_GT(separationAt(double(answer.fraction) * i / kSamples).separation, -kSlack);
        }
        if (answer) {
            const Distance touching = separationAt(double(answer.fraction));
            EXPECT_LT(touching.separation, kSlack);
            ++hitsByShape[std::size_t(trial) % others.size()];
            // The child that hits is at its place: its own sweep says the same.
            const CompoundChild& child = a.children()[answer.children.a];
            const Sweep alone =
                sweep(child.shape, poseA * child.pose, b, poseB, motions[answer.children.a], motionB);
            EXPECT_NEAR(alone.fraction, answer.fraction, 2e-4f);
            EXPECT_EQ(alone.faceA, answer.faceA);
            EXPECT_EQ(alone.children.b, answer.children.b);
        }
        ++(answer ? tally.hits : tally.misses);
    });
    tally.expectMore(80, 40, 10);
    for (const int hits : hitsByShape) {
        EXPECT_GT(hits, 5);
    }
}

TEST(RotatingComposites, ChildrenWithTheMotionOfTheWholeMoveAsTheWhole) {
    SweepTally tally;
    forEachTrial(834, 100, [&](Random& random, int) {
        const Compound a = test::randomCompound(random, 4), b = test::randomCompound(random, 3);
        const Pose poseA = test::randomPose(random, 4.0), poseB = test::randomPose(random, 4.0);
        RigidMotion motion = randomMotion(random, 1.0, 2.0);
        motion.translation += (poseB.position - poseA.position) * 1.2f;
        std::vector<RigidMotion> motions;
        for (const CompoundChild& child : a.children()) {
            motions.push_back(motion);
            motions.back().localCenter = child.pose.inverse() * motion.localCenter;
        }
        const Sweep whole = sweep(a, poseA, b, poseB, motion, RigidMotion{}),
                    parts = sweep(a, poseA, b, poseB, motions);
        ASSERT_EQ(parts.status, whole.status);
        EXPECT_NEAR(parts.fraction, whole.fraction, 2e-4f);
        ++(!whole ? tally.misses : whole.status == SweepStatus::Hit ? tally.hits : tally.overlapping);
    });
    tally.expectMore(30, 5, 5);
}

/// The tank drives forward and turns left; its turret turns right against it, with the barrel toward a wall.
TEST(RotatingComposites, ATurretTurnsWhileItsTankTurns) {
    const Compound tank = test::compoundOf(
        {{Box{.halfExtents = {2.0f, 1.0f, 0.4f}}, {}},
         {Capsule{.start = {0, 0, 0}, .end = {4.0f, 0, 0}, .radius = 0.1f}, {{1.0f, 0, 0}}}});
    const Box wall{{0, -4.0f, 0}, {20.0f, 0.2f, 2.0f}};
    const Pose before, after{{0.5f, 0.0f, 0.0f}, glm::angleAxis(0.2f, glm::vec3(0, 0, 1))};
    const Pose turretBefore{{1.0f, 0, 0}},
        turretAfter{{1.0f, 0, 0}, glm::angleAxis(-1.7f, glm::vec3(0, 0, 1))};
    const std::array motions{motionBetween(before, after),
                             motionBetween(before * turretBefore, after * turretAfter)};
    EXPECT_NEAR(motions[1].rotationVector.z, -1.5f, 1e-6f);
    const Sweep stopped = sweep(tank, before, wall, Pose{}, motions);
    ASSERT_EQ(stopped.status, SweepStatus::Hit);
    EXPECT_EQ(stopped.children.a, 1u);
    const double fraction = double(stopped.fraction);
    // The pivot rises by sin 0.2 in all; the muzzle is 4 m from it and touches at y = -3.8.
    EXPECT_NEAR(std::sin(0.2) * fraction - 4.0 * std::sin(1.5 * fraction) - 0.1, -3.8, 1e-3);
    EXPECT_FALSE(sweep(tank, before, wall, Pose{}, motions[0], RigidMotion{})) << "the tank alone is clear";
}

/// A turret rotates its barrel into a wall of a level. Values computed by hand from a sketch.
TEST(RotatingComposites, ABarrelRotatesIntoAWallOfTriangles) {
    const TriangleMesh walls = test::meshOf(test::boxTriangles({6.0f, 0.2f, 2.0f}));
    const Compound tank = test::compoundOf(
        {{Box{.halfExtents = {1.0f, 1.0f, 0.4f}}, {}},
         {Capsule{.start = {0, 0, 0}, .end = {4.0f, 0, 0}, .radius = 0.1f}, {{1.0f, 0, 0}}}});
    const Pose wall{{0.0f, 4.0f, 0.0f}};
    const RigidMotion turning{.rotationVector = {0.0f, 0.0f, 1.5f}};
    const Sweep stopped = sweep(tank, Pose{}, walls, wall, turning, RigidMotion{});
    ASSERT_TRUE(stopped);
    EXPECT_NEAR(1.5 * double(stopped.fraction), std::asin((4.0 - 0.2 - 0.1) / 5.0), 2e-4);
    EXPECT_EQ(stopped.children.a, 1u);
    EXPECT_NEAR(stopped.normal.y, 1.0f, 1e-3f);
}

}  // namespace
