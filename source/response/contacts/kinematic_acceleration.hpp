#pragma once

/// @file
/// How kinematic bodies get faster and slower from step to step.

#include "response/contacts/body_record.hpp"
#include "response/motion/rigid_math.hpp"

#include <sat3d/core/config.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

/// The acceleration of a kinematic body, m/s2 and rad/s2.
template <class Dimension>
struct KinematicAcceleration {
    using Vector = typename Dimension::Vector;

    Vector linear{0.0f};
    typename Dimension::Spin angular{0.0f};

    /// @param arm  from the center of mass
    [[nodiscard]] Vector at(const Vector& arm) const { return linear + spinCross(angular, arm); }
};

/// Returns how a kinematic body has got faster from the middle of the last step to that of this one. A step
/// moves it by one velocity; as its true motion is smooth, its surface has this velocity in the middle of the
/// step only. What has stood, or stands now, starts or stops at once, as the game says: the velocity of no
/// surface changes in a step by more than it was or is.
/// @param dt, formerDt  seconds, of this step and of the last one
template <class T>
[[nodiscard]] auto accelerationBetween(const BodyRecord<T>& record, float dt, float formerDt)
    -> KinematicAcceleration<typename Space<T>::Dimension> {
    const auto smooth = [&](const auto& former, const auto& now) {
        const auto change = now - former;
        const float size = sizeOf(change), most = std::min(sizeOf(former), sizeOf(now));
        const float share = size > most ? most / size : 1.0f;
        return change * (share / (0.5f * (dt + formerDt)));
    };
    return {smooth(record.formerVelocity, record.body.velocity),
            smooth(record.formerSpin, record.body.angularVelocity)};
}

}  // namespace sat3d::SAT3D_ABI
