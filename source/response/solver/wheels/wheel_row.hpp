#pragma once

/// @file
/// Memory layout of wheels in rows of sixteen.

#include "response/solver/rows/row_header.hpp"

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Wheels: A is the ground, B the body that they carry. Two wheels in one row belong to different bodies, and
/// so do their treads. Lanes without a wheel have no stiffness and no friction.
template <class Dimension>
struct WheelRow : RowHeader<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kCost = 6;      ///< see ContactRow
    static constexpr std::size_t kDirections = 2;  ///< along the tread, and across it

    /// One direction of the tire.
    struct Grip {
        Lane friction, peakSlip;
        Lane impulse, total;
    };

    std::uint32_t tread[kRowWidth];
    Lane armA[Sizes::kVector], armB[Sizes::kVector];
    Lane normal[Sizes::kVector], along[Sizes::kVector];
    Lane groundVelocity[Sizes::kVector], groundAcceleration[Sizes::kVector];
    Lane compressionAtStart, travel, perNormal, stiffness, damping, slidingShare;
    Lane maxImpulse;       ///< of `total`
    Lane compression;      ///< now
    Lane response;         ///< how much an impulse of 1 along the normal changes the speed
    Lane antiRollImpulse;  ///< along the normal, in this substep
    Lane spring, stop;     ///< impulses along the normal in a substep
    Lane total;            ///< of both, of the substeps so far
    Grip grips[kDirections];
    Lane slipSpeed;   ///< see RowSolver::findSlip()
    Lane compliance;  ///< along: m/s for an impulse of 1, of the bodies and the slip
};

}  // namespace sat3d::SAT3D_ABI
