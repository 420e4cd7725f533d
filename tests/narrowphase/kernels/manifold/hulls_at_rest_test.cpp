// Contact points of hulls at rest: noise of the last bits of a pose must not choose others.

#include "narrowphase/kernels/manifold/stacked_hulls.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;
using test::Stack;
using test::stacked;

struct Motion {
    int frames = 0, renamed = 0, moved = 0;
};

/// A crossing moves by the noise over the sine between its edges.
constexpr double kMaxMoved = 200.0;

/// Moves the upper of two prisms by noise, and counts the frames whose points have other ids or places.
Motion restWithNoise(Random& random, const Stack& stack, double noise, const CollideOptions& options = {}) {
    Motion motion;
    std::optional<DManifold> before;
    for (int frame = 0; frame < 12; ++frame) {
        DPose pose = stack.upper.pose;
        pose.position += random.inBox(noise);
        pose.rotation = glm::normalize(pose.rotation * glm::dquat(1.0, random.inBox(noise)));
        const auto manifold = collide(stack.lower.hull, stack.lower.pose, stack.upper.hull, pose, options);
        EXPECT_TRUE(manifold);
        if (manifold && before && manifold->pointCount == 4) {
            const auto keeps = [&](const auto& isSame) {
                return std::ranges::all_of(before->points(), [&](const DContactPoint& was) {
                    return std::ranges::any_of(manifold->points(),
                                               [&](const DContactPoint& is) { return isSame(was, is); });
                });
            };
            ++motion.frames;
            motion.renamed +=
                keeps([](const DContactPoint& was, const DContactPoint& is) { return was.id == is.id; }) ? 0
                                                                                                         : 1;
            motion.moved += keeps([&](const DContactPoint& was, const DContactPoint& is) {
                return glm::length(was.position - is.position) < kMaxMoved * noise;
            })
                                ? 0
                                : 1;
        }
        before = manifold;
    }
    return motion;
}

/// At rest, noise of the last bits of a pose does not choose among equally good points, neither among points
/// of the same name.
TEST(HullsAtRest, NoiseAtRestKeepsThePoints) {
    constexpr std::uint32_t kSeed = 842;
    Random random(kSeed);
    Motion all;
    for (int trial = 0; trial < 150; ++trial) {
        const auto cloud = [&] {
            return trial % 3 == 0 ? test::cylinderCloud(random, 9 + random.below(30))
                                  : test::prismCloud(random);
        };
        const test::Cloud lower = cloud(), upper = trial % 5 == 0 ? lower : cloud();
        const Motion motion =
            restWithNoise(random, stacked(random, lower, upper, 0.0), trial % 2 == 0 ? 1e-7 : 1e-6);
        all.frames += motion.frames;
        all.renamed += motion.renamed;
        all.moved += motion.moved;
    }
    std::printf("seed %u: of %d frames, points got other ids in %d and places in %d\n", kSeed, all.frames,
                all.renamed, all.moved);
    EXPECT_GT(all.frames, 1000);
    EXPECT_LE(all.renamed, 0.001 * all.frames);
    EXPECT_LE(all.moved, 0.001 * all.frames);
}

/// Regular prisms on each other, aligned: every choice of four points has mirror images.
TEST(HullsAtRest, NoiseKeepsThePointsOfAlignedStacks) {
    Random random(846);
    int frames = 0;
    for (std::uint32_t lower = 3; lower <= 16; ++lower) {
        for (std::uint32_t upper = 3; upper <= 16; ++upper) {
            Stack stack = stacked(random, test::prismCloud({1.0, 1.0, 0.5}, lower),
                                  test::prismCloud({1.0, 1.0, 0.5}, upper), 0.0);
            stack.upper.pose = {{0.0, 0.0, 0.999}};
            const Motion motion = restWithNoise(random, stack, 1e-7);
            EXPECT_EQ(motion.renamed, 0) << upper << " sides on " << lower;
            EXPECT_EQ(motion.moved, 0) << upper << " sides on " << lower;
            frames += motion.frames;
        }
    }
    EXPECT_GT(frames, 2000);
}

/// Within the margin, the points of prisms that are apart are as stable as those of prisms that overlap.
TEST(HullsAtRest, NoiseKeepsThePointsWithinTheMargin) {
    Random random(848);
    int frames = 0;
    for (std::uint32_t lower = 3; lower <= 16; ++lower) {
        for (std::uint32_t upper = 3; upper <= 16; ++upper) {
            Stack stack = stacked(random, test::prismCloud({1.0, 1.0, 0.5}, lower),
                                  test::prismCloud({1.0, 1.0, 0.5}, upper), 0.0);
            stack.upper.pose = {{0.0, 0.0, 1.001}};
            const Motion motion = restWithNoise(random, stack, 1e-7, {.margin = 0.01f});
            EXPECT_EQ(motion.renamed, 0) << upper << " sides on " << lower;
            EXPECT_EQ(motion.moved, 0) << upper << " sides on " << lower;
            frames += motion.frames;
        }
    }
    EXPECT_GT(frames, 2000);
}

/// Turned so that many edges cross within 1 % of a vertex, and have the same name.
TEST(HullsAtRest, NoiseDoesNotChooseAmongPointsOfTheSameName) {
    Random random(847);
    int frames = 0;
    const test::Cloud cube = test::boxCloud({0.5, 0.5, 0.5});
    for (int trial = 0; trial < 300; ++trial) {
        const Stack stack = stacked(random, cube, cube, 0.0);
        const Motion motion = restWithNoise(random, stack, 1e-6);
        EXPECT_EQ(motion.renamed, 0) << "trial " << trial;
        EXPECT_EQ(motion.moved, 0) << "trial " << trial;
        frames += motion.frames;
    }
    EXPECT_GT(frames, 2000);
}

}  // namespace
