#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "world/space_math.hpp"
#include "world/world_access.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

template <class T>
void DynamicsStep<T>::followWorld() {
    if (const auto changed = world_.changes().since(s_.seen); changed && s_.hasSeenAll) {
        for (const auto indices : {*changed, std::span<const std::uint32_t>(s_.changedBodies)}) {
            for (const std::uint32_t index : indices) {
                follow(index, true);
            }
        }
    } else {
        // The world is a restored one: nothing has moved against its own bodies.
        for (std::uint32_t index = 0; index < s_.known.size(); ++index) {
            if (s_.known[index] != ObjectId{} && world_.find(s_.known[index]) == nullptr) {
                forget(index);
            }
        }
        for (const ObjectId id : world_.ids()) {
            follow(id.index, false);
        }
    }
    s_.changedBodies.clear();
    s_.hasSeenAll = true;
}

/// Updates what is known of an object.
template <class T>
void DynamicsStep<T>::follow(std::uint32_t index, bool wakesNeighbors) {
    if (index >= s_.known.size()) {
        s_.known.resize(index + 1);
    }
    const auto id = world_.idAt(index);
    if (s_.known[index] != ObjectId{} && id != s_.known[index]) {
        wakeNear(s_.broadPhase.bounds(index));
        forget(index);
    }
    if (!id) {
        return;
    }
    s_.known[index] = *id;
    const Object& object = *world_.find(*id);
    if (s_.find(*id) != nullptr) {
        followBody(*id, object, wakesNeighbors);
        return;
    }
    if (wakesNeighbors) {
        wakeNear(s_.broadPhase.bounds(index));
        wakeNear(boxInSpace(object.shape, object.pose));
    }
    place(index, object, true);
}

/// Sets the box of an object. The boxes of awake bodies get room for their motion later.
template <class T>
void DynamicsStep<T>::place(std::uint32_t index, const Object& object, bool canBeStatic) {
    const bool isStatic = canBeStatic && object.kind == ObjectKind::Static;
    s_.broadPhase.set(index, grown(boxInSpace(object.shape, object.pose), Vector(0.0f), 0.0f),
                      isStatic ? BroadPhase::Mobility::Static : BroadPhase::Mobility::Moving);
}

/// A body whose pose, shape or filter the game has changed wakes, and so do those near it.
template <class T>
void DynamicsStep<T>::followBody(ObjectId id, const Object& object, bool wakesNeighbors) {
    Record& record = *s_.find(id);
    if (const std::uint64_t hash = WorldAccess::shapeHash(world_, id.index); hash != record.shapeHash) {
        record.shapeHash = hash;
        deriveFromShape(record, object.shape);
    }
    record.pose = object.pose;
    if (wakesNeighbors) {
        wakeNear(s_.broadPhase.bounds(id.index));
        wakeIsland(s_, record);
    }
    place(id.index, object, record.inverseMass == 0.0f);
}

template <class T>
void DynamicsStep<T>::forget(std::uint32_t index) {
    const std::uint32_t at = s_.recordAt(index);
    if (at != kNone && world_.find(s_.records[at].id) == nullptr) {
        wakeIsland(s_, s_.records[at]);
        removeRecord(s_, at);
    }
    s_.broadPhase.remove(index);
    s_.known[index] = {};
}

/// Wakes the bodies whose box overlaps a box.
template <class T>
void DynamicsStep<T>::wakeNear(const Aabb& box) {
    if (box.isEmpty() || s_.sleepingCount == 0) {
        return;
    }
    s_.islandsToWake.clear();
    s_.broadPhase.update();
    s_.broadPhase.query(box, [&](std::uint32_t index) {
        const std::uint32_t at = s_.recordAt(index);
        if (at != kNone && s_.records[at].isAsleep()) {
            s_.islandsToWake.push_back(s_.records[at].island);
        }
        return true;
    });
    std::ranges::sort(s_.islandsToWake);
    wakeIslands(s_, s_.islandsToWake);
}

/// Lists the bodies that this step moves, sorted by objects.
template <class T>
void DynamicsStep<T>::listAwake() {
    s_.awake.clear();
    for (std::uint32_t at = 0; at < s_.records.size(); ++at) {
        Record& record = s_.records[at];
        const auto& body = record.body;
        const bool moves = record.inverseMass > 0.0f
                               ? !record.isAsleep()
                               : body.velocity != Vector(0.0f) || body.angularVelocity != Spin(0.0f);
        record.solverBody = kNone;
        if (moves) {
            s_.awake.push_back(at);
        }
    }
    std::ranges::sort(s_.awake, {}, [&](std::uint32_t at) { return s_.records[at].id.index; });
    for (std::uint32_t i = 0; i < s_.awake.size(); ++i) {
        s_.records[s_.awake[i]].solverBody = i;
    }
}

#define SAT3D_INSTANTIATE(T)                      \
    template void DynamicsStep<T>::followWorld(); \
    template void DynamicsStep<T>::listAwake()
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<float>);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
