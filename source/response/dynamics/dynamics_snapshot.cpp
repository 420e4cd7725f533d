#include "core/hash.hpp"
#include "response/body/body_faults.hpp"
#include "response/body/body_stream.hpp"
#include "response/contacts/contact_order.hpp"
#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/joints/joint_stream.hpp"
#include "response/motion/visit_numbers.hpp"
#include "response/vehicle/vehicle_stream.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/space_math.hpp"
#include "world/snapshot_frame.hpp"
#include "world/state_stream.hpp"
#include "world/world_access.hpp"

#include <sat3d/response/dynamics.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr SnapshotKind kKind{0x44443353, 8, "dynamics"};  // "S3DD"

/// Hashes numbers.
class StateHash {
public:
    template <class T>
    void add(T number) {
        using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                        std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint8_t>>;
        hash_ = mixHash(hash_, std::bit_cast<Bits>(number));
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

template <class Visit, class T>
void visitRotation(const Visit& visit, glm::qua<T>& rotation) {
    for (int i = 0; i < 4; ++i) {
        visit(rotation[i]);
    }
}
template <class Visit, class T>
void visitRotation(const Visit& visit, glm::vec<2, T>& rotation) {
    visitVector(visit, rotation);
}

template <class Visit, class Pose>
void visitPose(const Visit& visit, Pose& pose) {
    visitVector(visit, pose.position);
    visitRotation(visit, pose.rotation);
}

/// @return BodyExtras
template <class Visit, class T>
std::uint8_t visitRecord(const Visit& visit, BodyRecord<T>& record) {
    visitId(visit, record.id);
    const std::uint8_t extras =
        visitBody(visit, record.body, record.partPoses.empty() ? std::uint8_t{0} : BodyExtras::kParts);
    visitVector(visit, record.force);
    visitSpin(visit, record.torque);
    visitVector(visit, record.formerForce);
    visitSpin(visit, record.formerTorque);
    visit(record.restSeconds);
    visit(record.island);
    visit(record.secondsToTarget);
    if (record.secondsToTarget > 0.0f) {
        visitPose(visit, record.target);
    }
    if (record.hasPoseOfItsOwn()) {
        visitPose(visit, record.pose);
    }
    return extras;
}

template <class Visit, class T>
void visitContact(const Visit& visit, BasicDynamicContact<T>& contact) {
    visitId(visit, contact.objects.a);
    visitId(visit, contact.objects.b);
    visit(contact.children.a);
    visit(contact.children.b);
    visitVector(visit, contact.normal);
    visit(contact.pointCount);
    contact.pointCount = std::min(contact.pointCount, BasicDynamicContact<T>::Dimension::kMaxPoints);
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        auto& point = contact.pointArray[i];
        visitVector(visit, point.position);
        visit(point.separation);
        visit(point.impulse);
        visit(point.totalImpulse);
        visit(point.id);
    }
    visitVector(visit, contact.frictionImpulse);
    visit(contact.twistImpulse);
    visitSpin(visit, contact.rollingImpulse);
    visit(contact.approachSpeed);
    visit(contact.slip);
}

template <class Visit, class T>
void visitFound(const Visit& visit, FoundContact<T>& found) {
    constexpr std::uint8_t kIsTouching = 1, kHasTags = 2;
    visitContact(visit, found.contact);
    auto flags = static_cast<std::uint8_t>((found.contact.isTouching ? kIsTouching : 0) |
                                           (found.tagA != 0 || found.tagB != 0 ? kHasTags : 0));
    visit(flags);
    found.contact.isTouching = (flags & kIsTouching) != 0;
    if ((flags & kHasTags) != 0) {
        visit(found.tagA);
        visit(found.tagB);
    }
    visit(found.radiusA);
    visit(found.radiusB);
    visit(found.order);
    visitVector(visit, found.normalInReference);
    for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
        visitVector(visit, found.anchors[i].onReference);
        visitVector(visit, found.anchors[i].onBody);
        visit(found.anchors[i].offset);
    }
}

