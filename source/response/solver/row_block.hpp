#pragma once

/// @file
/// Memory layout of the contact solver: bodies, and constraints in rows of eight.

#include "response/solver/impact_memory.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/dimension.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

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

/// The number of constraints that are solved at a time. All instruction sets have rows of this width, so that
/// the order of contacts does not depend on the processor.
inline constexpr std::size_t kRowWidth = 8;

/// Contacts with so few points have rows of their own.
inline constexpr std::uint32_t kFewPoints = 2;

/// In place of a constraint in a lane without one. Such lanes come last.
inline constexpr std::uint32_t kNoConstraint = std::numeric_limits<std::uint32_t>::max();

/// One number of each constraint of a row.
struct alignas(32) Lane {
    float v[kRowWidth];
};

/// What rows of all kinds begin with: the bodies of eight constraints that share no body that moves.
template <class Dimension>
struct RowHeader {
    using Sizes = DimensionSizes<Dimension>;

    std::uint32_t a[kRowWidth], b[kRowWidth];   ///< indices of states; 0 is what never moves
    bool movesA[kRowWidth], movesB[kRowWidth];  ///< whether constraints change the body
    std::uint32_t constraint[kRowWidth];        ///< index of the one in each lane, or kNoConstraint
    std::uint8_t impacts;  ///< bits of lanes: contacts whose bodies meet fast in the next substep
    Lane inverseMassA, inverseMassB;
    Lane inertiaA[Sizes::kInertia], inertiaB[Sizes::kInertia];  ///< inverse
};

/// Contacts with at most kPoints points each. Lanes and points without a contact have effective mass 0 and a
/// positive separation, so that they have no impulses.
template <class Dimension, std::uint32_t kPoints>
struct ContactRow : RowHeader<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kPointCount = kPoints;
    static constexpr std::uint32_t kCost =
        (kPoints + 1) / 2;  ///< of a pass over the row, in half microseconds

    struct Point {
        Lane armA[Sizes::kVector], armB[Sizes::kVector];
        Lane base;   ///< separation less its part that comes from the arms
        Lane mass;   ///< effective mass along the normal
        Lane reach;  ///< distance from the middle
        Lane impulse;
        Lane total;  ///< of the substeps so far, without impacts
    };

    bool hasRolling;  ///< of any contact
    bool hasTurned;   ///< whether arms of any contact belong to a later moment
    Lane normal[Sizes::kVector], tangent[Sizes::kVector];
    Lane radiusA, radiusB;
    Lane turnedA[Sizes::kRotation], turnedB[Sizes::kRotation];  ///< only if hasTurned
    Lane biasRate, massScale, impulseScale;                     ///< softness
    Lane restitution;
    Point points[kPoints];
    /// How much an impulse of 1 at a point changes the speed at a later one.
    Lane couplings[kPoints * (kPoints - 1) / 2];
    [[nodiscard]] Lane& coupling(std::uint32_t point, std::uint32_t later) {
        return couplings[later * (later - 1) / 2 + point];
    }

    Lane reach;  ///< largest of the points

    Lane friction, surfaceSpeed[Sizes::kTangents];
    Lane middleA[Sizes::kVector], middleB[Sizes::kVector];  ///< arms of the point where friction acts
    Lane tangentMass[Sizes::kTangentMass], frictionImpulse[Sizes::kTangents];
    Lane twistMass, twistImpulse;
    Lane rolling, rollingMass[Sizes::kInertia], rollingImpulse[Sizes::kSpin];
};

/// All rows of one kind.
template <class Block>
struct Rows {
    static constexpr std::size_t kColors = 64;

    std::vector<Block> blocks;  ///< sorted by colors
    std::array<std::uint32_t, kColors + 1> colorStarts{};
};

/// The kinds of rows, in the order in which those of one color are solved. A further kind, such as of joints,
/// is an entry here, a struct with a RowHeader and a cost, and a file with its RowFiller and its RowSolver:
/// no stage asks for the kind of a row, each is compiled for all of them.
template <class Dimension>
using RowKinds =
    std::tuple<Rows<ContactRow<Dimension, Dimension::kMaxPoints>>, Rows<ContactRow<Dimension, kFewPoints>>>;
template <class Dimension>
inline constexpr std::size_t kRowKinds = std::tuple_size_v<RowKinds<Dimension>>;

/// Place of a constraint in its rows.
struct RowPlace {
    std::uint32_t block = 0;
    std::uint8_t lane = 0;
    std::uint8_t kind = 0;
};

/// Input and output of the kernels.
template <class Dimension>
struct SolverProblem {
    static constexpr std::size_t kColors = std::tuple_element_t<0, RowKinds<Dimension>>::kColors;
    /// The last color takes constraints that find no other one. They may share bodies: each gets a row of its
    /// own.
    static constexpr std::uint32_t kOverflow = kColors - 1;

    std::vector<BodyState<Dimension>> states;  ///< of what never moves, then of each body; full rows
    std::vector<BodyDrive<Dimension>> drives;  ///< of each state
    std::vector<std::uint8_t> hasContact;      ///< by body
    std::vector<std::uint8_t> hasEdge;         ///< by body: whether turning moves the points of its contacts
    /// By body: the axis of its capsule, about which it may turn as fast as it likes. 0 for other bodies.
    std::vector<typename Dimension::Vector> capsuleAxes;
    std::vector<float> meetTimes;  ///< by body: the fraction of the step after which it meets something first
    std::vector<BodyAxes> axes;    ///< of each state
    std::vector<std::uint8_t> isGyroscopic;  ///< by row of states: whether the axis of a body moves
    std::vector<std::uint8_t> hasTurned;     ///< by state: whether its inertia has turned in this step
    RowKinds<Dimension> rows;
    std::vector<ConstraintEnds> constraints;   ///< so far the contacts, in their order
    std::vector<std::uint8_t> isMoved;         ///< by body: whether constraints change it
    std::vector<RowPlace> places;              ///< by constraint
    std::vector<std::uint64_t> colorsOfState;  ///< bit mask, while constraints are colored
    std::vector<std::uint8_t> colors;          ///< by constraint
    ImpactMemory<Dimension> impacts;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
