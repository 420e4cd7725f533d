#pragma once

/// @file
/// The data of a Dynamics.

#include "geometry/primitives/disjoint_sets.hpp"
#include "response/events/sensors.hpp"
#include "response/events/step_path.hpp"
#include "response/events/touch_events.hpp"
#include "response/motion/meeting.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/change_log.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
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
    /// Of the last step that moved it. While it sleeps, the same force in each step does not wake it.
    typename Dimension::Vector formerForce{0.0f};
    typename Dimension::Spin formerTorque{0.0f};
    float restSeconds = 0.0f;            ///< how long it has been slow
    typename Space<T>::Pose formerPose;  ///< of the object, when the last step that moved it began
    /// While asleep: the lowest index of an object in its island. Otherwise kNone.
    std::uint32_t island = kNone;

    // Derived.
    typename Space<T>::Pose pose;   ///< of the object, at the last step
    std::uint64_t contentHash = 0;  ///< of the object, when innerRadius was computed
    float inverseMass = 0.0f;
    typename Dimension::Inertia inverseInertia{0.0f};  ///< in the shape's axes
    float reach = 0.0f;      ///< distance of the farthest point from the center of mass
    float coreReach = 0.0f;  ///< the same without the radius of round parts, whose surface does not turn
    typename Dimension::Vector roundAxis{0.0f};  ///< see roundAxisOf()
    float innerRadius = 0.0f;        ///< of the largest ball in the shape around the center of mass
    std::uint32_t stepBody = kNone;  ///< its place in stepBodies, if this step moves it

    [[nodiscard]] bool isAsleep() const { return island != kNone; }
    [[nodiscard]] typename Space<T>::Position center() const {
        return pose * typename Space<T>::Position(body.mass.center);
    }
};

/// Whether contacts can move a body in this step.
template <class T>
[[nodiscard]] bool isMover(const BodyRecord<T>* record) {
    return record != nullptr && record->inverseMass > 0.0f && !record->isAsleep();
}

/// What a step asks of a body that it moves for each of its pairs. The default stands still.
template <class T>
struct alignas(64) StepBody {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using Position = typename Space<T>::Position;

    Position center{0};     ///< of mass
    Vector velocity{0.0f};  ///< at the start of the step
    typename Dimension::Spin angularVelocity{0.0f};
    StepMotion<Dimension> motion;  ///< if nothing touches it: by its velocity, gravity and all forces
    Vector acceleration{0.0f};
    typename Dimension::Spin angularAcceleration{0.0f};
    float way = 0.0f;          ///< of the center, meters
    float swing = 0.0f;        ///< how far its rotation moves its farthest point in the step
    float innerRadius = 0.0f;  ///< see BodyRecord
    bool isDynamic = false;    ///< whether contacts move it

    [[nodiscard]] Vector velocityAt(const Position& point) const {
        return velocity + spinCross(angularVelocity, Vector(point - center));
    }
};

/// An object as it was at the end of the last step. If it differs now, the game has changed it.
struct SeenObject {
    ObjectId id;
    std::uint64_t hash = 0;  ///< 0 if its body was set or removed since
};

/// A body that has moved so far relative to another object in this step that it may have passed through it.
struct FastBody {
    std::uint32_t body, obstacle;  ///< objects
    float way = 0.0f;              ///< relative to the obstacle, meters
    float share = 1.0f;            ///< of the motion, until it must stop
};

/// The least separation of the points of a manifold or a contact.
[[nodiscard]] float leastSeparation(const auto& contact) {
    float least = std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        least = std::min(least, contact.pointArray[i].separation);
    }
    return least;
}

/// A contact that a step has found, before it gets impulses.
template <class T>
struct FoundContact {
    BasicDynamicContact<T> contact;
    float radiusA = 0.0f, radiusB = 0.0f;                ///< of round parts
    std::uint32_t recordA = kNone, recordB = kNone;      ///< of the bodies, if there are any
    std::uint32_t stepBodyA = kNone, stepBodyB = kNone;  ///< of bodies that the step moves
    std::uint32_t order = 0;                             ///< among the contacts of one pair of children
    std::uint32_t meeting = kNone;  ///< place of its MeetingArms, if the bodies meet later in the step
    float fraction = 0.0f;          ///< of the step, after which the bodies meet; 1 if they do not
    float room =
        0.0f;  ///< meters that the solver adds to gaps, so that bodies that pass each other are not stopped
};

/// From the centers of mass to the points of a contact, when the bodies meet. World axes.
template <class T>
struct MeetingArms {
    using Dimension = typename Space<T>::Dimension;

    std::array<typename Dimension::Vector, Dimension::kMaxPoints> a, b;
    std::array<typename Space<T>::Position, Dimension::kMaxPoints> onA, onB;  ///< points on the surfaces then
};

