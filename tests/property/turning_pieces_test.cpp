// Sweeps of turning shapes of many pieces: against the pieces one by one, and distances on the way.

#include "support/lone_pieces.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using namespace sat3d;
using test::LonePiece;
using test::Random;

struct Tally {
    int hits = 0, misses = 0, overlapping = 0;
};

RigidMotion randomMotion(Random& random, double way, double turn) {
    return {glm::vec3(random.inBox(way)), glm::vec3(random.direction() * random.uniform(0.0, turn)),
            glm::vec3(random.inBox(2.0))};
}

template <class A, class B>
void expectFreeOnTheWay(const A& a, const Pose& poseA, const RigidMotion& motionA, const B& b,
                        const Pose& poseB, const RigidMotion& motionB, const Sweep& answer) {
    constexpr int kSamples = 60;
    constexpr float kSlack = 5e-4f;  // the tolerance of pieces of a few metres
    const auto separationAt = [&](double fraction) {
        return distance(a, advanced(poseA, motionA, fraction), b, advanced(poseB, motionB, fraction))
            .separation;
    };
    const bool isHit = answer.outcome == Sweep::Outcome::Hit;
    EXPECT_TRUE(answer.converged);
    for (int i = 0; i <= kSamples; ++i) {
        ASSERT_GT(separationAt(double(answer.fraction) * i / kSamples), -kSlack);
    }
    if (isHit) {
        EXPECT_LT(separationAt(double(answer.fraction)), kSlack);
    }
}

template <class A, class B>
void expectMirrored(const A& a, const Pose& poseA, const RigidMotion& motionA, const B& b, const Pose& poseB,
                    const RigidMotion& motionB, const Sweep& answer) {
    const Sweep turned = sweep(b, poseB, a, poseA, motionB, motionA);
    EXPECT_EQ(turned.outcome, answer.outcome);
    EXPECT_EQ(turned.fraction, answer.fraction);
    EXPECT_EQ(turned.normal, -answer.normal);
    EXPECT_EQ(turned.point, answer.point);
    EXPECT_EQ(turned.pieces, (PiecePair{answer.pieces.b, answer.pieces.a}));
}

/// @param motionB  of a surface, whose pieces have its frame
template <class S>
void expectFirstOfPieces(Random& random, const S& b, const Pose& poseB, const RigidMotion& motionB,
                         Tally& tally) {
    const ConvexShape a = test::randomConvex(random, random.below(test::kConvexTypes));
    const Pose poseA{bounds(b, poseB).center() + glm::vec3(random.inBox(4.0)), glm::quat(random.rotation())};
    RigidMotion motionA = randomMotion(random, 2.0, 4.0);
    motionA.way += (bounds(b, poseB).center() - poseA.position) * float(random.uniform(0.0, 1.5));
    const Sweep whole = sweep(a, poseA, b, poseB, motionA, motionB);
    expectMirrored(a, poseA, motionA, b, poseB, motionB, whole);
    ASSERT_EQ(whole.outcome == Sweep::Outcome::StartedOverlapping, overlaps(a, poseA, b, poseB));
    if (whole.outcome == Sweep::Outcome::StartedOverlapping) {
        ++tally.overlapping;
        return;
    }
    float first = 1.0f;
    for (const LonePiece& piece : test::piecesOf(b, poseB)) {
        first = std::min(first, sweep(a, poseA, piece.shape, piece.pose, motionA, motionB).fraction);
    }
    EXPECT_NEAR(whole.fraction, first, 2e-6f);
    if (b.sides() == Sides::Both) {
        expectFreeOnTheWay(a, poseA, motionA, b, poseB, motionB, whole);
    }
    ++(whole ? tally.hits : tally.misses);
}

void report(const char* what, std::uint32_t seed, const Tally& tally) {
    std::printf("%s, seed %u: %d hits, %d misses, %d overlapping\n", what, seed, tally.hits, tally.misses,
                tally.overlapping);
    EXPECT_GT(tally.hits, 30);
    EXPECT_GT(tally.misses, 10);
    EXPECT_GT(tally.overlapping, 5);
}

TEST(TurningPieces, SurfacesAreMetWhereTheirFirstTriangleIs) {
    constexpr std::uint32_t kSeed = 831;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        const Sides sides = trial % 3 == 0 ? Sides::Front : Sides::Both;
        const Pose pose = test::randomPose(random, 5.0);
        const RigidMotion motion = trial % 2 == 0 ? RigidMotion{} : randomMotion(random, 2.0, 1.0);
        if (trial % 4 < 2) {
            expectFirstOfPieces(random, test::randomSoup(random, 12, sides), pose, motion, tally);
        } else {
            expectFirstOfPieces(random, test::randomField(random, sides), pose, motion, tally);
        }
    }
    report("surfaces", kSeed, tally);
}

TEST(TurningPieces, CompoundsAreFreeUpToTheirHit) {
    constexpr std::uint32_t kSeed = 832;
    Random random(kSeed);
    Tally tally;
    for (int trial = 0; trial < 80; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
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
        motionA.way += (poseB.position - poseA.position) * float(random.uniform(0.0, 1.5));
        const Sweep answer = sweep(a, poseA, b, poseB, motionA, motionB);
        expectMirrored(a, poseA, motionA, b, poseB, motionB, answer);
        ASSERT_EQ(answer.outcome == Sweep::Outcome::StartedOverlapping, overlaps(a, poseA, b, poseB));
        if (answer.outcome == Sweep::Outcome::StartedOverlapping) {
            ++tally.overlapping;
            continue;
        }
        expectFreeOnTheWay(a, poseA, motionA, b, poseB, motionB, answer);
        ++(answer ? tally.hits : tally.misses);
    }
    report("compounds", kSeed, tally);
}

/// A turret turns its barrel into a wall of a level: by hand, from the picture.
TEST(TurningPieces, ABarrelTurnsIntoAWallOfTriangles) {
    const TriangleMesh walls = test::meshOf(test::boxTriangles({6.0f, 0.2f, 2.0f}));
    const Compound tank = test::compoundOf(
        {{Box{.halfExtents = {1.0f, 1.0f, 0.4f}}, {}},
         {Capsule{.start = {0, 0, 0}, .end = {4.0f, 0, 0}, .radius = 0.1f}, {{1.0f, 0, 0}}}});
    const Pose wall{{0.0f, 4.0f, 0.0f}};
    const RigidMotion turning{.turn = {0.0f, 0.0f, 1.5f}};
    const Sweep stopped = sweep(tank, Pose{}, walls, wall, turning, RigidMotion{});
    ASSERT_TRUE(stopped);
    EXPECT_NEAR(1.5 * double(stopped.fraction), std::asin((4.0 - 0.2 - 0.1) / 5.0), 2e-4);
    EXPECT_EQ(stopped.pieces.a, 1u);
    EXPECT_NEAR(stopped.normal.y, 1.0f, 1e-3f);
}

}  // namespace
