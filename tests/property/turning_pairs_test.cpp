// Sweeps of shapes that turn, judged by the signed distance at many times of the step.

#include "support/random_convex.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

namespace {

using namespace sat3d;
using test::Random;

constexpr int kSamples = 300;
constexpr double kRounding = 2e-6;

struct Moving {
    ConvexShape shape;
    DPose pose;
    RigidMotion motion;

    [[nodiscard]] DPose at(double fraction) const { return advanced(pose, motion, fraction); }
    [[nodiscard]] glm::dvec3 middle() const { return glm::dvec3(bounds(shape, pose).center()); }
    /// Of its bounding sphere, or a little more.
    [[nodiscard]] double reach() const {
        const Aabb box = bounds(shape, Pose{});
        return 0.5 * glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
    }
};

Moving randomMoving(Random& random, std::size_t type, double reach) {
    Moving moving{
        test::randomConvex(random, type), {random.inBox(reach), glm::normalize(random.rotation())}, {}};
    moving.motion.turn = glm::vec3(random.direction() * random.uniform(0.0, 4.0));
    moving.motion.center =
        random.chance(0.7) ? bounds(moving.shape, Pose{}).center() : glm::vec3(random.inBox(2.0));
    return moving;
}

template <class Other>
void expectSwept(const Moving& a, const Moving& poseOfB, const Other& b, const DSweep& answer,
                 double tolerance) {
    const auto separationAt = [&](double fraction) {
        return double(distance(a.shape, a.at(fraction), b, poseOfB.at(fraction)).separation);
    };
    const bool isHit = answer.outcome == DSweep::Outcome::Hit;
    EXPECT_TRUE(answer.converged);
    const double end = isHit ? double(answer.fraction) : 1.0, deepest = isHit ? 0.0 : -tolerance;
    for (int i = 0; i <= kSamples; ++i) {
        ASSERT_GT(separationAt(end * i / kSamples), std::min(deepest, -tolerance) - kRounding)
            << "overlap at " << end * i / kSamples;
    }
    if (isHit) {
        EXPECT_GT(separationAt(end), -kRounding);
        EXPECT_LT(separationAt(end), tolerance + kRounding);
        const Sphere dot{glm::vec3(0.0f), 0.0f};
        EXPECT_NEAR(distance(a.shape, a.at(end), dot, DPose{answer.point}).separation, 0.0, tolerance + 1e-5);
        EXPECT_NEAR(glm::length(glm::dvec3(answer.normal)), 1.0, 1e-6);
        // They go on into each other, soon.
        double least = 1.0;
        for (int i = 1; i <= kSamples; ++i) {
            least = std::min(least, separationAt(std::min(1.0, end + 0.1 * i * i / (kSamples * kSamples))));
        }
        EXPECT_LT(least, 0.5 * tolerance) << "no touch at " << end;
    }
}

TEST(TurningPairs, SweepsAgreeWithDistancesOnTheWay) {
    constexpr std::uint32_t kSeed = 821;
    Random random(kSeed);
    int hits = 0, misses = 0, overlapping = 0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial));
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        Moving b = randomMoving(random, std::size_t(trial) / 4 % 4, 3.0);
        a.motion.way = glm::vec3(random.inBox(1.0));
        b.motion.way = glm::vec3((a.middle() - b.middle()) * random.uniform(0.0, 1.2) + random.inBox(1.0));
        const SweepOptions options{.tolerance = trial % 2 == 0 ? 1e-4f : 1e-3f};
        const DSweep answer = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion, options);
        EXPECT_EQ(answer.outcome == DSweep::Outcome::StartedOverlapping,
                  overlaps(a.shape, a.pose, b.shape, b.pose));
        if (answer.outcome == DSweep::Outcome::StartedOverlapping) {
            const auto push = penetration(a.shape, a.pose, b.shape, b.pose);
            EXPECT_EQ(answer.depth, push->depth);
            EXPECT_EQ(answer.normal, push->normal);
            ++overlapping;
        } else {
            expectSwept(a, b, b.shape, answer,
                        double(options.tolerance) * 0.5 * (a.reach() + b.reach()) * 1.01);
            ++(answer ? hits : misses);
        }
        const DSweep turned = sweep(b.shape, b.pose, a.shape, a.pose, b.motion, a.motion, options);
        EXPECT_EQ(turned.outcome, answer.outcome);
        EXPECT_EQ(turned.fraction, answer.fraction);
        EXPECT_EQ(turned.normal, -answer.normal);
        EXPECT_EQ(turned.point, answer.point);
    }
    std::printf("seed %u: %d hits, %d misses, %d overlapping\n", kSeed, hits, misses, overlapping);
    EXPECT_GT(hits, 60);
    EXPECT_GT(misses, 40);
    EXPECT_GT(overlapping, 5);
}

TEST(TurningPairs, OntoHalfSpacesThatTiltThemselves) {
    Random random(822);
    int hits = 0, misses = 0;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE("seed 822, trial " + std::to_string(trial));
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        a.pose.position.z += 4.0;
        a.motion.way = glm::vec3(0.0f, 0.0f, -4.0f) + glm::vec3(random.inBox(2.5));
        Moving plane{Sphere{}, DPose{}, {}};
        if (trial % 2 == 0) {
            plane.motion = {glm::vec3(random.inBox(0.5)), glm::vec3(random.inBox(0.4)),
                            glm::vec3(random.inBox(1.0))};
        }
        const HalfSpace floor;
        const DSweep answer = sweep(a.shape, a.pose, floor, plane.pose, a.motion, plane.motion);
        if (answer.outcome != DSweep::Outcome::StartedOverlapping) {
            expectSwept(a, plane, floor, answer, 1.01e-4 * a.reach());
            ++(answer ? hits : misses);
        }
    }
    std::printf("seed 822: %d hits, %d misses\n", hits, misses);
    EXPECT_GT(hits, 30);
    EXPECT_GT(misses, 10);
}

TEST(TurningPairs, WithoutTurningAsTheStraightSweep) {
    Random random(823);
    int hits = 0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE("seed 823, trial " + std::to_string(trial));
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        Moving b = randomMoving(random, std::size_t(trial) / 4 % 4, 3.0);
        a.motion.turn = b.motion.turn = glm::vec3(0.0f);
        b.motion.way = glm::vec3((a.middle() - b.middle()) * random.uniform(0.3, 1.5) + random.inBox(1.0));
        const DSweep straight = sweep(a.shape, a.pose, b.shape, b.pose, {a.motion.way, b.motion.way});
        const DSweep answer = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion);
        if (straight.outcome == DSweep::Outcome::Hit && answer.outcome == DSweep::Outcome::Hit) {
            EXPECT_LE(answer.fraction, straight.fraction + 1e-6f);
            ++hits;
        } else if (straight.outcome != answer.outcome) {
            EXPECT_EQ(answer.outcome, DSweep::Outcome::Miss) << "none but touches by a hair are passed";
            expectSwept(a, b, b.shape, answer, 1.01e-4 * 0.5 * (a.reach() + b.reach()));
        }
    }
    EXPECT_GT(hits, 60);
}

}  // namespace
