#pragma once

/// @file
/// Fixed time steps for a game with a varying frame rate.

#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Divides the time of frames into steps of equal length, so that the simulation does not depend on the frame
/// rate. The game draws poses that are interpolated between the last two steps.
/// @code
/// sat3d::FixedStep clock(1.0f / 60.0f);
/// for (std::uint32_t i = clock.advance(frameSeconds); i > 0; --i) {
///     previous = current;
///     dynamics.step(world, clock.seconds());
/// }
/// draw(sat3d::interpolated(previous, current, clock.fraction()));
/// @endcode
/// Source: G. Fiedler, "Fix Your Timestep!", 2004.
class FixedStep {
public:
    /// @param seconds    length of a step, above 0 (asserted; otherwise 1/60)
    /// @param maxSteps   largest number of steps in a frame, at least 1. After a long pause, the rest of the
    ///                   time is dropped
    SAT3D_API explicit FixedStep(float seconds = 1.0f / 60.0f, std::uint32_t maxSteps = 8) noexcept;

    [[nodiscard]] float seconds() const noexcept { return seconds_; }
    /// Adds the time of a frame. Negative times and NaN count as 0.
    /// @return the number of steps to make
    [[nodiscard]] SAT3D_API std::uint32_t advance(double frameSeconds) noexcept;
    /// Time since the last step, as a fraction of a step: 0 .. 1.
    [[nodiscard]] SAT3D_API float fraction() const noexcept;

private:
    float seconds_;
    std::uint32_t maxSteps_;
    double rest_ = 0.0;
};

/// Returns a pose between two poses. The rotation goes along the shorter way (normalized linear
/// interpolation).
/// @param fraction  0 gives a, 1 gives b
[[nodiscard]] SAT3D_API Pose interpolated(const Pose& a, const Pose& b, float fraction) noexcept;
[[nodiscard]] SAT3D_API DPose interpolated(const DPose& a, const DPose& b, float fraction) noexcept;
[[nodiscard]] SAT3D_API PlanarPose interpolated(const PlanarPose& a, const PlanarPose& b,
                                                float fraction) noexcept;
[[nodiscard]] SAT3D_API DPlanarPose interpolated(const DPlanarPose& a, const DPlanarPose& b,
                                                 float fraction) noexcept;

}  // namespace sat3d::SAT3D_ABI
