#pragma once

/// @file
/// The data of a Dynamics.

#include "core/parallel/task_lists.hpp"
#include "geometry/primitives/disjoint_sets.hpp"
#include "response/body/material_pairs.hpp"
#include "response/contacts/body_record.hpp"
#include "response/contacts/found_contact.hpp"
#include "response/contacts/near_pairs.hpp"
#include "response/contacts/pair_side.hpp"
#include "response/events/sensors.hpp"
#include "response/events/step_path.hpp"
#include "response/events/touch_events.hpp"
#include "response/joints/joint_table.hpp"
#include "response/solver/joints/solver_joint.hpp"
#include "response/solver/wheels/solver_wheel.hpp"
#include "response/vehicle/vehicle_table.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/change_log.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// An object as it was at the end of the last step. If it differs now, the game has changed it.
struct SeenObject {
    ObjectId id;
    std::uint64_t contentHash = 0;  ///< of all but its pose. 0 if its body was set or removed since
    std::uint64_t poseHash = 0;

    friend bool operator==(const SeenObject&, const SeenObject&) = default;
};

/// A body that has moved so far relative to another object in this step that it may have passed through it.
struct FastBody {
    std::uint32_t body, obstacle;                          ///< objects
    float way = 0.0f;                                      ///< relative to the obstacle, meters
    float share = 1.0f;                                    ///< of the motion, until it must stop
    std::uint32_t bodyPart = kNone, obstaclePart = kNone;  ///< that meet then, if they move in their objects
};

/// What takes a body with it that has stopped at it.
struct Carrier {
    std::uint32_t object = kNone;  ///< kNone: nothing does
    std::uint32_t part = kNone;    ///< if it moves in the object
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

/// A wheel of a vehicle.
struct WheelJob {
    std::uint32_t vehicle, wheel;  ///< place of the vehicle, number of the wheel
};

/// Memory of one step. The next one finds it, so that steps do not allocate. A copy of a Dynamics begins
/// without it.
template <class T>
struct StepMemory {
    using Dimension = typename Space<T>::Dimension;

    StepMemory() = default;
    StepMemory(const StepMemory&) {}
    StepMemory& operator=(const StepMemory&) { return *this; }

    std::vector<FoundContact<T>> movedContacts;  ///< that have fallen asleep or woken up
    std::vector<StepBody<T>> stepBodies;         ///< of these
    std::vector<std::uint32_t> predicted;        ///< step bodies whose motions the solver predicts
    std::vector<std::uint32_t> edited;           ///< objects that the game has changed, sorted
    std::vector<std::uint32_t> relocated;        ///< of these, those that stand elsewhere now
    std::vector<std::uint32_t> islandsToWake;
    std::vector<std::uint32_t> resurfaced;  ///< edited objects: see DynamicsStep::hasAnotherSurface()
    std::vector<PairIndices> carried;       ///< these, and the sleeping bodies at them
    std::vector<FoundContact<T>> found, covered;
    std::vector<SearchedPair<T>> searched;
    std::vector<MeetingArms<T>> meetings;
    std::vector<BasicContactSettings<Dimension>> hookedSettings;  ///< of contacts that a hook has seen
    std::vector<PairIndices> permeable;  ///< sorted pairs that a hook lets through, in part or for a while
    std::vector<StandingPiece> standingPieces;
    std::vector<FastBody> fastBodies;
    // Of the tasks that fill lists of this step.
    TaskLists<FastBody> fastLists;
    TaskLists<std::uint32_t> numberLists;
    TaskLists<FoundTouch<T>> touchLists;
    TaskLists<ObjectPair> pairLists;
    TaskLists<StandingPiece> pieceLists;
    std::vector<StepMotion<Dimension>> solvedMotions;  ///< by step body
    std::vector<float> solvedSwings;  ///< by step body: the farthest that its turn and its parts move a point
    std::vector<std::uint32_t> tumbling;  ///< contacts: see DynamicsStep::findTumbling()
    std::vector<bool> isTumbling;         ///< by the first body of an island
    // What a step has solved, and what of it is solved again: see DynamicsStep::solveIslandsAgain().
    std::vector<BasicSolverBody<Dimension>> solvedBodies;
    std::vector<BasicSolverContact<Dimension>> solvedContacts;
    std::vector<SolverJoint<Dimension>> solvedJoints;
    std::vector<std::uint32_t> contactsAgain, jointsAgain;
    std::vector<std::uint32_t> fastStepBodies;
    std::vector<bool> isFast;  ///< by step body
    std::vector<bool> isHeld;  ///< by step body: see DynamicsStep::dropPassing()
    std::vector<float>
        meetTimes;  ///< by step body: the fraction of the step after which it meets something first
    std::vector<float> shares;      ///< by step body: of its motion, until it must stop
    std::vector<Carrier> carriers;  ///< by step body: what it moves on with then
    std::vector<FoundBlock<T>> blocks;
    std::vector<BasicSolverBody<Dimension>> solverBodies;
    std::vector<BasicSolverContact<Dimension>> solverContacts;
    std::vector<std::uint32_t> activeJoints;  ///< places of joints that hold a body which the step moves
    std::vector<SolverJoint<Dimension>> solverJoints;  ///< of these
    std::vector<std::uint32_t> activeVehicles;         ///< places of vehicles that the step moves
    std::vector<WheelJob> wheelJobs;                   ///< of wheels that are cast down
    std::vector<WheelJob> loadedWheels;                ///< by wheel of the solver
    std::vector<SolverWheel<Dimension>> solverWheels;  ///< those on the ground
    std::vector<SolverTread> solverTreads;
    std::vector<SolverAxle> solverAxles;
    DisjointSets islands;  ///< of awake bodies
    std::vector<std::uint32_t> islandNumbers;
    std::vector<std::uint32_t> fallenAsleep;                  ///< step bodies, in this step
    std::vector<bool> isCarried;                              ///< awake bodies that a contact has pushed
    std::vector<ObjectPair> formerTouching, formerAndSensed;  ///< pairs that touched before the step, sorted
    std::vector<FoundTouch<T>> touches, touchesAndSensed;     ///< pairs that have touched, sorted
    std::vector<ChangedObject<T>> changedObjects;             ///< sorted by indices
};

template <class T>
struct detail::DynamicsState : StepMemory<T> {
    using Record = BodyRecord<T>;
    using Contact = BasicDynamicContact<T>;
    using Dimension = typename Space<T>::Dimension;
    using Options = BasicDynamicsOptions<Dimension>;

