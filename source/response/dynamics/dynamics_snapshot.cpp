#include "math/is_finite.hpp"
#include "response/body/body_faults.hpp"
#include "response/body/body_stream.hpp"
#include "response/contacts/found_contact.hpp"
#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/joints/joint_stream.hpp"
#include "response/motion/is_bounded.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/vehicle/vehicle_stream.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/space_math.hpp"
#include "world/snapshot_frame.hpp"
#include "world/state_stream.hpp"
#include "world/world_access.hpp"

#include <sat3d/response/dynamics.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr SnapshotKind kKind{0x44443353, 11, "dynamics"};  // "S3DD"

template <class T>
void visitRecord(StateStream& stream, BodyRecord<T>& record) {
    stream(record.id);
    const bool hasMoved = record.formerVelocity != decltype(record.formerVelocity)(0.0f) ||
                          record.formerSpin != decltype(record.formerSpin)(0.0f);
    const std::uint8_t extras =
        visitBody(stream, record.body,
                  static_cast<std::uint8_t>((record.partPoses.empty() ? 0 : BodyExtras::kParts) |
                                            (hasMoved ? BodyExtras::kHasMoved : 0)));
    stream(record.force, record.torque, record.formerForce, record.formerTorque);
    stream(record.restSeconds, record.island, record.secondsToTarget);
    if ((extras & BodyExtras::kHasMoved) != 0) {
        stream(record.formerVelocity, record.formerSpin);
    }
    if (record.secondsToTarget > 0.0f) {
        stream(record.target);
    }
    if (record.hasPoseOfItsOwn()) {
        stream(record.pose);
    }
    if ((extras & BodyExtras::kSurfaces) != 0) {
        visitSurfaces(stream, record.body.surfaces);
    }
    if ((extras & BodyExtras::kParts) != 0) {
        visitList(stream, record.partPoses, stream);
    }
}

template <class T>
void visitContact(StateStream& stream, BasicDynamicContact<T>& contact) {
    stream(contact.objects.a, contact.objects.b, contact.children.a, contact.children.b);
    stream(contact.normal, contact.pointCount);
    contact.pointCount = std::min(contact.pointCount, BasicDynamicContact<T>::Dimension::kMaxPoints);
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        auto& point = contact.pointArray[i];
        stream(point.position, point.separation, point.impulse, point.totalImpulse, point.id);
    }
    stream(contact.frictionImpulse, contact.twistImpulse, contact.rollingImpulse);
    stream(contact.approachSpeed, contact.slip);
}

template <class T>
void visitFound(StateStream& stream, FoundContact<T>& found) {
    constexpr std::uint8_t kIsTouching = 1, kHasTags = 2;
    visitContact(stream, found.contact);
    auto flags = static_cast<std::uint8_t>((found.contact.isTouching ? kIsTouching : 0) |
                                           (found.tagA != 0 || found.tagB != 0 ? kHasTags : 0));
    stream(flags);
    found.contact.isTouching = (flags & kIsTouching) != 0;
    if ((flags & kHasTags) != 0) {
        stream(found.tagA, found.tagB);
    }
    stream(found.radiusA, found.radiusB, found.order, found.normalInReference);
    for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
        auto& anchor = found.anchors[i];
        stream(anchor.onReference, anchor.onBody, anchor.offset);
    }
}

template <class T>
void visitSearched(StateStream& stream, SearchedPair<T>& searched) {
    stream(searched.objects.a, searched.objects.b, searched.margin, searched.bodyInReference);
}

/// The index is that of the list.
void visitSeen(StateStream& stream, SeenObject& seen) {
    stream(seen.id.generation, seen.contentHash, seen.poseHash);
}

void writeSize(StateStream& stream, std::size_t size) {
    stream(static_cast<std::uint32_t>(size));
}

template <class T>
void write(const DynamicsState<T>& state, StateStream& stream) {
    stream(kSpaceCode<T>, state.options.gravity, state.substep, state.lastSeconds);
    writeSize(stream, state.records.size());
    const auto contactLists = {&state.lastContacts, &state.lastCovered, &state.sleepingContacts};
    for (const auto* contacts : contactLists) {
        writeSize(stream, contacts->size());
    }
    writeSize(stream, state.lastSearched.size());
    std::vector<std::uint32_t> order(state.records.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t at) { return state.records[at].id; });
    for (const std::uint32_t at : order) {
        auto record = state.records[at];
        visitRecord(stream, record);
    }
    for (const auto* contacts : contactLists) {
        for (auto contact : *contacts) {
            visitFound(stream, contact);
        }
    }
    for (auto searched : state.lastSearched) {
        visitSearched(stream, searched);
    }
    std::size_t seenCount = state.seen.size();
    while (seenCount > 0 && state.seen[seenCount - 1].id == ObjectId{}) {
        --seenCount;  // removed ones
    }
    writeSize(stream, seenCount);
    for (SeenObject seen : std::span(state.seen).first(seenCount)) {
        visitSeen(stream, seen);
    }
    writeList(stream, state.sensors.touching(), [&](ObjectPair& pair) { stream(pair.a, pair.b); });
    // Without joints and vehicles, a snapshot ends here.
    const bool hasVehicles = !state.vehicles.slots().empty();
    if (hasVehicles || !state.joints.slots().empty()) {
        writeJoints(stream, state.joints);
    }
    if (hasVehicles) {
        writeVehicles(stream, state.vehicles);
    }
}

