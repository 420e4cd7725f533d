#include "support/hulls.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

// Boxes that touch up to rounding: GJK finds their cores touching, and a separating axis answers, which knows
// no points. Whether points were missing was guessed from the sign of the separation, so at a separation of
// 1e-9 the answer was the center of A.

namespace {

using namespace sat3d;

const Box kUnit{.center = {}, .halfExtents = {1, 1, 1}};

template <class B>
void expectPointsOnTheFaces(const B& b, double gap) {
    const DDistance answer = distance(kUnit, DPose{{10, 20, 30}}, b, DPose{{12 + gap, 20, 30}});
    EXPECT_NEAR(answer.separation, gap, 1e-6);
    EXPECT_NEAR(answer.pointA.x, 11.0, 1e-6) << gap;
    EXPECT_NEAR(answer.pointB.x, 11.0 + gap, 1e-6) << gap;
    for (const glm::dvec3& point : {answer.pointA, answer.pointB}) {
        EXPECT_TRUE(point.y >= 19 - 1e-6 && point.y <= 21 + 1e-6 && point.z >= 29 - 1e-6 &&
                    point.z <= 31 + 1e-6);
    }
}

TEST(PointsOfTouchingBoxes, LieOnTheFaces) {
    for (const double gap : {0.0, 1e-17, 1e-12, 1e-9, 1e-8, 6e-8, -1e-9, 1e-3}) {
        expectPointsOnTheFaces(kUnit, gap);
        expectPointsOnTheFaces(test::boxHull({1, 1, 1}), gap);
    }
}

TEST(PointsOfTouchingBoxes, LieOnTheFacesAfterASweepWithASkin) {
    const DSweep hit = sweep(kUnit, DPose{{10, 20, 30}}, kUnit, DPose{{12 + 1e-6, 20, 30}},
                             {{float(1e-6 - 1e-9), 0.5f, 0}}, {{0, 0, 0}}, {.skin = 0.002f});
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    EXPECT_NEAR(hit.point.x, 11.0, 1e-5);
}

/// A capsule lies across the edge of a plate without thickness. The plate's edge-on face has no area: its
/// sides of length 0 clipped nothing, and the contacts were those of an endless strip.
TEST(PlatesWithoutThickness, MeetCapsulesOnTheirEdgesOnly) {
    const Box plate{.center = {}, .halfExtents = {0.1f, 0.0f, 0.3f}};
    const Capsule capsule{{0, 0, 0}, {0, 0, -0.5f}, 0.0f};
    const DPose poseA{{0.5, -0.1, 0.2}, glm::dquat(0.5, 0.5, 0.5, 0.5)},
        poseB{{0.3, 0.1, 0.2}, glm::dquat(0, std::sqrt(0.5), 0, std::sqrt(0.5))};
    std::array<DManifold, 4> buffer;
    const auto manifolds = collide(plate, poseA, capsule, poseB, buffer, {.margin = 0.25f});
    ASSERT_EQ(manifolds.size(), 1u);
    for (const auto& point : manifolds[0].points()) {
        // The plate spans x 0.2 .. 0.8, y -0.2 .. 0 and z 0.2; the contact is midway, up to 0.25 above its
        // edge.
        EXPECT_TRUE(point.position.x >= 0.2 - 1e-6 && point.position.x <= 0.8 + 1e-6) << point.position.x;
        EXPECT_NEAR(point.position.z, 0.2, 1e-6);
    }
}

}  // namespace
