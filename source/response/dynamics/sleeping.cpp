#include "response/dynamics/sleeping.hpp"

#include "response/contacts/found_contact.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kPerTask = 64;  // some microseconds

/// Moves the contacts that a predicate chooses from one sorted list to another. Algorithms of the standard
/// library that keep the order (std::stable_partition, std::inplace_merge) would allocate.
template <class T, class Predicate>
void moveContacts(std::vector<FoundContact<T>>& from, std::vector<FoundContact<T>>& to,
                  std::vector<FoundContact<T>>& moved, const Predicate& isChosen) {
    moved.clear();
    std::size_t kept = 0;
    for (const FoundContact<T>& contact : from) {
        if (isChosen(contact)) {
            moved.push_back(contact);
        } else {
            from[kept++] = contact;
        }
    }
    from.resize(kept);
    std::size_t left = to.size(), right = moved.size();
    to.resize(left + right);
    while (right > 0) {  // merges from the end
        const bool isFormer = left > 0 && orderOf(moved[right - 1]) < orderOf(to[left - 1]);
        to[left + right - 1] = isFormer ? to[left - 1] : moved[right - 1];
        --(isFormer ? left : right);
    }
}

/// Whether contacts can move one of the objects.
template <class T>
bool isAwake(DynamicsState<T>& state, const FoundContact<T>& found) {
    const auto& [a, b] = found.contact.objects;
    return isMover(state.find(a)) || isMover(state.find(b));
}

/// Whether no point of a body is fast, and none has moved fast in the step: what closes joints and pushes
/// overlaps out moves bodies without a velocity.
template <class T>
bool isSlow(const BodyRecord<T>& record, const BasicSolverBody<typename Space<T>::Dimension>& solved,
            float speed, float dt) {
    const auto& body = record.body;
    return glm::length(body.velocity) + sizeOf(body.angularVelocity) * record.reach < speed &&
           glm::length(solved.translation) + chordOf(solved.rotation) * record.reach < speed * dt;
}

/// Lets bodies that nothing carries wait again: they are about to fall.
template <class T>
void restartFallingBodies(DynamicsState<T>& state) {
    std::vector<bool>& isCarried = state.isCarried;
    isCarried.assign(state.awake.size(), false);
    for (const FoundContact<T>& found : state.lastContacts) {
        if (found.contact.impulse() > 0.0f) {
            for (const std::uint32_t body : {found.stepBodyA, found.stepBodyB}) {
                if (body != kNone) {
                    isCarried[body] = true;
                }
            }
        }
    }
    for (const auto& joint : state.solverJoints) {
        for (const std::uint32_t body : {joint.bodyA, joint.bodyB}) {
            if (body != kNone && joint.impulse != decltype(joint.impulse)(0.0f)) {
                isCarried[body] = true;
            }
        }
    }
    for (const auto& wheel : state.solverWheels) {
        isCarried[wheel.bodyB] = isCarried[wheel.bodyB] || wheel.totalLoad > 0.0f;
    }
    for (std::size_t i = 0; i < state.awake.size(); ++i) {
        auto& record = state.records[state.awake[i]];
        // Forces can carry a body, too: the suspension of a truck.
        constexpr float kBalance = 0.01f;
        const float weight = glm::length(state.options.gravity * record.body.gravityFactor);
        if (!isCarried[i] && glm::length(state.stepBodies[i].acceleration) > kBalance * weight) {
            record.restSeconds = 0.0f;
        }
    }
}

/// Lets vehicles wait again whose wheels turn.
template <class T>
void restartTurningVehicles(DynamicsState<T>& state) {
    for (const std::uint32_t index : state.activeVehicles) {
        const VehicleRecord<T>& vehicle = state.vehicles.at(index);
        const auto turns = [&](float speed) { return !(std::abs(speed) < state.options.sleepSpeed); };
        auto* const record = state.find(vehicle.vehicle.body);
        if (record != nullptr && std::ranges::any_of(vehicle.treadSpeeds, turns)) {
            record->restSeconds = 0.0f;
        }
    }
}

}  // namespace

template <class T>
void wakeIslands(DynamicsState<T>& state, std::span<std::uint32_t> islands) {
    if (islands.empty()) {
        return;
    }
    std::ranges::sort(islands);
    for (auto& record : state.records) {
        if (record.isAsleep() && std::ranges::binary_search(islands, record.island)) {
            record.island = kNone;
            record.restSeconds = 0.0f;
            --state.sleepingCount;
        }
    }
    moveContacts(state.sleepingContacts, state.lastContacts, state.movedContacts,
                 [&](const auto& contact) { return isAwake(state, contact); });
    publishContacts(state);
}

template <class T>
void wakeAll(DynamicsState<T>& state) {
    for (auto& record : state.records) {
        record.island = kNone;
        record.restSeconds = 0.0f;
    }
    state.sleepingCount = 0;
    moveContacts(state.sleepingContacts, state.lastContacts, state.movedContacts,
                 [](const auto&) { return true; });
    publishContacts(state);
}

template <class T>
void wakeIsland(DynamicsState<T>& state, const BodyRecord<T>& record) {
    if (record.isAsleep()) {
        std::uint32_t island = record.island;
        wakeIslands(state, std::span(&island, 1));
    }
}

template <class T>
void wakeTouching(DynamicsState<T>& state, ObjectId object) {
    if (state.sleepingCount == 0) {
        return;
    }
    state.islandsToWake.clear();
    for (const FoundContact<T>& found : state.sleepingContacts) {
        const auto& [a, b] = found.contact.objects;
        if (a == object || b == object) {
            state.noteSleeper(state.find(a));
            state.noteSleeper(state.find(b));
        }
    }
    if constexpr (Spatial<T>) {
        for (const VehicleId id : state.vehicles.ids()) {
            const VehicleRecord<T>& vehicle = state.vehicles.at(id.index);
            if (vehicle.standsOn(object.index)) {
                state.noteSleeper(state.find(vehicle.vehicle.body));
            }
        }
    }
    wakeIslands(state, std::span(state.islandsToWake));
}

