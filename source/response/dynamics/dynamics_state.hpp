#pragma once

/// @file
/// What a Dynamics owns.

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/change_log.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A body, with what is derived from its mass and shape.
template <class T>
struct BodyRecord {
    using Dimension = typename Space<T>::Dimension;

    ObjectId id;
    BasicBody<Dimension> body;
    typename Dimension::Vector force{0.0f};  ///< for the next step
    typename Dimension::Spin torque{0.0f};
    float restSeconds = 0.0f;  ///< how long it has been slow
    /// While asleep: the lowest index of an object in its island. Otherwise kNone.
    std::uint32_t island = kNone;
    typename Space<T>::Pose pose;  ///< of the object, when the body last saw it
    std::uint64_t shapeHash = 0;

    // Derived.
    float inverseMass = 0.0f;
    typename Dimension::Inertia inverseInertia{0.0f};  ///< in the shape's axes
    float reach = 0.0f;  ///< in this step: distance of the farthest point from the center of mass, or more
    float innerRadius = 0.0f;          ///< of the largest ball in the shape around the center of mass
    std::uint32_t solverBody = kNone;  ///< in this step
    float freePath = 1.0f;             ///< share of this step's motion that passes through nothing

    [[nodiscard]] bool isAsleep() const { return island != kNone; }
    [[nodiscard]] typename Space<T>::Position center() const {
        return pose * typename Space<T>::Position(body.mass.center);
    }
};

/// A contact that a step has found, before it gets impulses.
template <class T>
struct FoundContact {
    BasicDynamicContact<T> contact;
    std::uint32_t bodyA = kNone, bodyB = kNone;  ///< records
    float radiusA = 0.0f, radiusB = 0.0f;        ///< of round parts
    std::uint32_t order = 0;                     ///< among the contacts of one pair of children
};

/// What one chunk of pairs has found. Blocks of different threads share no cache line.
template <class T>
struct alignas(64) FoundBlock {
    std::vector<FoundContact<T>> contacts;
    std::vector<PairIndices> fastPairs;
    std::vector<typename Space<T>::Manifold> manifolds;  ///< of one pair
};

/// A contact of a convex piece of a body with what stands still.
struct StandingPiece {
    std::uint32_t object, child;  ///< of the body
    std::uint32_t pointCount;
    float separation;
    std::uint32_t contact;  ///< index into DynamicsState::found
    bool isA;               ///< whether the body is A
};

template <class T>
struct DynamicsState {
    using Record = BodyRecord<T>;
    using Contact = BasicDynamicContact<T>;
    using Dimension = typename Space<T>::Dimension;
    using Options = BasicDynamicsOptions<Dimension>;

    explicit DynamicsState(const Options& given) : options(given), solver(given.solver) {}

    [[nodiscard]] std::uint32_t recordAt(std::uint32_t objectIndex) const {
        return objectIndex < recordOf.size() ? recordOf[objectIndex] : detail::kNone;
    }
    [[nodiscard]] Record* find(ObjectId id) {
        const std::uint32_t at = recordAt(id.index);
        return at != detail::kNone && records[at].id == id ? &records[at] : nullptr;
    }

    Options options;
    std::vector<Record> records;            ///< in no order
    std::vector<Contact> contacts;          ///< of awake bodies, sorted
    std::vector<Contact> sleepingContacts;  ///< between sleeping bodies and what stands still, sorted
    float substep = 0.0f;                   ///< seconds; the impulses of contacts belong to it

    // Derived.
    std::vector<std::uint32_t> recordOf;  ///< by object index
    BroadPhase broadPhase;                ///< of all objects that can have contacts, with room for motion
    ChangeLog::Moment seen = 0;           ///< of the world
    bool hasSeenAll = true;               ///< whether `seen` is a moment of the world
    std::vector<std::uint32_t> changedBodies;  ///< objects that have got or lost a body since the last step
    std::vector<ObjectId> known;               ///< by index: the objects in the broad phase
    std::uint32_t sleepingCount = 0;
    BasicContactSolver<Dimension> solver;

    // Memory of one step.
    std::vector<Contact> movedContacts;  ///< that have fallen asleep or woken up
    std::vector<std::uint32_t> awake;    ///< records, sorted by objects
    std::vector<std::uint32_t> islandsToWake;
    std::vector<FoundContact<T>> found, sortedFound;
    std::vector<std::uint32_t> order;
    std::vector<StandingPiece> standingPieces;
    std::vector<PairIndices> fastPairs;
    std::vector<FoundBlock<T>> blocks;
    std::vector<BasicSolverBody<Dimension>> solverBodies;
    std::vector<BasicSolverContact<Dimension>> solverContacts;
    std::vector<std::uint32_t> islandOf, islandNumbers;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