/// Reads the pairs of sensors. Returns whether they are sorted.
template <class T>
bool readSensed(StateStream& stream, DynamicsState<T>& state) {
    std::vector<ObjectPair> touching;
    visitList(stream, touching, [&](ObjectPair& pair) { stream(pair.a, pair.b); });
    const auto key = [](const ObjectPair& pair) { return keyOf(pair); };
    const bool isSorted =
        std::ranges::adjacent_find(touching, std::ranges::greater_equal{}, key) == touching.end();
    state.sensors.setTouching(std::move(touching));
    return isSorted;
}

/// Returns what is wrong with a body that was read, or nullptr.
template <class T>
const char* faultOf(const BodyRecord<T>& record) {
    const auto isBadPose = [](const auto& pose) { return faultOfPose(pose) != nullptr; };
    if (std::ranges::any_of(record.partPoses, isBadPose)) {
        return "has a bad pose of a part";
    }
    if (faultOf(record.body) != nullptr) {
        return "has a bad body";
    }
    if (!isFinite(record.force) || !isFinite(record.torque) || !isFinite(record.formerForce) ||
        !isFinite(record.formerTorque)) {
        return "has a force that is not finite";
    }
    if (record.hasPoseOfItsOwn() && isBadPose(record.pose)) {
        return "has a bad pose of a body";
    }
    if (!isBounded(record.formerVelocity) || !isBounded(record.formerSpin)) {
        return "has a bad velocity of a body";
    }
    const bool hasTarget = record.secondsToTarget != 0.0f;
    if (hasTarget && (!record.body.isKinematic() || !(record.secondsToTarget > 0.0f) ||
                      !std::isfinite(record.secondsToTarget) || isBadPose(record.target))) {
        return "has a bad target of a body";
    }
    return nullptr;
}

/// Whether a contact that was read can start the next step: an infinite impulse would hold its bodies for
/// ever.
template <class T>
bool hasFiniteImpulses(const BasicDynamicContact<T>& contact) {
    return isFinite(contact.frictionImpulse) && isFinite(contact.twistImpulse) &&
           isFinite(contact.rollingImpulse) &&
           std::ranges::all_of(contact.points(), [](const auto& point) { return isFinite(point.impulse); });
}

/// Reads the bodies. Returns what is wrong with them, or nullptr.
template <class T>
const char* readRecords(StateStream& stream, std::uint32_t count, DynamicsState<T>& state) {
    for (std::uint32_t i = 0; i < count && !stream.hasFailed(); ++i) {
        auto& record = state.records.emplace_back();
        visitRecord(stream, record);
        if (const char* fault = faultOf(record)) {
            return fault;
        }
        if (i > 0 && state.records[i - 1].id.index >= record.id.index) {
            return "has bodies that are not sorted";
        }
        if (record.secondsToTarget != 0.0f) {
            state.targeted.push_back(record.id);
        }
        deriveFromMass(record);
        state.sleepingCount += record.isAsleep() ? 1 : 0;
        if (record.isAsleep() && isForced(record)) {
            state.forcedSleepers.push_back(record.id);
        }
    }
    return nullptr;
}

/// Reads the state. Returns what is wrong with it, or nullptr.
template <class T>
const char* read(StateReader& source, DynamicsState<T>& state) {
    if (source.read<std::uint8_t>() != kSpaceCode<T>) {
        return "is of another space or precision";
    }
    const auto isLength = [](float seconds) { return std::isfinite(seconds) && seconds >= 0.0f; };
    std::uint32_t recordCount = 0, contactCount = 0, coveredCount = 0, sleepingCount = 0, searchedCount = 0;
    source(state.options.gravity, state.substep, state.lastSeconds);
    if (!isFinite(state.options.gravity) || !isLength(state.substep) || !isLength(state.lastSeconds)) {
        return "has a bad gravity, or a bad length of its last step";
    }
    source(recordCount, contactCount, coveredCount, sleepingCount, searchedCount);
    if (const char* fault = readRecords(source, recordCount, state)) {
        return fault;
    }
    for (const auto& [contacts, count] :
         {std::pair(&state.lastContacts, contactCount), std::pair(&state.lastCovered, coveredCount),
          std::pair(&state.sleepingContacts, sleepingCount)}) {
        for (std::uint32_t i = 0; i < count && !source.hasFailed(); ++i) {
            visitFound(source, contacts->emplace_back());
            if (!hasFiniteImpulses((*contacts)[i].contact)) {
                return "has an impulse that is not finite";
            }
            if (i > 0 && orderOf((*contacts)[i]) < orderOf((*contacts)[i - 1])) {
                return "has contacts that are not sorted";
            }
        }
    }
    for (std::uint32_t i = 0; i < searchedCount && !source.hasFailed(); ++i) {
        visitSearched(source, state.lastSearched.emplace_back());
        if (i > 0 && !(state.lastSearched[i - 1].objects < state.lastSearched[i].objects)) {
            return "has pairs that are not sorted";
        }
    }
    publishContacts(state);
    const auto seenCount = source.read<std::uint32_t>();
    for (std::uint32_t index = 0; index < seenCount && !source.hasFailed(); ++index) {
        auto& seen = state.seen.emplace_back();
        visitSeen(source, seen);
        seen.id.index = seen.id.generation != 0 ? index : 0;
    }
    if (!readSensed(source, state)) {
        return "has pairs of sensors that are not sorted";
    }
    const bool hasJoints = source.restSize() > 0;
    if (const char* fault = hasJoints ? readJoints(source, state.joints) : nullptr) {
        return fault;
    }
    const bool hasVehicles = source.restSize() > 0;
    if (const char* fault = hasVehicles ? readVehicles(source, state.vehicles) : nullptr) {
        return fault;
    }
    return source.hasFailed() || source.restSize() != 0 ? "has other contents than its counts say, or a NaN"
                                                        : nullptr;
}

