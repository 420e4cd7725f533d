#pragma once

/// @file
/// Memory layout of joints in rows of sixteen.

#include "response/solver/joints/solver_joint.hpp"
#include "response/solver/rows/row_header.hpp"

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The stiffest springs with which chains and loops of joints are stable: a quarter of the frequency of
/// substeps. Locks have it, unless steps are short (see lockHertz()).
inline constexpr float kMostHertzPerSubstep = 0.25f;

/// One coordinate of sixteen joints.
struct JointAxisRow {
    Lane isLocked;      ///< 1 or 0
    Lane lower, upper;  ///< infinite if there is no limit
    Lane middle;        ///< angles are counted within half a turn of it
    /// The drive. All 0 if there is none. Of springs of frequency w and damping ratio z, with a mass that
    /// stays: stiffness is w^2 h mass, damper is 2 z w h mass; of motors both are 0.
    Lane isSpring, stiffness, damper;
    Lane position, speed, maxImpulse;
    Lane hold, drive;              ///< impulses in a substep
    Lane holdBefore, driveBefore;  ///< the same without the shock of this substep
};

/// What all joints have.
template <class Dimension>
struct JoinedRow : RowHeader<Dimension> {
    using Sizes = DimensionSizes<Dimension>;

    Lane armA[Sizes::kVector], armB[Sizes::kVector], apart[Sizes::kVector];
    Lane fall[Sizes::kVector];     ///< how much less B moves away from A in a substep than its velocity says
    Lane fastest;                  ///< of the errors of a joint that was solved after a shock, m/s
    Lane impulse[Sizes::kVector];  ///< on B, of the substeps so far
};

/// Joints that hold two points together, and nothing else: see SolverJoint::isPoint. They need no frames.
/// Lanes without one join nothing that moves.
template <class Dimension>
struct PointRow : JoinedRow<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kCost = 3;  ///< see ContactRow

    Lane hold[Sizes::kVector];        ///< impulse in a substep, world axes
    Lane holdBefore[Sizes::kVector];  ///< the same without the shock of this substep
};

/// Other joints. Lanes without one have nothing locked, limited or driven.
template <class Dimension>
struct JointRow : JoinedRow<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kCost = 8;  ///< see ContactRow

    // Bits of coordinates: those that are locked, limited or driven in any of the joints.
    std::uint8_t locked, limited, driven;
    Lane frameA[Sizes::kRotation], frameB[Sizes::kRotation];
    Lane isDistance;  ///< 1 or 0
    JointAxisRow axes[JointSizes<Dimension>::kCoordinates];
    Lane angularImpulse[Sizes::kSpin];  ///< on B, of the substeps so far
};

}  // namespace sat3d::SAT3D_ABI