/// Contacts found in one chunk of pairs. Blocks of different threads share no cache line.
template <class T>
struct alignas(64) FoundBlock {
    std::vector<FoundContact<T>> contacts;
    std::vector<MeetingArms<T>> meetings;
    std::vector<typename Space<T>::Manifold> manifolds;  ///< of one pair
    std::vector<typename Space<Precise<T>>::Manifold> manifoldsAtMeeting;
    std::size_t firstFound = 0, firstMeeting = 0;  ///< places in DynamicsState::found and meetings
};

/// Contacts of some pairs that a task continues, and those that it keeps besides.
template <class T>
struct alignas(64) ContinuedBlock {
    std::size_t first = 0, end = 0;  ///< in DynamicsState::found
    std::vector<FoundContact<T>> kept;
    std::size_t keptBefore = 0;  ///< in other blocks
};

/// A contact of a convex piece of a body with what stands still.
struct StandingPiece {
    std::uint32_t object, child;  ///< of the body
    std::uint32_t pointCount;
    float separation;
    float fraction;         ///< of the step, after which they meet
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
    /// @param at  a place in the list, or kNone
    [[nodiscard]] Record* record(std::uint32_t at) { return at != detail::kNone ? &records[at] : nullptr; }
    /// The place of an object's body in stepBodies, or kNone if this step does not move it.
    [[nodiscard]] std::uint32_t stepBodyAt(std::uint32_t objectIndex) const {
        const std::uint32_t at = recordAt(objectIndex);
        return at != detail::kNone ? records[at].stepBody : detail::kNone;
    }
    /// Whether contacts can move a body in this step.
    /// @param at  a place in stepBodies, or kNone
    [[nodiscard]] bool isMoverAt(std::uint32_t at) const {
        return at != detail::kNone && stepBodies[at].isDynamic;
    }

    Options options;
    std::vector<Record> records;            ///< in no order
    std::vector<Contact> contacts;          ///< of awake bodies, sorted
    std::vector<Contact> sleepingContacts;  ///< between sleeping bodies and what stands still, sorted
    float substep = 0.0f;                   ///< seconds; the impulses of contacts belong to it
    std::vector<SeenObject> seen;           ///< by object index
    Sensors<T> sensors;                     ///< what overlaps them is state

    // Derived.
    std::vector<std::uint32_t> recordOf;  ///< by object index
    BroadPhase broadPhase;                ///< of all objects that can have contacts, with room for motion
    std::optional<ChangeLog::Moment> seenMoment = 0;  ///< of the world; nothing: compare all objects
    std::vector<std::uint32_t> changedBodies;  ///< objects that have got or lost a body since the last step
    std::uint32_t sleepingCount = 0;
    std::vector<ObjectId>
        forcedSleepers;  ///< bodies that may sleep although a force acts on them, or has acted
    BasicContactSolver<Dimension> solver;
    TouchEvents<T> events;  ///< of the last step

    // Memory of one step.
    std::vector<Contact> movedContacts;   ///< that have fallen asleep or woken up
    std::vector<std::uint32_t> awake;     ///< records, sorted by objects
    std::vector<StepBody<T>> stepBodies;  ///< of these
    std::vector<PairIndices> pairs, sortedPairs;
    std::vector<std::uint32_t> pairStarts;  ///< while pairs are sorted: by object index
    std::vector<std::uint32_t> edited;      ///< objects that the game has changed, sorted
    std::vector<std::uint32_t> islandsToWake;
    std::vector<FoundContact<T>> found, foundAndKept;
    std::vector<ContinuedBlock<T>> continued;
    std::vector<MeetingArms<T>> meetings;
    std::vector<StandingPiece> standingPieces;
    std::vector<FastBody> fastBodies;
    std::vector<bool> isFast;  ///< by step body
    std::vector<float>
        meetTimes;  ///< by step body: the fraction of the step after which it meets something first
    std::vector<float> shares;  ///< by step body: of its motion, until it must stop
    std::vector<FoundBlock<T>> blocks;
    std::vector<BasicSolverBody<Dimension>> solverBodies;
    std::vector<BasicSolverContact<Dimension>> solverContacts;
    DisjointSets islands;  ///< of awake bodies
    std::vector<std::uint32_t> islandNumbers;
    std::vector<bool> isCarried;                              ///< awake bodies that a contact has pushed
    std::vector<ObjectPair> formerTouching, formerAndSensed;  ///< pairs that touched before the step, sorted
    std::vector<FoundTouch<T>> touches, touchesAndSensed;     ///< pairs that have touched, sorted
    std::vector<ChangedObject<T>> changedObjects;             ///< sorted by indices
};

}  // namespace sat3d::inline SAT3D_ABI::detail
