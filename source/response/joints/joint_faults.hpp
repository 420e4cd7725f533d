#pragma once

/// @file
/// Checks of joints.

#include "math/is_finite.hpp"
#include "world/objects/object_faults.hpp"

#include <sat3d/response/joint.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

inline constexpr float kTurn = 6.28318530717958647692f;

/// Returns what is wrong with an axis, or nullptr.
[[nodiscard]] inline const char* faultOf(const JointAxis& axis) noexcept {
    constexpr float kInfinity = JointAxis::kInfinity;
    const JointDrive& drive = axis.drive;
    if (!(axis.lower <= axis.upper) || axis.lower == kInfinity || axis.upper == -kInfinity) {
        return "has an axis whose lower limit is above its upper one, or that has a NaN";
    }
    if (!(drive.maxForce >= 0.0f) || !(drive.hertz >= 0.0f) || !(drive.dampingRatio >= 0.0f) ||
        !std::isfinite(drive.hertz) || !std::isfinite(drive.dampingRatio) || !std::isfinite(drive.speed) ||
        !std::isfinite(drive.position)) {
        return "has a drive with a negative or infinite number";
    }
    return axis.isLocked() && drive.maxForce > 0.0f ? "drives an axis that is locked" : nullptr;
}

/// The same for the turn about x, or in the plane.
[[nodiscard]] inline const char* faultOfTwist(const JointAxis& axis) noexcept {
    const auto isFar = [](float angle) { return std::isfinite(angle) && std::abs(angle) > kTurn; };
    const bool isWide =
        std::isfinite(axis.lower) && std::isfinite(axis.upper) && axis.upper - axis.lower > kTurn;
    return isFar(axis.lower) || isFar(axis.upper) || isFar(axis.drive.position) || isWide
               ? "has a twist beyond two turns, or limits more than a turn apart"
               : faultOf(axis);
}

[[nodiscard]] inline const char* faultOf(const JointTurns<Dimension3>& turns) noexcept {
    constexpr float kHalfTurn = 0.5f * kTurn;
    const JointAxis& swing = turns.swing;
    if (swing.lower > 0.0f || swing.upper < 0.0f || (std::isfinite(swing.upper) && swing.upper > kHalfTurn)) {
        return "has a cone that is not between 0 and pi";
    }
    const char* fault = faultOf(swing);
    return fault != nullptr ? fault : faultOfTwist(turns.twist);
}
[[nodiscard]] inline const char* faultOf(const JointTurns<Dimension2>& turns) noexcept {
    return faultOfTwist(turns.twist);
}

/// Returns what is wrong with the numbers of a joint, or nullptr.
template <class T>
[[nodiscard]] const char* faultOf(const BasicJoint<T>& joint) noexcept {
    if (faultOfPose(joint.frameInA) != nullptr || faultOfPose(joint.frameInB) != nullptr) {
        return "has a frame that is not finite, or whose rotation has no unit length";
    }
    for (const JointAxis& axis : joint.offsets) {
        if (const char* fault = faultOf(axis)) {
            return fault;
        }
    }
    const char* const ofDistance = faultOf(joint.distance);
    if (ofDistance != nullptr) {
        return ofDistance;
    }
    const auto isFree = [](const JointAxis& axis) { return axis.isFree(); };
    if (!joint.distance.isFree() && !std::ranges::all_of(joint.offsets, isFree)) {
        return "holds the distance and the offsets: let the offsets free";
    }
    if (joint.distance.upper <= 0.0f) {
        return "has a distance that is not above 0: lock the offsets instead";
    }
    if (!(joint.breakForce > 0.0f) || !(joint.breakTorque > 0.0f)) {
        return "has a strength that is not above 0";
    }
    return faultOf(joint.turns);
}

}  // namespace sat3d::SAT3D_ABI
