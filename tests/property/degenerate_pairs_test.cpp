#include "support/expect_exact.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

// Poses with tied, vanishing or coinciding axes: common in games, and never hit by random poses.

namespace {

using namespace sat3d;
using test::boxCloud;
using test::Random;
using test::ShapeType;
using test::Subject;
using test::Tally;

const glm::dquat kUpright{1.0, 0.0, 0.0, 0.0};

class DegeneratePairs : public testing::Test {
protected:
    ~DegeneratePairs() override { std::printf("%s\n", tally_.text().c_str()); }

    void expectPair(const Subject& a, const DPose& poseA, const Subject& b, const DPose& poseB) {
        test::expectExact(a, poseA, b, poseB, tally_);
    }

    static std::vector<Subject> shapes(std::uint32_t seed) {
        Random random(seed);
        std::vector<Subject> subjects;
        for (const ShapeType kind :
             {ShapeType::Box, ShapeType::Tetrahedron, ShapeType::Wedge, ShapeType::Prism, ShapeType::Tank,
              ShapeType::Ellipsoid16, ShapeType::Plate, ShapeType::Needle}) {
            subjects.emplace_back(test::randomCloud(random, kind));
        }
        return subjects;
    }

    Tally tally_;
};

TEST_F(DegeneratePairs, TwinsMovedAlongTheirAxes) {
    for (const Subject& shape : shapes(21)) {
        SCOPED_TRACE(tally_.pairs);
        for (int axis = 0; axis < 3; ++axis) {
            for (const double step : {0.0, 1e-12, 1e-7, 0.25, 0.5, 1.0, 2.0, -0.5}) {
                DPose poseB{{1, 2, 3}, kUpright};
                poseB.position[axis] += step;
                expectPair(shape, {{1, 2, 3}, kUpright}, shape, poseB);
            }
        }
    }
    EXPECT_GT(tally_.overlapping, 100);
}

TEST_F(DegeneratePairs, QuarterTurns) {
    const auto subjects = shapes(22);
    const double half = std::sqrt(0.5);
    const glm::dquat turns[] = {
        {half, half, 0, 0}, {half, 0, half, 0}, {half, 0, 0, half}, {0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5}};
    for (const Subject& a : subjects) {
        for (const glm::dquat& turn : turns) {
            SCOPED_TRACE(tally_.pairs);
            expectPair(a, {{0, 0, 0}, kUpright}, a, {{0, 0, 0}, turn});
            expectPair(a, {{0, 0, 0}, kUpright}, subjects[0], {{0.5, 0.25, 0}, turn});
            expectPair(subjects[4], {{0, 0, 0}, turn}, a, {{0, 0, 0.75}, kUpright});
        }
    }
    EXPECT_GT(tally_.overlapping, 80);
}

TEST_F(DegeneratePairs, NearlyParallelEdges) {
    const auto subjects = shapes(23);
    Random random(23);
    for (const Subject& a : subjects) {
        for (const double angle : {1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
            SCOPED_TRACE("angle " + std::to_string(angle));
            const glm::dquat tilt = glm::normalize(glm::dquat(1.0, 0.5 * angle * random.direction()));
            expectPair(a, {{0, 0, 0}, kUpright}, a, {{0.3, 0.1, 0.2}, tilt});
            expectPair(a, {{0, 0, 0}, kUpright}, subjects[0], {{0.3, 0.4, 0.2}, tilt});
        }
    }
    EXPECT_GT(tally_.overlapping, 80);
    EXPECT_GT(tally_.winners[2], 0);
}

TEST_F(DegeneratePairs, OneInsideTheOther) {
    const Subject buffer(boxCloud({10, 8, 3}));
    Random random(24);
    for (const Subject& inner : shapes(24)) {
        SCOPED_TRACE(tally_.pairs);
        expectPair(buffer, {{0, 0, 0}, kUpright}, inner, {{0, 0, 0}, kUpright});
        expectPair(inner, {{4, -3, 1}, random.rotation()}, buffer, {{0, 0, 0}, kUpright});
    }
    EXPECT_EQ(tally_.overlapping, 16);
}

TEST_F(DegeneratePairs, SizesOneToAThousand) {
    const Subject ground(boxCloud({500, 500, 1}));
    Random random(25);
    for (const Subject& small : shapes(25)) {
        for (int i = 0; i < 6; ++i) {
            SCOPED_TRACE(tally_.pairs);
            const DPose above{
                {random.uniform(-400, 400), random.uniform(-400, 400), random.uniform(0.9, 3.0)},
                random.rotation()};
            expectPair(small, above, ground, {{0, 0, 0}, kUpright});
        }
    }
    EXPECT_GT(tally_.overlapping, 10);
    EXPECT_GT(tally_.apart, 5);
}

TEST_F(DegeneratePairs, ThinOnThin) {
    const Subject plate(boxCloud({1, 1, 0.001})), needle(boxCloud({0.001, 0.001, 1}));
    Random random(26);
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        const DPose poseB{random.inBox(0.5), i % 3 == 0 ? kUpright : random.rotation()};
        expectPair(plate, {{0, 0, 0}, kUpright}, plate, poseB);
        expectPair(plate, {{0, 0, 0}, kUpright}, needle, poseB);
        expectPair(needle, {{0, 0, 0}, kUpright}, needle, {poseB.position * 0.004, poseB.rotation});
    }
    EXPECT_GT(tally_.overlapping, 60);
    EXPECT_GT(tally_.apart, 20);
}

TEST_F(DegeneratePairs, FarFromTheOrigin) {
    const auto subjects = shapes(27);
    Random random(27);
    for (const double distance : {1e3, 1e5, 1e7, 1e9}) {
        SCOPED_TRACE("distance " + std::to_string(distance));
        for (const Subject& a : subjects) {
            const glm::dvec3 center = random.direction() * distance;
            const glm::dquat turn = random.rotation();
            expectPair(a, {center, turn}, subjects[4], {center + random.inBox(1.2), random.rotation()});
            expectPair(a, {center, turn}, a, {center + turn * glm::dvec3(0.5, 0, 0), turn});
        }
    }
    EXPECT_GT(tally_.overlapping, 30);
}

}  // namespace