template <class Visit, class T>
void visitSearched(const Visit& visit, SearchedPair<T>& searched) {
    visit(searched.objects.a);
    visit(searched.objects.b);
    visit(searched.margin);
    visitVector(visit, searched.bodyInReference.position);
    visitRotation(visit, searched.bodyInReference.rotation);
}

/// The index is that of the list.
template <class Visit>
void visitSeen(const Visit& visit, SeenObject& seen) {
    visit(seen.id.generation);
    visit(seen.contentHash), visit(seen.poseHash);
}

template <class T, class Sink>
void write(const DynamicsState<T>& state, Sink& sink) {
    const auto visit = [&](const auto& number) { sink.add(number); };
    sink.add(kSpaceCode<T>);
    auto gravity = state.options.gravity;
    visitVector(visit, gravity);
    sink.add(state.substep);
    sink.add(static_cast<std::uint32_t>(state.records.size()));
    const auto contactLists = {&state.lastContacts, &state.lastCovered, &state.sleepingContacts};
    for (const auto* contacts : contactLists) {
        sink.add(static_cast<std::uint32_t>(contacts->size()));
    }
    sink.add(static_cast<std::uint32_t>(state.lastSearched.size()));
    std::vector<std::uint32_t> order(state.records.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t at) { return state.records[at].id; });
    for (const std::uint32_t at : order) {
        auto record = state.records[at];
        const std::uint8_t extras = visitRecord(visit, record);
        if ((extras & BodyExtras::kSurfaces) != 0) {
            writeSurfaces(visit, record.body.surfaces);
        }
        if ((extras & BodyExtras::kParts) != 0) {
            sink.add(static_cast<std::uint32_t>(record.partPoses.size()));
            for (auto& pose : record.partPoses) {
                visitPose(visit, pose);
            }
        }
    }
    for (const auto* contacts : contactLists) {
        for (auto contact : *contacts) {
            visitFound(visit, contact);
        }
    }
    for (auto searched : state.lastSearched) {
        visitSearched(visit, searched);
    }
    std::uint32_t seenCount = static_cast<std::uint32_t>(state.seen.size());
    while (seenCount > 0 && state.seen[seenCount - 1].id == ObjectId{}) {
        --seenCount;  // removed ones
    }
    sink.add(seenCount);
    for (SeenObject seen : std::span(state.seen).first(seenCount)) {
        visitSeen(visit, seen);
    }
    sink.add(static_cast<std::uint32_t>(state.sensors.touching().size()));
    for (auto [a, b] : state.sensors.touching()) {
        visitId(visit, a);
        visitId(visit, b);
    }
    // Without joints and vehicles, a snapshot ends here.
    const bool hasVehicles = !state.vehicles.slots().empty();
    if (hasVehicles || !state.joints.slots().empty()) {
        writeJoints(state.joints, visit);
    }
    if (hasVehicles) {
        writeVehicles(state.vehicles, visit);
    }
}

/// Reads the pairs of sensors. Returns whether they are sorted.
template <class T>
bool readSensed(StateReader& source, DynamicsState<T>& state) {
    const auto visit = [&](auto& number) {
        number = source.read<std::remove_reference_t<decltype(number)>>();
    };
    std::vector<ObjectPair> touching;
    const auto count = source.read<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && !source.hasFailed(); ++i) {
        auto& [a, b] = touching.emplace_back();
        visitId(visit, a);
        visitId(visit, b);
    }
    const auto key = [](const ObjectPair& pair) { return keyOf(pair); };
    const bool isSorted =
        std::ranges::adjacent_find(touching, std::ranges::greater_equal{}, key) == touching.end();
    state.sensors.setTouching(std::move(touching));
    return isSorted;
}

