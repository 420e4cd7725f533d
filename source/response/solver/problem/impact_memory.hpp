#pragma once

/// @file
/// Working memory of the solver of impacts.

#include "geometry/primitives/disjoint_sets.hpp"
#include "response/solver/problem/constraint_graph.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// What impacts ask of a contact, in one place: a row scatters it over many cache lines.
template <class Dimension>
struct alignas(64) ImpactContact {
    using Vector = typename Dimension::Vector;

    struct Point {
        Vector armA{0.0f}, armB{0.0f};
        float base = 0.0f;  ///< see ContactRow
        bool hasMass = false;
    };
    // What mayMeet() asks for lies in one cache line.
    std::uint32_t a = 0, b = 0;  ///< states
    float reach = 0.0f;
    bool hasParts = false;  ///< of the row
    bool movesA = false, movesB = false;
    Vector normal{0.0f}, middleA{0.0f}, middleB{0.0f};
    std::uint32_t pointCount = 0;

    bool hasCaps = false, hasLocks = false;  ///< of the row
    std::uint8_t lockedA = 0, lockedB = 0;   ///< see lockBits()
    float inverseMassA = 0.0f, inverseMassB = 0.0f, radiusA = 0.0f, radiusB = 0.0f;
    float restitution = 0.0f, friction = 0.0f;
    float surfaceSpeed[2] = {};
    float partSpeed = 0.0f;  ///< see PartSpeeds
    Vector partPerArm{0.0f};
    typename Dimension::Rotation turnedA = Dimension::kNoRotation, turnedB = Dimension::kNoRotation;
    Vector tangent{0.0f};
    // Inverse inertias at the start of the step, and whether they turn with the bodies.
    typename Dimension::Inertia inertiaA{0.0f}, inertiaB{0.0f};
    bool turnsA = false, turnsB = false;
    Point points[Dimension::kMaxPoints] = {};
};

/// The impulses of one contact in an impact, on B; A gets the opposite.
template <class Dimension>
struct ImpactImpulses {
    using Vector = typename Dimension::Vector;
    using Spin = typename Dimension::Spin;

    float points[Dimension::kMaxPoints] = {};  ///< along the normal
    float friction[2] = {};                    ///< along the tangents
    Vector sum{0.0f};                          ///< of all of these
    Spin turnA{0.0f}, turnB{0.0f};             ///< about the centers of mass
};

/// The speeds of a contact's points after an impact, by their numbers. Of points that did not meet at its
/// start, kNone.
template <class Dimension>
struct ImpactTargets {
    static constexpr float kNone = -std::numeric_limits<float>::infinity();
    float speeds[Dimension::kMaxPoints];
};

/// A contact that collides at once with others that share its bodies.
template <class Dimension>
struct CollidingAtOnce {
    std::uint32_t set = 0, contact = 0;
    ImpactTargets<Dimension> targets;
};

/// Energy that a part t of impulses adds to the bodies that these push: slope * t + curvature * t^2.
struct EnergyOfPart {
    double slope = 0.0, curvature = 0.0;
};

/// A body in a shock.
template <class Dimension>
struct ShockedBody {
    std::uint32_t body = 0;
    typename Dimension::Vector velocity{0.0f};  ///< before
    typename Dimension::Spin angularVelocity{0.0f};
    std::uint32_t set = 0;     ///< place in the list of the first body of those that push each other
    EnergyOfPart energy = {};  ///< of these, at the first one
};

/// How far the bodies of a contact are apart now.
struct ContactGap {
    float least = 0.0f;  ///< of its points, less what rounding may take
    float arm = 0.0f;    ///< a bound of the distance of its points from the center of mass of either body
};

/// Marks that several threads set at the same time, which is all that they do with them.
class SharedMarks {
public:
    /// Has so many, none of them set. Keeps memory.
    void clear(std::size_t count) {
        if (count > marks_.size()) {
            marks_ = std::vector<std::atomic<std::uint8_t>>(count);
        }
        for (auto& mark : marks_) {
            mark.store(0, std::memory_order_relaxed);
        }
    }
    void set(std::size_t i) { marks_[i].store(1, std::memory_order_relaxed); }
    void unset(std::size_t i) { marks_[i].store(0, std::memory_order_relaxed); }
    [[nodiscard]] bool operator[](std::size_t i) const {
        return marks_[i].load(std::memory_order_relaxed) != 0;
    }

private:
    std::vector<std::atomic<std::uint8_t>> marks_;
};

