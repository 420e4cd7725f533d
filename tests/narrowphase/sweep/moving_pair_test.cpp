// Bounds of the gap between shapes that move and rotate: they hold, and they are close while the nearest
// features stay the same.

#include "narrowphase/sweep/moving_pair.hpp"

#include "narrowphase/separation/convex_separation.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;

constexpr double kAbove = 1e-3, kSlack = 1e-5;

RigidTransform placed(const glm::dvec3& position, const glm::dquat& rotation) {
    return {glm::mat3_cast(rotation), position};
}

DRigidMotion randomMotion(Random& random, const glm::dvec3& mean) {
    DRigidMotion motion;
    motion.translation = mean + random.inBox(1.0);
    const double turn = random.uniform(0.0, 3.0);
    motion.rotationVector = turn * random.direction();
    motion.localCenter = random.inBox(0.2);
    return motion;
}

Separation separationBefore(const MovingPair& pair) {
    return convexSeparation(pair.proxyA(0.0), pair.proxyB(0.0), std::numeric_limits<double>::infinity());
}

TEST(MovingPair, KeepsTheGapThatItPromises) {
    Random random(847);
    int pairs = 0;
    for (std::size_t trial = 0; trial < 3000; ++trial) {
        const ConvexShape a = test::randomConvex(random, trial % test::kConvexTypes),
                          b = test::randomConvex(random, trial / test::kConvexTypes % test::kConvexTypes);
        const glm::dvec3 toB = 4.0 * random.direction();
        const RigidTransform startA = placed(glm::dvec3(0.0), random.rotation()),
                             startB = placed(toB, random.rotation());
        const DRigidMotion motionA = randomMotion(random, glm::dvec3(0.0)),
                           motionB = randomMotion(random, -random.uniform(0.5, 1.5) * toB);
        const MovingShape movingA(a, startA, motionA, glm::dmat3(1.0)),
            movingB(b, startB, motionB, glm::dmat3(1.0));
        const MovingPair pair(movingA, movingB);
        const Separation before = separationBefore(pair);
        if (!(before.separation > 0.1)) {
            continue;
        }
        ++pairs;
        const double free = pair.timeAbove(kAbove, {0.0, before, true}, kSlack);
        for (int i = 1; i <= 20; ++i) {
            const std::optional<Separation> then = pair.separationAt(free * i / 20.0, before);
            ASSERT_TRUE(then.has_value()) << trial;
            ASSERT_GT(then->separation, kAbove - 1e-9) << trial;
        }
    }
    EXPECT_GT(pairs, 2000);
}

/// The gap that one advance leaves.
double gapAfterOneAdvance(const Box& a, const DRigidMotion& motionA, const Box& b,
                          const DRigidMotion& motionB) {
    const MovingShape movingA(a, placed({}, glm::dquat(1.0, 0.0, 0.0, 0.0)), motionA, glm::dmat3(1.0)),
        movingB(b, placed({0.0, 0.0, 3.0}, glm::dquat(1.0, 0.0, 0.0, 0.0)), motionB, glm::dmat3(1.0));
    const MovingPair pair(movingA, movingB);
    const Separation before = separationBefore(pair);
    EXPECT_GT(before.separation, 1.0);
    const double free = pair.timeAbove(kAbove, {0.0, before, true}, kSlack);
    return pair.separationAt(free, before)->separation;
}

TEST(MovingPair, TheAxisTurnsWithTheNearestFeatures) {
    constexpr double kNearly = 0.25;
    DRigidMotion tilted, falls, fallsTilted;
    tilted.rotationVector = {0.0, 0.2, 0.0};
    falls.translation = fallsTilted.translation = {0.0, 0.0, -3.0};
    fallsTilted.rotationVector = {0.2, 0.0, 0.0};
    // Along a fixed axis, the ends of what is tilted would come down by 2 m.
    const Box cubeOnItsTip{
        .halfExtents = glm::vec3(0.5f),
        .rotation = glm::quat(glm::vec3(1.0f) / std::sqrt(3.0f), glm::vec3(0.0f, 0.0f, 1.0f))};
    const Box slab{.halfExtents = {10.0f, 10.0f, 0.5f}};
    EXPECT_LT(gapAfterOneAdvance(cubeOnItsTip, {}, slab, fallsTilted), kNearly);
    EXPECT_LT(gapAfterOneAdvance(slab, tilted, cubeOnItsTip, falls), kNearly);
    const glm::quat onEdgeX = glm::angleAxis(0.785398163f, glm::vec3(1.0f, 0.0f, 0.0f)),
                    onEdgeY = glm::angleAxis(0.785398163f, glm::vec3(0.0f, 1.0f, 0.0f));
    const Box beamX{.halfExtents = {10.0f, 0.5f, 0.5f}, .rotation = onEdgeX},
        beamY{.halfExtents = {0.5f, 10.0f, 0.5f}, .rotation = onEdgeY};
    EXPECT_LT(gapAfterOneAdvance(beamX, tilted, beamY, fallsTilted), kNearly);
}

}  // namespace
