#pragma once

/// @file
/// Memory layout that rows of all kinds share: the states of bodies, and the bodies of sixteen constraints.

#include <sat3d/math/dimension.hpp>
#include <sat3d/response/locked_axes.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// Numbers of floats that make up the quantities of a dimension.
template <class Dimension>
struct DimensionSizes;
template <>
struct DimensionSizes<Dimension3> {
    static constexpr std::size_t kVector = 3, kSpin = 3, kInertia = 6, kTangents = 2, kTangentMass = 3,
                                 kRotation = 4, kState = 16, kDrive = 16;
};
template <>
struct DimensionSizes<Dimension2> {
    static constexpr std::size_t kVector = 2, kSpin = 1, kInertia = 1, kTangents = 1, kTangentMass = 1,
                                 kRotation = 2, kState = 8, kDrive = 8;
};

/// State of a body that contacts read and write, in groups of four floats. In space: velocity, angular
/// velocity, translation, rotation. In the plane: velocity and angular velocity; translation and rotation.
template <class Dimension>
struct alignas(DimensionSizes<Dimension>::kState * sizeof(float)) BodyState {
    float all[DimensionSizes<Dimension>::kState];
};

/// Influences on a body in a substep besides contacts, in groups of four floats. In space: acceleration and
/// the factor of linear damping; angular acceleration and the factor of angular damping; the correction of
/// free fall, half the substep squared, and the largest angular velocity; the axis of a capsule. In the
/// plane: acceleration, angular acceleration and the factor of linear damping; the factor of angular damping,
/// the correction, and the largest angular velocity.
template <class Dimension>
struct alignas(16) BodyDrive {
    float all[DimensionSizes<Dimension>::kDrive];
};

/// The principal axes of a body at the start of the step, each with its inverse inertia.
struct alignas(16) BodyAxes {
    float all[12];
};

/// The inverse inertia of a body at the start of the step, as if no axes were locked: xx, yy, zz, xy, xz,
/// yz.
struct alignas(16) BodyInertia {
    float all[8];
};

/// The number of constraints that are solved at a time: as many as the widest vectors have lanes. All
/// instruction sets have rows of this width, so that the order of contacts does not depend on the processor.
inline constexpr std::size_t kRowWidth = 16;

/// In place of a constraint in a lane without one. Such lanes come last.
inline constexpr std::uint32_t kNoConstraint = std::numeric_limits<std::uint32_t>::max();

/// One number of each constraint of a row.
struct alignas(kRowWidth * sizeof(float)) Lane {
    float v[kRowWidth];
};

/// The locked axes of a body as bits: those along which it does not move, then, from kFirstTurn on, those
/// about which it does not turn.
inline constexpr unsigned kFirstTurn = 3;
[[nodiscard]] inline std::uint8_t lockBits(const LockedAxes& locked) {
    unsigned bits = 0, at = 0;
    for (const bool lock :
         {locked.moveX, locked.moveY, locked.moveZ, locked.turnX, locked.turnY, locked.turnZ}) {
        bits |= (lock ? 1u : 0u) << at++;
    }
    return static_cast<std::uint8_t>(bits);
}
[[nodiscard]] inline std::uint8_t lockBits(const PlanarLockedAxes& locked) {
    return static_cast<std::uint8_t>((locked.moveX ? 1u : 0u) | (locked.moveY ? 2u : 0u) |
                                     (locked.turn ? 1u << kFirstTurn : 0u));
}

/// What rows of all kinds begin with: the bodies of sixteen constraints that share no body that moves.
template <class Dimension>
struct RowHeader {
    using Sizes = DimensionSizes<Dimension>;
    /// What is known of constraints only while the row is filled.
    struct Filling {};

    std::uint32_t a[kRowWidth], b[kRowWidth];   ///< indices of states; 0 is what never moves
    bool movesA[kRowWidth], movesB[kRowWidth];  ///< whether constraints change the body
    std::uint32_t constraint[kRowWidth];        ///< index of the one in each lane, or kNoConstraint
    std::uint16_t impacts;  ///< bits of lanes: contacts whose bodies meet fast in the next substep
    std::uint8_t lockedA[kRowWidth], lockedB[kRowWidth];  ///< see lockBits()
    bool hasLocks;                                        ///< whether axes of any of the bodies are locked
    Lane inverseMassA, inverseMassB;
    Lane inertiaA[Sizes::kInertia], inertiaB[Sizes::kInertia];  ///< inverse
};

}  // namespace sat3d::SAT3D_ABI