/// Derives what a restored state takes from the world.
template <class T>
std::optional<WorldError> attach(const BasicWorld<T>& world, DynamicsState<T>& state) {
    const auto isForeign = [&](ObjectId id) {
        return world.find(id) == nullptr && !WorldAccess::hadObject(world, id);
    };
    const auto foreign = [](ObjectId id) {
        return WorldError{WorldError::Code::ForeignSnapshot,
                          "the snapshot knows object " + std::to_string(id.index) +
                              ", which the world does not have: restore the world first"};
    };
    for (std::uint32_t at = 0; at < state.records.size(); ++at) {
        auto& record = state.records[at];
        if (isForeign(record.id)) {
            return foreign(record.id);
        }
        if (const auto* object = world.find(record.id)) {
            if (!record.hasPoseOfItsOwn()) {
                record.pose = object->pose;
            }
            record.contentHash = WorldAccess::contentHash(world, record.id.index);
            record.shapeHash = WorldAccess::shapeHash(world, record.id.index);
            deriveFromShape(record, object->shape);
        }
        if (state.recordOf.size() <= record.id.index) {
            state.recordOf.resize(record.id.index + 1, kNone);
        }
        state.recordOf[record.id.index] = at;
    }
    for (const SeenObject& seen : state.seen) {
        if (seen.id == ObjectId{}) {
            continue;
        }
        if (isForeign(seen.id)) {
            return foreign(seen.id);
        }
        // The next step places the others, because they differ from what was seen. If only the pose does, and
        // the body follows it, there is no difference.
        const auto* const record = state.find(seen.id);
        const bool followsPose = record != nullptr && record->body.followsPose;
        if (world.find(seen.id) != nullptr && (followsPose || seenNow(world, seen.id) == seen)) {
            place(state, seen.id.index, *world.find(seen.id));
        }
    }
    for (const JointId id : state.joints.ids()) {
        const auto& joint = state.joints.at(id.index).joint;
        for (const ObjectId end : {joint.a, joint.b}) {
            if (end != kWorldFrame && isForeign(end)) {
                return foreign(end);
            }
        }
    }
    for (const VehicleId id : state.vehicles.ids()) {
        if (const ObjectId body = state.vehicles.at(id.index).vehicle.body; isForeign(body)) {
            return foreign(body);
        }
    }
    state.seenMoment.reset();
    return std::nullopt;
}

}  // namespace

template <class T>
std::uint64_t BasicDynamics<T>::hash() const {
    StateHash hash;
    write(*state_, hash);
    return std::move(hash).value();
}

template <class T>
std::vector<std::byte> BasicDynamics<T>::snapshot() const {
    return writeSnapshot(kKind, [&](StateStream& stream) { write(*state_, stream); });
}

template <class T>
std::optional<WorldError> BasicDynamics<T>::restore(const World& world, std::span<const std::byte> snapshot) {
    auto source = openSnapshot(kKind, snapshot);
    if (!source) {
        return source.error();
    }
    Owned<DynamicsState<T>> restored(new DynamicsState<T>(state_->options));
    if (const char* fault = read(*source, *restored)) {
        return badSnapshot(fault);
    }
    if (auto error = attach(world, *restored)) {
        return error;
    }
    state_ = std::move(restored);
    return std::nullopt;
}

#define SAT3D_INSTANTIATE(T)                                            \
    template std::uint64_t BasicDynamics<T>::hash() const;              \
    template std::vector<std::byte> BasicDynamics<T>::snapshot() const; \
    template std::optional<WorldError> BasicDynamics<T>::restore(const World&, std::span<const std::byte>)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
