#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// Takes note of the objects that the game has changed since the last step. What touched them wakes, and so
/// does what they overlap now.
template <class T>
void DynamicsStep<T>::followWorld() {
    listEdited();
    aimParts();
    s_.relocated.clear();
    if (!s_.edited.empty()) {
        wakeTouchingEdited();
        for (const std::uint32_t index : s_.edited) {
            follow(index);
        }
        wakeNearEdited();
    }
}

template <class T>
void DynamicsStep<T>::listEdited() {
    s_.edited.clear();
    const auto visit = [&](std::uint32_t index) {
        if (isEdited(index)) {
            s_.edited.push_back(index);
        }
    };
    const auto changed = s_.seenMoment ? world_.changes().since(*s_.seenMoment) : std::nullopt;
    if (changed) {
        std::ranges::for_each(*changed, visit);
        std::ranges::for_each(s_.changedBodies, visit);
    } else {
        const auto end = std::max(static_cast<std::uint32_t>(s_.seen.size()), WorldAccess::indexEnd(world_));
        for (std::uint32_t index = 0; index < end; ++index) {
            visit(index);
        }
    }
    s_.changedBodies.clear();
    std::ranges::sort(s_.edited);
    s_.edited.erase(std::unique(s_.edited.begin(), s_.edited.end()), s_.edited.end());
    std::erase_if(s_.edited, [&](std::uint32_t index) { return followsPose(index) && !isEdited(index); });
}

/// If a body follows the pose of its object, lets it move there in this step, from where it was.
/// @return whether it does, and the object has another pose
template <class T>
bool DynamicsStep<T>::followsPose(std::uint32_t index) {
    Record* const record = s_.record(s_.recordAt(index));
    const Object* const object = record != nullptr ? world_.find(record->id) : nullptr;
    if (object == nullptr || !record->body.followsPose || record->body.isDynamic() ||
        haveSameBits(record->pose, object->pose)) {
        return false;
    }
    s_.setTarget(*record, object->pose, dt_);
    (void)world_.setPose(record->id, record->pose);  // where it was before, so it is valid
    return true;
}

template <class T>
bool DynamicsStep<T>::isEdited(std::uint32_t index) const {
    const SeenObject seen = index < s_.seen.size() ? s_.seen[index] : SeenObject{};
    const auto id = world_.idAt(index);
    const std::uint32_t at = s_.recordAt(index);
    const bool hasLostItsObject = at != kNone && s_.records[at].id != id;  // perhaps before any step saw it
    return hasLostItsObject || seen != (id ? seenNow(world_, *id) : SeenObject{});
}

/// Updates what is known of an object. The boxes of awake bodies get room for their motion later.
template <class T>
void DynamicsStep<T>::follow(std::uint32_t index) {
    if (index >= s_.seen.size()) {
        s_.seen.resize(index + 1);
    }
    const auto id = world_.idAt(index);
    const std::uint32_t at = s_.recordAt(index);
    if (at != kNone && s_.records[at].id != id) {
        removeRecord(s_, at);
    }
    if (!id) {
        s_.nearPairs.remove(index);
        s_.sensors.set(index, false);
        s_.seen[index] = {};
        return;
    }
    const Object& object = *world_.find(*id);
    if (Record* const record = s_.find(*id)) {
        followBody(*record, object);
    }
    const SeenObject now = seenNow(world_, *id);
    if (s_.seen[index].id != now.id || s_.seen[index].poseHash != now.poseHash) {
        s_.relocated.push_back(index);
    }
    s_.seen[index] = now;
    place(s_, index, object);
}

template <class T>
void DynamicsStep<T>::followBody(Record& record, const Object& object) {
    if (!haveSameBits(record.pose, object.pose)) {
        if (std::exchange(record.secondsToTarget, 0.0f) > 0.0f) {
            setVelocities(record, Vector(0.0f), Spin(0.0f));  // those of the motion that ends here
        }
        record.pose = object.pose;
    }
    if (const auto hash = WorldAccess::contentHash(world_, record.id.index); hash != record.contentHash) {
        record.contentHash = hash;
        deriveFromShape(record, object.shape);
    }
    if (standsStill(record)) {
        setVelocities(record, Vector(0.0f), Spin(0.0f));
    }
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
        if (!moves && body.isKinematic()) {
            record.formerVelocity = Vector(0.0f), record.formerSpin = Spin(0.0f);
        }
        if (moves) {
            s_.awake.push_back(at);
        } else if (record.stepBody != kNone && !record.isAsleep()) {
            place(s_, record.id.index, *world_.find(record.id));  // a mover of infinite mass has stopped
        }
        record.stepBody = kNone;
    }
    const auto indexOf = [&](std::uint32_t at) { return s_.records[at].id.index; };
    if (!std::ranges::is_sorted(s_.awake, {}, indexOf)) {
        std::ranges::sort(s_.awake, {}, indexOf);
    }
    for (std::uint32_t i = 0; i < s_.awake.size(); ++i) {
        s_.records[s_.awake[i]].stepBody = i;
    }
}

#define SAT3D_INSTANTIATE(T)                                           \
    template void DynamicsStep<T>::followWorld();                      \
    template void DynamicsStep<T>::followBody(Record&, const Object&); \
    template void DynamicsStep<T>::listAwake()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
