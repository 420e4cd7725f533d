#include "app/input.hpp"

#include <gtest/gtest.h>

namespace tank_arena {
namespace {

TEST(TankInput, GamepadAtRestDoesNothing) {
    GamepadState pad;
    pad.axes = {0.1f, -0.12f, 0.05f, 0.14f, -1.0f, -1.0f};  // worn sticks
    const Controls controls = controlsOf(pad, pad, 0.016f);
    EXPECT_EQ(controls.throttle, 0.0f);
    EXPECT_EQ(controls.steer, 0.0f);
    EXPECT_EQ(controls.turnView, 0.0f);
    EXPECT_EQ(controls.tiltView, 0.0f);
    EXPECT_FALSE(controls.isFiring || controls.isByGamepad || controls.isPause || controls.isNextTank);
}

TEST(TankInput, SticksReachTheirEnds) {
    GamepadState pad;
    pad.axes = {-1.0f, -1.0f, 0.0f, 0.0f, -1.0f, 1.0f};  // to the left, forward, right trigger
    const Controls controls = controlsOf(pad, {}, 0.016f);
    EXPECT_FLOAT_EQ(controls.throttle, 1.0f);
    EXPECT_FLOAT_EQ(controls.steer, 1.0f);
    EXPECT_TRUE(controls.isFiring);
    EXPECT_TRUE(controls.isByGamepad);
}

TEST(TankInput, ButtonsCountOnce) {
    GamepadState pad;
    pad.isStart = pad.isY = true;
    const Controls first = controlsOf(pad, {}, 0.016f), second = controlsOf(pad, pad, 0.016f);
    EXPECT_TRUE(first.isPause && first.isNextTank);
    EXPECT_FALSE(second.isPause || second.isNextTank);
}

TEST(TankInput, KeysAndGamepadDriveTogether) {
    const Controls joint = joined({.throttle = -1.0f, .turnView = 0.1f},
                                  {.throttle = 0.4f, .turnView = 0.2f, .isByGamepad = true});
    EXPECT_EQ(joint.throttle, -1.0f);
    EXPECT_FLOAT_EQ(joint.turnView, 0.3f);
    EXPECT_TRUE(joint.isByGamepad);
}

}  // namespace
}  // namespace tank_arena
