// Sweeps of rotating shapes, checked by the signed distance at many times of the step.

#include "support/difference.hpp"
#include "support/expect_consistent.hpp"
#include "support/posed.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace {

using namespace sat3d;
using test::forEachTrial;
using test::Random;

constexpr int kSamples = 300;
constexpr double kRounding = 2e-6;

struct Moving : test::Posed {
    RigidMotion motion;

    [[nodiscard]] DPose at(double fraction) const { return poseAtFraction(pose, motion, fraction); }
};

Moving randomMoving(Random& random, std::size_t type, double reach) {
    Moving moving{test::randomPosed(random, type, reach), {}};
    moving.pose.rotation = glm::normalize(moving.pose.rotation);
    const double angle = random.uniform(0.0, 4.0);
    moving.motion.rotationVector = glm::vec3(random.direction() * angle);
    moving.motion.localCenter =
        random.chance(0.7) ? bounds(moving.shape, Pose{}).center() : glm::vec3(random.inBox(2.0));
    return moving;
}

template <class Other>
void expectSwept(const Moving& a, const Moving& poseOfB, const Other& b, const DSweep& answer,
                 double tolerance) {
    const auto separationAt = [&](double fraction) {
        return double(distance(a.shape, a.at(fraction), b, poseOfB.at(fraction)).separation);
    };
    const bool isHit = answer.status == DSweep::Status::Hit;
    EXPECT_NE(answer.status, SweepStatus::NotConverged);
    const double end = isHit ? double(answer.fraction) : 1.0, deepest = isHit ? 0.0 : -tolerance;
    for (int i = 0; i <= kSamples; ++i) {
        ASSERT_GT(separationAt(end * i / kSamples), std::min(deepest, -tolerance) - kRounding)
            << "overlap at " << end * i / kSamples;
    }
    if (isHit) {
        EXPECT_GT(separationAt(end), -kRounding);
        EXPECT_LT(separationAt(end), tolerance + kRounding);
        EXPECT_NEAR(distance(a.shape, a.at(end), test::kPoint, DPose{answer.point}).separation, 0.0,
                    tolerance + 1e-5);
        EXPECT_NEAR(glm::length(glm::dvec3(answer.normal)), 1.0, 1e-6);
        // They overlap soon after the hit.
        double least = 1.0;
        for (int i = 1; i <= kSamples; ++i) {
            least = std::min(least, separationAt(std::min(1.0, end + 0.1 * i * i / (kSamples * kSamples))));
        }
        EXPECT_LT(least, 0.5 * tolerance) << "no contact at " << end;
    }
}

TEST(RotatingPairs, SweepsAgreeWithDistancesDuringTheMotion) {
    test::SweepTally tally;
    forEachTrial(821, 200, [&](Random& random, int trial) {
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        Moving b = randomMoving(random, std::size_t(trial) / 4 % 4, 3.0);
        a.motion.translation = glm::vec3(random.inBox(1.0));
        const glm::dvec3 offset = random.inBox(1.0);
        b.motion.translation = glm::vec3((a.middle() - b.middle()) * random.uniform(0.0, 1.2) + offset);
        const SweepOptions options{.tolerance = trial % 2 == 0 ? 1e-4f : 1e-3f};
        const DSweep answer = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion, options);
        if (test::expectInitialOverlap(answer, a.shape, a.pose, b.shape, b.pose)) {
            ++tally.overlapping;
        } else {
            expectSwept(a, b, b.shape, answer,
                        double(options.tolerance) * 0.5 * (a.radius() + b.radius()) * 1.01);
            ++(answer ? tally.hits : tally.misses);
        }
        test::expectFlipped(sweep(b.shape, b.pose, a.shape, a.pose, b.motion, a.motion, options), answer);
    });
    tally.expectMore(60, 40, 5);
}

TEST(RotatingPairs, SweepsOntoRotatingHalfSpaces) {
    int hits = 0, misses = 0;
    forEachTrial(822, 120, [&](Random& random, int trial) {
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        a.pose.position.z += 4.0;
        a.motion.translation = glm::vec3(0.0f, 0.0f, -4.0f) + glm::vec3(random.inBox(2.5));
        Moving plane{{Sphere{}, {}}, {}};
        if (trial % 2 == 0) {
            plane.motion = {glm::vec3(random.inBox(0.5)), glm::vec3(random.inBox(0.4)),
                            glm::vec3(random.inBox(1.0))};
        }
        const HalfSpace floor;
        const DSweep answer = sweep(a.shape, a.pose, floor, plane.pose, a.motion, plane.motion);
        if (answer.status != DSweep::Status::InitialOverlap) {
            expectSwept(a, plane, floor, answer, 1.01e-4 * a.radius());
            ++(answer ? hits : misses);
        }
    });
    std::printf("%d hits, %d misses\n", hits, misses);
    EXPECT_GT(hits, 30);
    EXPECT_GT(misses, 10);
}

/// Shapes that do not rotate take another search.
TEST(RotatingPairs, WithHardlyARotationTheResultIsThatWithoutOne) {
    int hits = 0;
    forEachTrial(823, 200, [&](Random& random, int trial) {
        Moving a = randomMoving(random, std::size_t(trial) % 4, 1.0);
        Moving b = randomMoving(random, std::size_t(trial) / 4 % 4, 3.0);
        a.motion.rotationVector = b.motion.rotationVector = glm::vec3(0.0f);
        const glm::dvec3 offset = random.inBox(1.0);
        b.motion.translation = glm::vec3((a.middle() - b.middle()) * random.uniform(0.3, 1.5) + offset);
        const DSweep straight = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion);
        a.motion.rotationVector.x = 1e-9f;
        const DSweep answer = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion);
        if (straight.status == DSweep::Status::Hit && answer.status == DSweep::Status::Hit) {
            EXPECT_LE(answer.fraction, straight.fraction + 1e-6f);
            ++hits;
        } else if (straight.status != answer.status) {
            EXPECT_EQ(answer.status, DSweep::Status::Miss) << "only slight contacts may be missed";
            expectSwept(a, b, b.shape, answer, 1.01e-4 * 0.5 * (a.radius() + b.radius()));
        }
    });
    EXPECT_GT(hits, 60);
}

}  // namespace
