#pragma once

#include <array>
#include <cmath>

namespace tank_arena {

/// What the player does with keyboard, mouse and gamepad in a frame.
struct Controls {
    float throttle = 0.0f, steer = 0.0f;     ///< -1 .. 1; steer to the left
    float turnView = 0.0f, tiltView = 0.0f;  ///< radians
    bool isFiring = false;
};

/// Sticks and triggers of a gamepad, as GLFW reports them.
struct GamepadState {
    std::array<float, 6> axes{0.0f, 0.0f, 0.0f, 0.0f, -1.0f, -1.0f};  ///< triggers rest at -1
    bool isButtonDown = false;                                        ///< the lowest one
};

/// Without the small values of a stick that nobody touches.
[[nodiscard]] inline float withoutDeadZone(float axis) {
    constexpr float kDeadZone = 0.15f;
    const float beyond = (std::abs(axis) - kDeadZone) / (1.0f - kDeadZone);
    return beyond > 0.0f ? std::copysign(beyond, axis) : 0.0f;
}

/// Left stick and triggers drive, the right stick looks, the right trigger's button or the lowest button
/// fires.
[[nodiscard]] inline Controls controlsOf(const GamepadState& pad, float seconds) {
    constexpr float kLookRate = 2.0f;  // rad/s
    Controls controls;
    controls.throttle = -withoutDeadZone(pad.axes[1]);
    controls.steer = -withoutDeadZone(pad.axes[0]);
    controls.turnView = -withoutDeadZone(pad.axes[2]) * kLookRate * seconds;
    controls.tiltView = -withoutDeadZone(pad.axes[3]) * kLookRate * seconds;
    controls.isFiring = pad.isButtonDown || pad.axes[5] > 0.0f;
    return controls;
}

/// Both at once: the larger one of each drives.
[[nodiscard]] inline Controls joined(const Controls& a, const Controls& b) {
    const auto larger = [](float x, float y) { return std::abs(x) > std::abs(y) ? x : y; };
    return {larger(a.throttle, b.throttle), larger(a.steer, b.steer), a.turnView + b.turnView,
            a.tiltView + b.tiltView, a.isFiring || b.isFiring};
}

}  // namespace tank_arena
