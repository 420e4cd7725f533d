#pragma once

#include <array>
#include <cmath>

namespace tank_arena {

/// What the player does with keyboard, mouse and gamepad in a frame.
struct Controls {
    float throttle = 0.0f, steer = 0.0f;     ///< -1 .. 1; steer to the left
    float turnView = 0.0f, tiltView = 0.0f;  ///< radians
    bool isFiring = false;
    bool isByGamepad = false;  ///< then the gun follows the view, not the mouse
    bool isPause = false, isNextTank = false;
};

/// Sticks, triggers and buttons of a gamepad, as GLFW reports them.
struct GamepadState {
    std::array<float, 6> axes{0.0f, 0.0f, 0.0f, 0.0f, -1.0f, -1.0f};  ///< triggers rest at -1
    bool isA = false, isY = false, isStart = false;                   ///< buttons that are down
};

/// Without the small values of a stick that nobody touches.
[[nodiscard]] inline float withoutDeadZone(float axis) {
    constexpr float kDeadZone = 0.15f;
    const float beyond = (std::abs(axis) - kDeadZone) / (1.0f - kDeadZone);
    return beyond > 0.0f ? std::copysign(beyond, axis) : 0.0f;
}

/// The left stick drives, the right stick looks and aims, A or the right trigger fires.
/// @param before  of the last frame: a button counts once
[[nodiscard]] inline Controls controlsOf(const GamepadState& pad, const GamepadState& before, float seconds) {
    constexpr float kLookRate = 2.0f;  // rad/s
    Controls controls;
    controls.throttle = -withoutDeadZone(pad.axes[1]);
    controls.steer = -withoutDeadZone(pad.axes[0]);
    controls.turnView = -withoutDeadZone(pad.axes[2]) * kLookRate * seconds;
    controls.tiltView = withoutDeadZone(pad.axes[3]) * kLookRate * seconds;
    controls.isFiring = pad.isA || pad.axes[5] > 0.0f;
    controls.isPause = pad.isStart && !before.isStart;
    controls.isNextTank = pad.isY && !before.isY;
    controls.isByGamepad = controls.throttle != 0.0f || controls.steer != 0.0f || controls.turnView != 0.0f ||
                           controls.tiltView != 0.0f || controls.isFiring;
    return controls;
}

/// Both at once: the larger one of each drives.
[[nodiscard]] inline Controls joined(const Controls& a, const Controls& b) {
    const auto larger = [](float x, float y) { return std::abs(x) > std::abs(y) ? x : y; };
    return {larger(a.throttle, b.throttle), larger(a.steer, b.steer),    a.turnView + b.turnView,
            a.tiltView + b.tiltView,        a.isFiring || b.isFiring,    a.isByGamepad || b.isByGamepad,
            a.isPause || b.isPause,         a.isNextTank || b.isNextTank};
}

}  // namespace tank_arena