template <class T>
void wakeForced(DynamicsState<T>& state) {
    if (state.forcedSleepers.empty()) {
        return;
    }
    state.islandsToWake.clear();
    for (const ObjectId id : state.forcedSleepers) {
        const auto* record = state.find(id);
        if (record != nullptr && record->isAsleep()) {
            const auto change = record->accelerationBy(record->force - record->formerForce);
            const auto turn = record->accelerationBy(record->pose, record->torque - record->formerTorque);
            const float speed =
                (glm::length(change) + sizeOf(turn) * record->reach) * state.options.sleepSeconds;
            if (!(speed < state.options.sleepSpeed)) {
                state.islandsToWake.push_back(record->island);
            }
        }
    }
    wakeIslands(state, std::span(state.islandsToWake));
}

template <class T>
void dropForces(DynamicsState<T>& state) {
    std::erase_if(state.forcedSleepers, [&](ObjectId id) {
        auto* const record = state.find(id);
        if (record == nullptr || !record->isAsleep()) {
            return true;
        }
        record->force = {};
        record->torque = {};
        return !isForced(*record);
    });
}

template <class T>
void publishContacts(DynamicsState<T>& state, ParallelFor parallelFor) {
    state.contacts.resize(state.lastContacts.size());
    detail::forEachIndex(parallelFor, state.contacts.size(), kPerTask,
                         [&](std::size_t i) { state.contacts[i] = state.lastContacts[i].contact; });
}

template <class T>
void updateSleep(DynamicsState<T>& state, float dt, ParallelFor parallelFor) {
    const auto& options = state.options;
    const auto canSleep = [&](const auto& record) {
        return record.body.canSleep && record.restSeconds >= options.sleepSeconds;
    };
    std::atomic<bool> isAnyReady{false};
    detail::forEachIndex(parallelFor, state.awake.size(), kPerTask, [&](std::size_t i) {
        auto& record = state.records[state.awake[i]];
        const bool rests = isSlow(record, state.solverBodies[i], options.sleepSpeed, dt);
        record.restSeconds = rests ? record.restSeconds + dt : 0.0f;
        if (record.inverseMass > 0.0f && canSleep(record)) {
            isAnyReady.store(true, std::memory_order_relaxed);
        }
    });
    if (!isAnyReady.load(std::memory_order_relaxed)) {
        return;
    }
    restartFallingBodies(state);
    restartTurningVehicles(state);
    DisjointSets& islands = state.islands;
    islands.reset(state.awake.size());
    for (const FoundContact<T>& found : state.lastContacts) {
        state.joinMovers(found.stepBodyA, found.stepBodyB);
    }
    for (const auto& joint : state.solverJoints) {
        state.joinMovers(joint.bodyA, joint.bodyB);
    }
    for (const auto& wheel : state.solverWheels) {
        if (wheel.totalLoad > 0.0f && state.isMoverAt(wheel.bodyA)) {
            islands.join(wheel.bodyA, wheel.bodyB);
        }
    }
    // The first body of an island tells whether all of it is ready: it gets the island's number, or kNone.
    std::vector<std::uint32_t>& numbers = state.islandNumbers;
    numbers.resize(state.awake.size());
    for (std::uint32_t i = 0; i < state.awake.size(); ++i) {
        numbers[i] = state.records[state.awake[i]].id.index;
    }
    for (std::uint32_t i = 0; i < state.awake.size(); ++i) {
        const auto& record = state.records[state.awake[i]];
        if (record.inverseMass > 0.0f && !canSleep(record)) {
            numbers[islands.setOf(i)] = kNone;
        }
    }
    std::vector<std::uint32_t>& asleep = state.fallenAsleep;
    asleep.clear();
    for (std::uint32_t i = 0; i < state.awake.size(); ++i) {
        auto& record = state.records[state.awake[i]];
        const std::uint32_t number = numbers[islands.setOf(i)];
        if (record.inverseMass > 0.0f && number != kNone) {
            record.island = number;
            record.body.velocity = {};
            record.body.angularVelocity = {};
            ++state.sleepingCount;
            if (isForced(record)) {
                state.forcedSleepers.push_back(record.id);
            }
            asleep.push_back(i);
        }
    }
    // A body that has slept before, and past which a kinematic one moves, keeps its contacts with that.
    const auto fallsAsleep = [&](std::uint32_t stepBody) {
        return std::ranges::binary_search(asleep, stepBody);
    };
    if (!asleep.empty()) {
        moveContacts(state.lastContacts, state.sleepingContacts, state.movedContacts,
                     [&](const auto& contact) {
                         return !isAwake(state, contact) &&
                                (fallsAsleep(contact.stepBodyA) || fallsAsleep(contact.stepBodyB));
                     });
    }
}

#define SAT3D_INSTANTIATE(T)                                                \
    template void wakeIslands(DynamicsState<T>&, std::span<std::uint32_t>); \
    template void wakeAll(DynamicsState<T>&);                               \
    template void wakeIsland(DynamicsState<T>&, const BodyRecord<T>&);      \
    template void wakeTouching(DynamicsState<T>&, ObjectId);                \
    template void wakeForced(DynamicsState<T>&);                            \
    template void dropForces(DynamicsState<T>&);                            \
    template void publishContacts(DynamicsState<T>&, ParallelFor);          \
    template void updateSleep(DynamicsState<T>&, float, ParallelFor)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
