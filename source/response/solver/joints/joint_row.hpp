#pragma once

/// @file
/// Memory layout of joints in rows of sixteen.

#include "response/solver/joints/solver_joint.hpp"
#include "response/solver/rows/row_header.hpp"

#include <sat3d/core/config.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI::detail {

/// One coordinate of sixteen joints.
struct JointAxisRow {
    Lane isLocked;      ///< 1 or 0
    Lane lower, upper;  ///< infinite if there is no limit
    Lane middle;        ///< angles are counted within half a turn of it
    /// The drive: see JointRow::setDrive(). All 0 if there is none.
    Lane position, speed, positionRate, speedGain, damping, leak, maxImpulse;
    Lane hold, drive;              ///< impulses in a substep
    Lane holdBefore, driveBefore;  ///< the same without the shock of this substep
};

/// Joints. Lanes without one have nothing locked, limited or driven.
template <class Dimension>
struct JointRow : RowHeader<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kCost = 8;  ///< see ContactRow

    bool turns;                 ///< whether any angle of any joint is not free
    bool hasLimits, hasDrives;  ///< of any joint
    Lane armA[Sizes::kVector], armB[Sizes::kVector], apart[Sizes::kVector];
    Lane fall[Sizes::kVector];  ///< how much less B moves away from A in a substep than its velocity says
    Lane frameA[Sizes::kRotation], frameB[Sizes::kRotation];
    Lane isDistance;  ///< 1 or 0
    JointAxisRow axes[JointSizes<Dimension>::kCoordinates];
    Lane fastest;  ///< of the errors of a joint that was solved after a shock, m/s
    Lane impulse[Sizes::kVector], angularImpulse[Sizes::kSpin];  ///< on B, of the substeps so far
};

}  // namespace sat3d::SAT3D_ABI::detail
