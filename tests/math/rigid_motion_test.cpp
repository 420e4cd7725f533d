#include "support/random.hpp"

#include <sat3d/math/rigid_motion.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace sat3d;
using test::Random;

TEST(RigidMotion, BetweenTwoPosesReachesBoth) {
    test::Random random(21);
    int large = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const DPose before{random.inBox(10.0), random.rotation()},
            after{random.inBox(10.0), random.rotation()};
        const RigidMotion motion = motionBetween(before, after, glm::vec3(random.inBox(2.0)));
        const DPose end = poseAtFraction(before, motion, 1.0);
        EXPECT_LT(glm::length(end.position - after.position), 5e-6);
        EXPECT_GT(std::abs(glm::dot(end.rotation, after.rotation)), 1.0 - 1e-12);
        const double angle = glm::length(glm::dvec3(motion.rotationVector));
        EXPECT_LE(angle, 3.1415928);
        large += angle > 3.0 ? 1 : 0;
    }
    EXPECT_GT(large, 20);
}

TEST(RigidMotion, RotationVectorInvertsTheExponentialMap) {
    test::Random random(22);
    for (const double angle : {0.0, 1e-9, 1e-4, 0.1, 1.0, 2.0, 3.0, 3.14159}) {
        for (int trial = 0; trial < 50; ++trial) {
            const glm::dvec3 vector = angle * random.direction();
            const glm::dquat rotation = rotationFromVector(vector);
            EXPECT_LE(glm::length(rotationVectorOf(rotation) - vector), 1e-14 + 1e-14 * angle);
            EXPECT_LE(glm::length(rotationVectorOf(-rotation) - vector), 1e-14 + 1e-14 * angle);
        }
    }
    EXPECT_NEAR(glm::length(rotationVectorOf(glm::dquat(0.0, glm::dvec3(0.0, 1.0, 0.0)))), 3.141592653589793,
                1e-14);
}

TEST(RigidMotion, RotationEqualsThatOfStdSinAndCos) {
    Random random(31);
    for (int trial = 0; trial < 500; ++trial) {
        const glm::dvec3 axis = random.direction();
        const double angle = std::pow(10.0, random.uniform(-12.0, 2.0));
        const glm::dquat rotation = rotationFromVector(axis * angle);
        const double tolerance = 1e-15 * (4.0 + angle);
        EXPECT_NEAR(rotation.w, std::cos(0.5 * angle), tolerance) << angle;
        EXPECT_NEAR(
            glm::length(glm::dvec3(rotation.x, rotation.y, rotation.z) - axis * std::sin(0.5 * angle)), 0.0,
            tolerance)
            << angle;
    }
    EXPECT_EQ(rotationFromVector(glm::dvec3(0.0)), glm::dquat(1.0, 0.0, 0.0, 0.0));
}

TEST(RigidMotion, RotatesAboutItsCenter) {
    Random random(32);
    for (int trial = 0; trial < 100; ++trial) {
        const DPose pose{random.inBox(10.0), random.rotation()};
        const RigidMotion motion{glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(3.0)),
                                 glm::vec3(random.inBox(1.0))};
        const double fraction = random.unit();
        const DPose after = poseAtFraction(pose, motion, fraction);
        const glm::dvec3 center(motion.localCenter);
        EXPECT_NEAR(glm::length(after.transformPoint(center) - pose.transformPoint(center) -
                                fraction * glm::dvec3(motion.translation)),
                    0.0, 1e-13);
        // Two halves make the whole motion: the axis is constant in the world frame.
        const DPose whole = poseAtFraction(pose, motion, 1.0),
                    half = poseAtFraction(poseAtFraction(pose, motion, 0.5), motion, 0.5);
        EXPECT_NEAR(glm::length(whole.position - half.position), 0.0, 1e-13);
        EXPECT_NEAR(std::abs(glm::dot(whole.rotation, half.rotation)), 1.0, 1e-14);
    }
}

}  // namespace