    explicit DynamicsState(const Options& given)
        : options(given), solver(given.solver), solverOfParts(given.solver) {
        sortPairs(options.materialTable.pairs);
    }

    [[nodiscard]] std::uint32_t recordAt(std::uint32_t objectIndex) const {
        return objectIndex < recordOf.size() ? recordOf[objectIndex] : kNone;
    }
    [[nodiscard]] Record* find(ObjectId id) {
        const std::uint32_t at = recordAt(id.index);
        return at != kNone && records[at].id == id ? &records[at] : nullptr;
    }
    /// @param at  a place in the list, or kNone
    [[nodiscard]] Record* record(std::uint32_t at) { return at != kNone ? &records[at] : nullptr; }
    /// The place of an object's body in stepBodies, or kNone if this step does not move it.
    [[nodiscard]] std::uint32_t stepBodyAt(std::uint32_t objectIndex) const {
        const std::uint32_t at = recordAt(objectIndex);
        return at != kNone ? records[at].stepBody : kNone;
    }
    /// Lets a kinematic body move to a pose.
    void setTarget(Record& record, const typename Space<T>::Pose& to, float seconds) {
        if (record.secondsToTarget == 0.0f) {
            targeted.push_back(record.id);
        }
        record.target = to;
        record.secondsToTarget = seconds;
    }
    /// The parts of a body that this step moves.
    [[nodiscard]] std::span<const PartMotion<T>> partMotionsOf(const Record* record) const {
        return record != nullptr ? std::span(this->partMotions).subspan(record->firstPart, record->partCount)
                                 : std::span<const PartMotion<T>>{};
    }
    /// Whether contacts can move a body in this step.
    /// @param at  a place in stepBodies, or kNone
    [[nodiscard]] bool isMoverAt(std::uint32_t at) const {
        return at != kNone && this->stepBodies[at].isDynamic;
    }
    /// Makes one island of those of two bodies, if contacts can move both. Places as for isMoverAt().
    void joinMovers(std::uint32_t a, std::uint32_t b) {
        if (isMoverAt(a) && isMoverAt(b)) {
            this->islands.join(a, b);
        }
    }
    /// Adds the island of a body to those that are to be woken, if it sleeps. @param record  or nullptr
    void noteSleeper(const Record* record) {
        if (record != nullptr && record->isAsleep()) {
            this->islandsToWake.push_back(record->island);
        }
    }

    Options options;
    std::vector<Record> records;             ///< in no order
    std::vector<PartMotion<T>> partMotions;  ///< of the last step, sorted by objects, then by children
    // What the next step knows of the last one, sorted.
    std::vector<FoundContact<T>> lastContacts;      ///< of awake bodies
    std::vector<FoundContact<T>> lastCovered;       ///< by neighbors at seams
    std::vector<SearchedPair<T>> lastSearched;      ///< of which the last step has moved one object
    std::vector<FoundContact<T>> sleepingContacts;  ///< between sleeping bodies and what stands still
    float substep = 0.0f;                           ///< seconds; the impulses belong to it
    float lastSeconds = 0.0f;                       ///< of the last step; 0 if there was none
    std::vector<SeenObject> seen;                   ///< by object index
    Sensors<T> sensors;                             ///< what overlaps them is state

    JointTable<T> joints;
    VehicleTable<T> vehicles;

    // Derived.
    std::vector<std::uint32_t> awake;     ///< records that the last step has moved, sorted by objects
    std::vector<Contact> contacts;        ///< the last ones, for the game
    std::vector<std::uint32_t> recordOf;  ///< by object index
    NearPairs nearPairs;                  ///< of all objects that can have contacts
    std::optional<ChangeLog::Moment> seenMoment = 0;  ///< of the world; nothing: compare all objects
    std::vector<std::uint32_t> changedBodies;  ///< objects that have got or lost a body since the last step
    std::uint32_t sleepingCount = 0;
    std::vector<ObjectId>
        forcedSleepers;              ///< bodies that may sleep although a force acts on them, or has acted
    std::vector<ObjectId> targeted;  ///< kinematic bodies that move to a pose, or have done so
    BasicContactSolver<Dimension> solver;
    /// For bodies without their contacts, and for some islands. Its memory is its own: that of the other one
    /// would have to be set up anew for all constraints in each step.
    BasicContactSolver<Dimension> solverOfParts;
    TouchEvents<T> events;                          ///< of the last step
    std::vector<BasicBrokenJoint<T>> brokenJoints;  ///< in the last step
};
using detail::DynamicsState;

}  // namespace sat3d::SAT3D_ABI