/// Reads the state. Returns what is wrong with it, or nullptr.
template <class T>
const char* read(StateReader& source, DynamicsState<T>& state) {
    const auto visit = [&](auto& number) {
        number = source.read<std::remove_reference_t<decltype(number)>>();
    };
    if (source.read<std::uint8_t>() != kSpaceCode<T>) {
        return "is of another space or precision";
    }
    visitVector(visit, state.options.gravity);
    visit(state.substep);
    const auto recordCount = source.read<std::uint32_t>(), contactCount = source.read<std::uint32_t>(),
               coveredCount = source.read<std::uint32_t>(), sleepingCount = source.read<std::uint32_t>(),
               searchedCount = source.read<std::uint32_t>();
    for (std::uint32_t i = 0; i < recordCount && !source.hasFailed(); ++i) {
        auto& record = state.records.emplace_back();
        const std::uint8_t extras = visitRecord(visit, record);
        const bool hasSurfaces = (extras & BodyExtras::kSurfaces) != 0;
        if (hasSurfaces && !readSurfaces(source, visit, record.body.surfaces)) {
            return "has a bad surface of a body";
        }
        std::uint32_t partCount = 0;
        if ((extras & BodyExtras::kParts) != 0) {
            visit(partCount);
        }
        while (record.partPoses.size() < partCount && !source.hasFailed()) {
            visitPose(visit, record.partPoses.emplace_back());
            if (faultOfPose(record.partPoses.back()) != nullptr) {
                return "has a bad pose of a part";
            }
        }
        const bool isSorted = i == 0 || state.records[i - 1].id.index < record.id.index;
        if (!isSorted || faultOf(record.body) != nullptr || hasBadRule(record.body.material)) {
            return "has a bad body";
        }
        if (record.hasPoseOfItsOwn() && faultOfPose(record.pose) != nullptr) {
            return "has a bad pose of a body";
        }
        if (record.secondsToTarget != 0.0f) {
            if (!record.body.isKinematic() || !(record.secondsToTarget > 0.0f) ||
                !std::isfinite(record.secondsToTarget) || faultOfPose(record.target) != nullptr) {
                return "has a bad target of a body";
            }
            state.targeted.push_back(record.id);
        }
        deriveFromMass(record);
        state.sleepingCount += record.isAsleep() ? 1 : 0;
        if (record.isAsleep() && isForced(record)) {
            state.forcedSleepers.push_back(record.id);
        }
    }
    for (const auto& [contacts, count] :
         {std::pair(&state.lastContacts, contactCount), std::pair(&state.lastCovered, coveredCount),
          std::pair(&state.sleepingContacts, sleepingCount)}) {
        for (std::uint32_t i = 0; i < count && !source.hasFailed(); ++i) {
            visitFound(visit, contacts->emplace_back());
            if (i > 0 && orderOf((*contacts)[i]) < orderOf((*contacts)[i - 1])) {
                return "has contacts that are not sorted";
            }
        }
    }
    for (std::uint32_t i = 0; i < searchedCount && !source.hasFailed(); ++i) {
        visitSearched(visit, state.lastSearched.emplace_back());
        if (i > 0 && !(state.lastSearched[i - 1].objects < state.lastSearched[i].objects)) {
            return "has pairs that are not sorted";
        }
    }
    publishContacts(state);
    const auto seenCount = source.read<std::uint32_t>();
    for (std::uint32_t index = 0; index < seenCount && !source.hasFailed(); ++index) {
        auto& seen = state.seen.emplace_back();
        visitSeen(visit, seen);
        seen.id.index = seen.id.generation != 0 ? index : 0;
    }
    if (!readSensed(source, state)) {
        return "has pairs of sensors that are not sorted";
    }
    if (const char* fault = readJoints(source, visit, state.joints)) {
        return fault;
    }
    if (const char* fault = readVehicles(source, visit, state.vehicles)) {
        return fault;
    }
    return source.hasFailed() || source.restSize() != 0 ? "has other contents than its counts say" : nullptr;
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
    return hash.value();
}

template <class T>
std::vector<std::byte> BasicDynamics<T>::snapshot() const {
    return writeSnapshot(kKind, [&](auto& sink) { write(*state_, sink); });
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
