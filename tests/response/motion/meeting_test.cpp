// Where shapes meet that move through a step.

#include "response/motion/meeting.hpp"

#include "response/motion/fast_pair.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

Shape randomShape(Random& random) {
    switch (random.below(4)) {
        case 0:
            return Box{.halfExtents = glm::vec3(test::randomExtents(random))};
        case 1:
            return Sphere{.radius = static_cast<float>(random.uniform(0.1, 1.0))};
        case 2:
            return Capsule{{-0.8f, 0.0f, 0.0f}, {0.8f, 0.0f, 0.0f}, 0.2f};
        default:
            return test::hullOf(test::randomCloud(random, test::ShapeType::Tank));
    }
}

/// The farthest that a path of a point of a shape leaves the straight way between its ends.
double bendOf(const Shape& shape, const RigidMotion& motion) {
    const auto turn = static_cast<double>(glm::length(motion.rotationVector));
    return 0.125 * turn * turn * static_cast<double>(detail::reachOf<float>(shape, {}).whole);
}

// An axis that separates two bodies at both ends of a step, however they turn, proves that a sweep misses.
TEST(Meeting, WhatAnAxisSeparatesDoesNotMeet) {
    int proved = 0, missed = 0, hits = 0;
    test::forEachTrial(811, test::trialCount(4000), [&](Random& random, int) {
        const Shape shapeA = randomShape(random), shapeB = randomShape(random);
        const auto partOf = [&](const Shape& shape, const glm::dvec3& at) {
            return detail::MovingPart<double>{
                ShapeRef(shape),
                {at, random.rotation()},
                {.translation = glm::vec3(random.direction() * random.uniform(0.0, 0.5)),
                 .rotationVector = glm::vec3(random.direction() * random.uniform(0.0, 1.0))}};
        };
        const auto a = partOf(shapeA, glm::dvec3(0.0)),
                   b = partOf(shapeB, random.direction() * random.uniform(0.5, 3.0));
        const auto near = distance(a.shape, a.pose, b.shape, b.pose);
        if (near.separation <= 1e-3f) {
            return;
        }
        constexpr double kSlack = 1e-4;
        const bool isProved = detail::isSeparatedBy<double>(
            glm::dvec3(near.normal), a, b, bendOf(shapeA, a.motion) + bendOf(shapeB, b.motion) + kSlack);
        const auto fraction = detail::fractionOfMeeting(a, b);
        EXPECT_FALSE(isProved && fraction) << fraction.value_or(1.0f);
        proved += isProved ? 1 : 0;
        missed += fraction ? 0 : 1;
        hits += fraction ? 1 : 0;
    });
    EXPECT_GT(hits, test::trialCount(200));
    EXPECT_GT(proved, missed / 2) << "of " << missed;
}

// A body stops nowhere if an axis proves that it never overlaps an obstacle by half of its inner radius.
TEST(Meeting, WhatStaysShallowStopsNowhere) {
    int proved = 0, free = 0, stopped = 0;
    test::forEachTrial(813, test::trialCount(2000), [&](Random& random, int) {
        const Shape shapeA = randomShape(random), shapeB = randomShape(random);
        const auto partOf = [&](const Shape& shape, const glm::dvec3& at) {
            return detail::MovingPart<double>{
                ShapeRef(shape),
                {at, random.rotation()},
                {.translation = glm::vec3(random.direction() * random.uniform(0.0, 1.0)),
                 .rotationVector = glm::vec3(random.direction() * random.uniform(0.0, 1.0))}};
        };
        const auto a = partOf(shapeA, glm::dvec3(0.0)),
                   b = partOf(shapeB, random.direction() * random.uniform(0.5, 2.0));
        std::vector<detail::BodyCore<Dimension3>> cores;
        detail::findCores<double>(shapeA, {}, cores);
        const auto wayOf = [](const auto& part, const Shape& shape) {
            return glm::length(part.motion.rotationVector) * detail::reachOf<double>(shape, {}).whole;
        };
        const float way =
            glm::length(a.motion.translation - b.motion.translation) + wayOf(a, shapeA) + wayOf(b, shapeB);
        const detail::FastPair<double> pair{a, b, cores, {}, cores.front().radius, way};
        const auto near = distance(a.shape, a.pose, b.shape, b.pose);
        const bool isProved = pair.staysShallow(glm::dvec3(near.normal));
        const float fraction = pair.freeFraction();
        EXPECT_FALSE(isProved && fraction < 1.0f) << fraction;
        proved += isProved ? 1 : 0;
        free += fraction < 1.0f ? 0 : 1;
        stopped += fraction < 1.0f ? 1 : 0;
    });
    EXPECT_GT(stopped, test::trialCount(200));
    EXPECT_GT(proved, free / 4) << "of " << free;
}

}  // namespace
