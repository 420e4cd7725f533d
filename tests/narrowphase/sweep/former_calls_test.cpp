// Calls of programs from before 0.1: they compile with a warning, and give the same answers.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/sweep.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <gtest/gtest.h>

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#elif defined(_MSC_VER)
#pragma warning(disable : 4996)
#endif

namespace {

using namespace sat3d;

TEST(FormerCalls, OfTwoTranslationsSweep) {
    const Sphere ball;
    const Pose left, right{{6, 0, 0}};
    const Sweep former = sweep(ball, left, ball, right, LinearMotion{{2, 0, 0}, {-6, 0, 0}});
    const Sweep today = sweep(ball, left, ball, right, {{2, 0, 0}}, {{-6, 0, 0}});
    EXPECT_EQ(former.status, SweepStatus::Hit);
    EXPECT_EQ(former.fraction, today.fraction);
    EXPECT_EQ(former.point, today.point);
}

TEST(FormerCalls, OfTwoTranslationsSweepInThePlane) {
    const Circle disc;
    const PlanarPose left, right{{6, 0}};
    const PlanarSweepOptions options{.skin = 0.1f};
    const PlanarSweep former = sweep(disc, left, disc, right, PlanarLinearMotion{{2, 0}, {-6, 0}}, options);
    const PlanarSweep today = sweep(disc, left, disc, right, {{2, 0}}, {{-6, 0}}, options);
    EXPECT_EQ(former.status, SweepStatus::Hit);
    EXPECT_EQ(former.fraction, today.fraction);
    EXPECT_EQ(former.point, today.point);
}

}  // namespace

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
