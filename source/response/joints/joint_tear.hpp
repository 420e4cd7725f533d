#pragma once

/// @file
/// Torn joints: the game has set their bodies apart. Locks are stiff springs, which would throw the bodies.
/// So a torn joint holds its bodies where they are, and closes bit by bit in the steps after that.

#include "response/joints/joint_faults.hpp"
#include "response/joints/joint_frames.hpp"
#include "response/solver/joints/solver_joint.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// How far a coordinate is beyond what an axis allows.
[[nodiscard]] inline float excessOf(const SolverJointAxis& axis, float value) {
    return value - std::clamp(value, axis.lower, axis.upper);
}
/// The same of a twist, which is known up to whole turns.
[[nodiscard]] inline float excessOfTwist(const SolverJointAxis& axis, float value) {
    float least = excessOf(axis, value);
    for (const float other : {value - kTurn, value + kTurn}) {
        const float excess = excessOf(axis, other);
        least = std::abs(excess) < std::abs(least) ? excess : least;
    }
    return least;
}

/// Moves the limit that a coordinate has passed.
inline void moveLimit(SolverJointAxis& axis, float by) {
    const bool isLocked = axis.isLocked();
    axis.upper += isLocked || by > 0.0f ? by : 0.0f;
    axis.lower += isLocked || by < 0.0f ? by : 0.0f;
}

/// What is left of a tear that a step begins to close.
/// @param torn    before the step
/// @param open    how far the joint is open now: what it has closed by itself is no tear
/// @param closed  what this step closes
[[nodiscard]] inline float leftOf(float torn, double open, float closed) {
    return std::max(std::min(torn, static_cast<float>(open)) - closed, 0.0f);
}

/// Lets a joint hold its frames apart, as far as the game has torn them and this step does not close it.
/// @param torn     meters, before the step. Infinite: all that is open
/// @param closing  meters that the step closes
template <class Dimension>
void holdGap(SolverJoint<Dimension>& joint, float torn, float closing) {
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    const Vector offset = inFrame(joint.frameA, joint.apart);
    Vector excess(0.0f);
    if (joint.isDistance) {
        excess.x = excessOf(joint.axes[0], static_cast<float>(glm::length(DVector(offset))));
    } else {
        for (int i = 0; i < Vector::length(); ++i) {
            excess[i] = excessOf(joint.axes[static_cast<std::size_t>(i)], offset[i]);
        }
    }
    const double open = glm::length(DVector(excess));
    joint.tear.gap = leftOf(torn, open, closing);
    if (joint.tear.gap > 0.0f && joint.isDistance) {
        moveLimit(joint.axes[0], excess.x > 0.0f ? joint.tear.gap : -joint.tear.gap);
    } else if (joint.tear.gap > 0.0f) {
        // The solver sees B nearer to A than it is: with arms as long as the gap it would lose all digits.
        const double seen = 1.0 - static_cast<double>(joint.tear.gap) / open;
        joint.apart = fromFrame(joint.frameA, (offset - excess) + excess * static_cast<float>(seen));
    }
}

/// The same for the angles.
/// @param torn, closing  radians
template <class Dimension>
void holdTurn(SolverJoint<Dimension>& joint, float torn, float closing) {
    constexpr std::size_t kFirst = JointSizes<Dimension>::kLinear,
                          kCount = JointSizes<Dimension>::kCoordinates - kFirst;
    std::array<float, kCount> excess = turnValues(joint.frameA, joint.frameB);
    double square = 0.0;
    for (std::size_t i = 0; i < kCount; ++i) {
        const SolverJointAxis& axis = joint.axes[kFirst + i];
        excess[i] = i == 0 ? excessOfTwist(axis, excess[i]) : excessOf(axis, excess[i]);
        square += static_cast<double>(excess[i]) * static_cast<double>(excess[i]);
    }
    const double open = std::sqrt(square);
    joint.tear.turn = leftOf(torn, open, closing);
    for (std::size_t i = 0; i < kCount && joint.tear.turn > 0.0f; ++i) {
        moveLimit(joint.axes[kFirst + i],
                  static_cast<float>(static_cast<double>(joint.tear.turn) / open) * excess[i]);
    }
}

}  // namespace sat3d::SAT3D_ABI
