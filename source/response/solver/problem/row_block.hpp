#pragma once

/// @file
/// Memory layout of the contact solver: constraints in rows of sixteen.

#include "response/solver/joints/joint_row.hpp"
#include "response/solver/problem/impact_memory.hpp"
#include "response/solver/rows/row_header.hpp"
#include "response/solver/wheels/wheel_row.hpp"

#include <sat3d/math/dimension.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Contacts with so few points have rows of their own.
inline constexpr std::uint32_t kFewPoints = 2;

/// Contacts with at most kPoints points each. Lanes and points without a contact have effective mass 0 and a
/// positive separation, so that they have no impulses.
template <class Dimension, std::uint32_t kPoints>
struct ContactRow : RowHeader<Dimension> {
    using Sizes = DimensionSizes<Dimension>;
    static constexpr std::uint32_t kPointCount = kPoints;
    static constexpr std::uint32_t kCost = kPoints;  ///< of a pass over the row, in units of about 50 ns

    /// The two ends of a point, on A and on B, are opposite each other along the normal. So its place is the
    /// same for both bodies, and its height along the normal only matters as the bodies turn: see heightsA.
    struct Point {
        Lane place[Sizes::kTangents];  ///< from the middle, along the tangents
        Lane base;                     ///< separation less its part that comes from the arms
        Lane gap;                      ///< separation since the bodies have moved last
        Lane mass;                     ///< effective mass along the normal
        Lane reach;                    ///< distance from the middle
        Lane impulse;
        Lane total;  ///< of the substeps so far, without impacts
    };

    /// Arms from the centers of mass to the points: only while the row is filled.
    struct Filling {
        Lane armsA[kPoints][Sizes::kVector], armsB[kPoints][Sizes::kVector];
        Lane isStill;  ///< 1 if one of the bodies cannot be pushed, or 0
        Lane isFirm;   ///< 1 if such a contact yields little to its load, or 0
    };

    std::uint16_t pushes;     ///< bits of lanes: contacts with impulses
    bool hasRolling;          ///< of any contact
    bool hasParts;            ///< whether parts of any of the bodies move in them
    bool hasTurningSurfaces;  ///< whether the surface velocity of any contact changes in the step
    bool hasCaps;             ///< whether the impulse of any contact is limited
    bool hasTurned;           ///< whether arms of any contact belong to a later moment
    bool isUneven;            ///< whether points of any contact have heights
    Lane normal[Sizes::kVector], tangent[Sizes::kVector];
    Lane radiusA, radiusB;
    Lane biasRate, massScale, impulseScale;  ///< softness
    Lane yieldSpeed;                         ///< m/s: the spring yields to a load by no more in a substep
    Point points[kPoints];
    /// How much an impulse of 1 at a point changes the speed at a later one.
    Lane couplings[kPoints * (kPoints - 1) / 2];
    [[nodiscard]] Lane& coupling(std::uint32_t point, std::uint32_t later) {
        return couplings[later * (later - 1) / 2 + point];
    }
    /// The sums over all points of their impulses, and of their places times these: a substep begins with
    /// them.
    Lane impulseSum, placeSum[Sizes::kTangents];
    Lane reach;  ///< largest of the points
    Lane friction, surfaceSpeed[Sizes::kTangents];
    Lane middleA[Sizes::kVector], middleB[Sizes::kVector];  ///< arms of the middle, where friction acts
    Lane tangentMass[Sizes::kTangentMass], frictionImpulse[Sizes::kTangents];
    Lane twistMass, twistImpulse;

    // What few rows need comes last, out of the way of the others.
    /// Only if isUneven: the heights of the ends of points on A and on B, along the normal from the middle.
    /// A contact has heights of 0 if its points lie in a plane, up to a thousandth of their reach.
    Lane heightsA[kPoints], heightsB[kPoints];
    Lane restitution;
    Lane turnedA[Sizes::kRotation], turnedB[Sizes::kRotation];  ///< only if hasTurned
    /// Only if hasParts: see PartSpeeds; and the speed with which parts turn about the normal.
    Lane partSpeed, partPerArm[Sizes::kVector], partTwist;
    Lane surfaceAcceleration[Sizes::kTangents];  ///< only if hasTurningSurfaces
    Lane impulseLeft;  ///< only if hasCaps: what the contact may give in the rest of the step
    /// Only if joints take part in a shock: the impulses without that of this substep.
    Lane impulsesBefore[kPoints], frictionBefore[Sizes::kTangents];
    Lane rolling, rollingMass[Sizes::kInertia], rollingImpulse[Sizes::kSpin];
};

/// All rows of one kind.
template <class Block>
struct Rows {
    static constexpr std::size_t kColors = 64;

    std::vector<Block> blocks;  ///< sorted by colors
    std::array<std::uint32_t, kColors + 1> colorStarts{};
};