template <class Dimension>
struct ImpactMemory {
    ConstraintGraph graph;  ///< built in a step's first substep with an impact

    // Of the contacts of the step.
    std::vector<ImpactContact<Dimension>> contacts;  ///< if they are loaded
    std::vector<std::uint8_t> isLoaded;
    std::vector<ContactGap> gaps;    ///< in a substep with an impact
    std::vector<std::uint8_t> hits;  ///< how often the two bodies have collided in this substep
    std::vector<std::uint8_t> isQueued, isReached;

    std::vector<std::uint32_t> queue;       ///< contacts to look at
    std::vector<std::uint32_t> meeting;     ///< those of them that meet
    std::vector<std::uint32_t> meetingsOf;  ///< by body: how many these are
    std::vector<CollidingAtOnce<Dimension>> together;
    std::vector<std::uint32_t> reached;  ///< contacts that have been in the queue

    // Of a shock. Threads set the marks; the lists are made afterwards, in the order of the numbers.
    std::vector<std::uint8_t> isShocked;  ///< by contact: whether it has stopped its bodies
    std::vector<std::uint8_t> isPushing;  ///< by contact: whether its inner body gets its impulses
    SharedMarks isLive;                   ///< by piece of the graph: whether the shock has come to it
    std::vector<std::uint32_t> pieces;    ///< of a stage, those that are live
    SharedMarks isPushed;                 ///< by body: whether it is the inner one of a contact that pushes
    std::vector<ImpactImpulses<Dimension>> impulses;  ///< by contact, if it is shocked
    std::vector<std::uint8_t> isChanged;              ///< by state: whether the shock has changed the body
    std::vector<ShockedBody<Dimension>> before;       ///< by body, if the shock has changed it
    std::vector<std::uint32_t> shocked;               ///< contacts
    std::vector<ShockedBody<Dimension>> bodies;       ///< that the shock has changed
    std::vector<std::uint32_t> bodyAt;                ///< by body: its place in the list, or kUnlisted
    std::vector<EnergyOfPart> energies;               ///< of the shocked contacts
    DisjointSets sets;                                ///< of places: bodies that push each other

    // Used by the sweeps after a shock.
    DisjointSets joined;  ///< bodies, by joints. The first shock of a step sets them up
    bool hasJoined = false;
    std::vector<std::uint8_t> isSetStruck;  ///< by set of joined bodies: whether the shock has changed any
    // By state.
    std::vector<std::uint8_t> isStruck;     ///< jointed bodies that the shock has changed
    std::vector<std::uint8_t> isJoined;     ///< these, and what joints connect with them
    std::vector<std::uint8_t> isReachable;  ///< these, and other bodies that it has changed
    std::vector<std::uint8_t> isSwept;      ///< bodies of the present sweep

    static constexpr std::uint32_t kUnlisted = std::numeric_limits<std::uint32_t>::max();

    void prepare(std::size_t bodyCount, std::size_t contactCount) {
        graph.clear();
        hasJoined = false;
        contacts.resize(contactCount);
        isLoaded.assign(contactCount, 0);
        gaps.resize(contactCount);
        hits.assign(contactCount, 0);
        isQueued.assign(contactCount, 0);
        isReached.assign(contactCount, 0);
        meetingsOf.assign(bodyCount, 0);
        isShocked.assign(contactCount, 0);
        isPushing.assign(contactCount, 0);
        isPushed.clear(bodyCount);
        impulses.resize(contactCount);
        isChanged.assign(bodyCount + 1, 0);
        before.resize(bodyCount);
        bodyAt.assign(bodyCount, kUnlisted);
    }
};

}  // namespace sat3d::SAT3D_ABI
