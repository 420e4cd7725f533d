#pragma once

/// @file
/// One step of a Dynamics.

#include "response/contacts/pair_side.hpp"
#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/motion/fast_pair.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

template <class T>
struct WheelHit;

/// Follows the world, finds contacts, moves the bodies, lets them sleep.
template <class T>
class DynamicsStep {
public:
    using ContactHook = typename BasicDynamics<T>::ContactHook;

    /// @param hook  or nullptr
    DynamicsStep(DynamicsState<T>& state, BasicWorld<T>& world, float dt, ParallelFor parallelFor,
                 const ContactHook* hook)
        : s_(state), world_(world), dt_(dt), parallelFor_(parallelFor), hook_(hook) {}

    void run() {
        wakeForced(s_);
        followWorld();
        aimAtTargets();
        followJoints();
        if constexpr (Spatial<T>) {
            followVehicles();
        }
        s_.joints.listParted();
        listAwake();
        wakeJoined();
        do {
            do {
                findContacts();
            } while (wakesByWheels());
            solve();
        } while (wakePushed());
        listFormerTouching();
        keepContacts();
        storeJoints();
        if constexpr (Spatial<T>) {
            storeVehicles();
        }
        stopAtObstacles();
        moveBodies();
        arriveAtTargets();
        arriveWithParts();
        world_.refresh(parallelFor_);  // queries of sensors and of the game are fast
        findEvents();
        dropForces(s_);
        updateSleep();
        publishContacts(s_, parallelFor_);
        s_.seenMoment = world_.changes().now();  // what comes later is from the game
    }

private:
    using Record = BodyRecord<T>;
    using Contact = BasicDynamicContact<T>;
    using ContactSettings = BasicContactSettings<typename Space<T>::Dimension>;
    using Found = FoundContact<T>;
    using Object = BasicObject<T>;
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    using Position = typename Space<T>::Position;
    using Spin = typename Dimension::Spin;
    using SolverBody = BasicSolverBody<Dimension>;
    using SolverContact = BasicSolverContact<Dimension>;

    // follow_world.cpp
    void followWorld();
    void listEdited();
    [[nodiscard]] bool followsPose(std::uint32_t index);
    [[nodiscard]] bool isEdited(std::uint32_t index) const;
    void follow(std::uint32_t index);
    void followBody(Record& record, const Object& object);
    void listAwake();

    // wake_edited.cpp
    void wakeTouchingEdited();
    void wakeNearEdited();
    [[nodiscard]] bool hasAnotherSurface(std::uint32_t index) const;
    [[nodiscard]] bool isCarriedAsBefore(const PairIndices& pair, bool isOnA) const;

    // find_contacts.cpp
    void findContacts();
    void setStepBodies();
    void predictBySolver();
    void setBoxes();
    [[nodiscard]] bool wakeTouched();
    [[nodiscard]] bool wakePushed();
    template <class Touches>
    [[nodiscard]] bool wakeWhere(const Touches& touches);

    // collide_pairs.cpp
    void collidePairs();
    void collideChunk(std::span<const PairIndices> pairs, FoundBlock<T>& block) const;
    void callHook(const PairIndices& pair, std::size_t first, FoundBlock<T>& block) const;
    [[nodiscard]] ContactSettings hooked(const Contact& contact, const ContactSettings& before) const;
    [[nodiscard]] PairSide<T> sideOf(std::uint32_t object) const;
    [[nodiscard]] bool canTouch(const PairIndices& pair, const PairSide<T>& a, const PairSide<T>& b) const;
    [[nodiscard]] bool canTouch(const PairIndices& pair) const {
        return canTouch(pair, sideOf(pair.a), sideOf(pair.b));
    }

    // solve_contacts.cpp
    void solve();
    void solveOnce();
    void loadConstraints();
    void dropPassing();
    [[nodiscard]] SolverBody solverBodyAt(std::size_t stepBody) const;
    void loadBodies();
    void loadContacts();
    void loadMeeting(const Found& found, SolverContact& to) const;
    void loadParts(const Found& found, SolverContact& to);
    [[nodiscard]] StepMotion<Dimension> partMotionAt(const Found& found, bool isA);
    [[nodiscard]] Position centerOf(std::uint32_t record, std::uint32_t stepBody) const;
    void stopUnboundedBodies();
    void keepContacts();

    // solve_again.cpp
    [[nodiscard]] bool findTumbling();
    void markTumbling();
    [[nodiscard]] bool tumbles(std::uint32_t stepBody);
    void letIslandsMeet();
    void solveIslandsAgain();