/// The kinds of rows, in the order in which those of one color are solved. A kind is an entry here, a struct
/// with a RowHeader and a cost, and a file with its RowFiller and its RowSolver: no stage asks for the kind
/// of a row, each is compiled for all of them.
template <class Dimension>
struct RowKindList {
    using Kinds = std::tuple<Rows<ContactRow<Dimension, Dimension::kMaxPoints>>,
                             Rows<ContactRow<Dimension, kFewPoints>>, Rows<PointRow<Dimension>>,
                             Rows<JointRow<Dimension>>>;
};
/// In space there are wheels, too.
template <>
struct RowKindList<Dimension3> {
    using Kinds = std::tuple<Rows<ContactRow<Dimension3, Dimension3::kMaxPoints>>,
                             Rows<ContactRow<Dimension3, kFewPoints>>, Rows<PointRow<Dimension3>>,
                             Rows<JointRow<Dimension3>>, Rows<WheelRow<Dimension3>>>;
};
template <class Dimension>
using RowKinds = typename RowKindList<Dimension>::Kinds;
inline constexpr std::uint32_t kPointKind = 2, kJointKind = 3, kWheelKind = 4;
[[nodiscard]] constexpr bool isJoint(std::uint32_t kind) {
    return kind == kPointKind || kind == kJointKind;
}
template <class Dimension>
inline constexpr std::size_t kRowKinds = std::tuple_size_v<RowKinds<Dimension>>;

/// Place of a constraint in its rows.
struct RowPlace {
    std::uint32_t block = 0;
    std::uint8_t lane = 0;
    std::uint8_t kind = 0;
};

/// Rows of all kinds, color by color.
struct RowList {
    std::vector<RowPlace> rows;
    std::array<std::uint32_t, Rows<RowPlace>::kColors + 1> colorStarts = {};
};

/// How a contact yields to what presses it.
enum class Firmness : std::uint8_t {
    Soft,   ///< both bodies can be pushed
    Stiff,  ///< only one can
    Firm,   ///< so, and it yields only little to its load
};

/// What passes over all contacts of a step need of each: contacts themselves take seven cache lines.
template <class Dimension>
struct ContactBrief {
    typename Dimension::Vector normal;
    float impulse;   ///< of its points along the normal, in a substep of the last step
    float meetTime;  ///< see BasicSolverContact
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
    std::vector<ContactBrief<Dimension>> briefs;
    std::vector<Firmness> firmness;  ///< by contact
    /// By body: up to this impulse in a substep, its contacts with what cannot be pushed are firm: they yield
    /// little. It follows from what presses the body, and what cannot be pushed is no load. A body between a
    /// wall and a door that closes has no room: the harder both push it, the farther it flies in the end.
    std::vector<float> firmTo;
    /// By body: sum of the impulses with which its contacts begin the step.
    std::vector<typename Dimension::Vector> pushes;
    std::vector<std::uint8_t> hasEdge;  ///< by body: whether turning moves the points of its contacts
    /// By body: the axis of its capsule, about which it may turn as fast as it likes. 0 for other bodies.
    std::vector<typename Dimension::Vector> capsuleAxes;
    std::vector<float> meetTimes;  ///< by body: the fraction of the step after which it meets something first
    std::vector<BodyAxes> axes;    ///< of each state
    std::vector<BodyInertia> inertias;      ///< of each state
    std::vector<std::uint16_t> gyroscopes;  ///< by row of states: bits of bodies whose axes move
    std::vector<std::uint8_t> hasTurned;    ///< by state: whether its inertia has turned in this step
    std::vector<std::uint8_t> isThrown;     ///< by body: whether a heavy load has left it, or what it bears
    /// By state: whether it lies between heavy bodies, or has lost a heavy load. Empty: none does.
    std::vector<std::uint8_t> isSqueezed;
    RowKinds<Dimension> rows;
    std::array<std::vector<std::uint8_t>, kRowKinds<Dimension>>
        rowMarks;          ///< by kind and row: see markRows()
    RowList squeezedRows;  ///< of bodies that are squeezed
    RowList shockedRows;   ///< of bodies that the sweeps after a shock may reach
    RowList sweptRows;     ///< of the present sweep
    std::vector<ConstraintEnds>
        constraints;                    ///< the contacts in their order, then the joints, then the wheels
    std::vector<std::uint8_t> isMoved;  ///< by body: whether constraints change it
    std::vector<RowPlace> places;       ///< by constraint
    std::vector<std::uint64_t> colorsOfState;  ///< bit mask, while constraints are colored
    std::vector<std::uint8_t> colors;          ///< by constraint
    ImpactMemory<Dimension> impacts;
};

}  // namespace sat3d::SAT3D_ABI
