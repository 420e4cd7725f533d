#pragma once

/// @file
/// A joint as the solver sees it: two frames, and what may happen along and about the axes of the first one.

#include <sat3d/math/dimension.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// The coordinates of B's frame in A's frame, in this order: the offsets along the axes, then the angles.
template <class Dimension>
struct JointSizes;
/// In space the angles are the twist about x and, of the swing of B's x away from A's, the parts about y and
/// z. The angle of the swing as a whole comes last: it has a limit, but no lock and no drive.
template <>
struct JointSizes<Dimension3> {
    static constexpr std::size_t kLinear = 3, kAngular = 3, kAxes = 6, kCoordinates = 7;
};
template <>
struct JointSizes<Dimension2> {
    static constexpr std::size_t kLinear = 2, kAngular = 1, kAxes = 3, kCoordinates = 3;
};

/// What a coordinate may do. By default it is free.
struct SolverJointAxis {
    float lower = -std::numeric_limits<float>::infinity(), upper = std::numeric_limits<float>::infinity();
    // Drive. See JointDrive.
    float hertz = 0.0f, dampingRatio = 0.0f;
    float position = 0.0f, speed = 0.0f;
    float maxForce = 0.0f;
    // For warm starting: impulses in a substep.
    float holdImpulse = 0.0f;  ///< of the lock or the limit
    float driveImpulse = 0.0f;

    [[nodiscard]] bool isLocked() const { return lower == upper; }
    [[nodiscard]] bool isFree() const {
        return lower == -std::numeric_limits<float>::infinity() &&
               upper == std::numeric_limits<float>::infinity();
    }
};

/// How far the game has set the bodies of a joint apart, less what steps have closed since then.
struct JointTear {
    float gap = 0.0f;   ///< meters
    float turn = 0.0f;  ///< radians

    [[nodiscard]] bool isAny() const { return gap > 0.0f || turn > 0.0f; }
};

template <class Dimension>
struct SolverJoint {
    using Vector = typename Dimension::Vector;

    /// Indices of bodies, or kStandsStill.
    std::uint32_t bodyA = BasicSolverContact<Dimension>::kStandsStill, bodyB = bodyA;
    Vector armA{0.0f}, armB{0.0f};  ///< from the centers of mass to the origins of the frames, world axes
    Vector apart{0.0f};             ///< from A's origin to B's
    typename Dimension::Rotation frameA = Dimension::kNoRotation, frameB = Dimension::kNoRotation;
    /// Whether the first axis is the line from A's origin to B's.
    bool isDistance = false;
    /// Whether the offsets are locked at 0, and all else is free. Then the axes of the offsets are those of
    /// the world, whatever the frames are.
    bool isPoint = false;
    std::array<SolverJointAxis, JointSizes<Dimension>::kCoordinates> axes = {};
    JointTear tear = {};  ///< what the arms and limits above hold open in this step
    // Results: impulses on B over the step, at its origin. A gets the opposite.
    Vector impulse{0.0f};
    typename Dimension::Spin angularImpulse{0.0f};
};

}  // namespace sat3d::SAT3D_ABI
