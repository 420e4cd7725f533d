#pragma once

/// @file
/// Parts that move in their bodies: those whose poses the game has set since the last step.

#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"

#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The motion of a part of a body through the step, relative to the body, in the world axes of its start.
template <class T>
struct PartMotion {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;

    ObjectId object;
    std::uint32_t child = 0;
    typename Space<T>::PartPose to;  ///< at the end of the step
    Vector offset{0.0f};             ///< of the part's origin from the body's center of mass
    StepMotion<Dimension> motion;    ///< about its origin

    /// How far a point of the part goes in the step, at its mean velocity in a time of it.
    /// @param arm     of the point from the body's center of mass
    /// @param toMean  the fraction of the step until the middle of that time; negative if it is over
    [[nodiscard]] Vector wayAt(const Vector& arm, double toMean) const {
        const DVector fromOrigin(arm - offset);
        const Vector then(fromOrigin + swingOf(motion.turn, toMean, fromOrigin));
        return motion.translation + spinCross(motion.turn, then);
    }
};

}  // namespace sat3d::SAT3D_ABI