    // stop_at_obstacles.cpp
    void stopAtObstacles();
    void listFastBodies();
    void listFastPairs();
    void addIfFast(std::uint32_t body, std::uint32_t obstacle, std::vector<FastBody>& fast) const;
    [[nodiscard]] StepMotion<Dimension> solvedMotionAt(std::uint32_t stepBody) const;
    void findShare(FastBody& fast) const;
    [[nodiscard]] bool staysShallow(const FastBody& fast, const FastPair<T>& pair) const;
    void findShareOfParts(const PairSide<T>& body, const StepMotion<Dimension>& motion,
                          const PairSide<T>& obstacle, const StepMotion<Dimension>& ofObstacle,
                          FastBody& fast) const;
    void carryOn(std::uint32_t stepBody);

    // kinematic.cpp
    void aimAtTargets();
    void arriveAtTargets();
    [[nodiscard]] bool isLastStep(const Record& record) const;

    void aimParts();
    void aimPartsOf(Record& record);
    void arriveWithParts();

    // joints/step_joints.cpp
    void followJoints();
    void wakeJoined();
    void loadJoints();
    void holdTorn(const JointTear& tear, SolverJoint<Dimension>& joint) const;
    void loadJoint(const JointRecord<T>& from, SolverJoint<Dimension>& to);
    void storeJoints();
    void stopJoined();

    [[nodiscard]] bool wakesByWheels() {
        if constexpr (Spatial<T>) {
            return castWheels();
        }
        return false;
    }

    // vehicles/cast_wheels.cpp: in space only
    void followVehicles();
    [[nodiscard]] bool standsOnEdited(const VehicleRecord<T>& vehicle, const Record& record) const;
    [[nodiscard]] bool castWheels();
    void steer(VehicleRecord<T>& vehicle) const;
    [[nodiscard]] float approachOf(const Record* ground, const Vector& up) const;
    void findApproach(VehicleRecord<T>& vehicle, const Record& record);
    void wakeOnGround(const VehicleRecord<T>& vehicle, const Record& record);
    void cast(std::uint32_t index, std::uint32_t number);
    [[nodiscard]] bool meetGround(VehicleRecord<T>& vehicle, std::uint32_t number,
                                  const WheelHit<T>& hit) const;
    [[nodiscard]] Contact contactOf(const VehicleRecord<T>& vehicle, std::uint32_t number,
                                    const WheelHit<T>& hit) const;

    // vehicles/step_vehicles.cpp
    void loadVehicles();
    void loadVehicle(std::uint32_t index, const Record& record);
    void loadWheel(const VehicleRecord<T>& vehicle, std::uint32_t number, const Record& record,
                   SolverWheel<Dimension>& to) const;
    void loadAxles(const VehicleRecord<T>& vehicle, std::uint32_t firstWheel);
    void storeVehicles();
    void storeWheel(const SolverWheel<Dimension>& from, VehicleRecord<T>& vehicle,
                    std::uint32_t number) const;
    void stopSleepingVehicles();

    // move_bodies.cpp
    void moveBodies();
    void updateSleep();

    // find_events.cpp
    void listFormerTouching();
    void findEvents();
    void findTouches();
    [[nodiscard]] FoundTouch<T> touchOfPair(std::size_t first);
    [[nodiscard]] float approachAtMeeting(const Found& found) const;
    [[nodiscard]] Position placeOfTouch(const Found& found, std::uint32_t point) const;
    [[nodiscard]] DVector armAtStart(const Found& found, std::uint32_t point, bool isA) const;
    [[nodiscard]] bool areNearAtEnd(std::span<const Found> contacts) const;
    void listChangedObjects();
    void findMeetTimes();
    void setPath(ChangedObject<T>& changed, std::size_t stepBody) const;

    /// By which factor impulses of the last step's substeps belong to those of this step. Impulses of short
    /// substeps that have stopped a motion would be far too large for a long one, so they grow little.
    [[nodiscard]] float substepScale() const {
        constexpr float kMost = 2.0f;
        const float substep = dt_ / static_cast<float>(s_.options.solver.substeps);
        return s_.substep > 0.0f ? std::min(substep / s_.substep, kMost) : 1.0f;
    }

    // A task takes some microseconds.
    static constexpr std::size_t kBodiesPerTask = 64, kContactsPerTask = 64;

    DynamicsState<T>& s_;
    BasicWorld<T>& world_;
    float dt_;
    ParallelFor parallelFor_;
    const ContactHook* hook_;
};

}  // namespace sat3d::SAT3D_ABI
