#include "broadphase/storable_box.hpp"
#include "world/object_faults.hpp"
#include "world/pair_hash.hpp"
#include "world/shape_hash.hpp"
#include "world/snapshot_frame.hpp"
#include "world/space_math.hpp"
#include "world/state_stream.hpp"

#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr SnapshotKind kSnapshot{0x57443353, 2, "a world"};  // "S3DW"

template <class Pose, class Sink>
void writePose(Sink& sink, const Pose& pose) {
    forEachNumber(pose, [&](auto number) { sink.add(number); });
}

template <class Pose>
Pose readPose(StateReader& source) {
    Pose pose;
    forEachNumber(pose, [&](auto& number) {
        number = source.template read<std::remove_reference_t<decltype(number)>>();
    });
    return pose;
}

template <class Sink>
void writeId(Sink& sink, ObjectId id) {
    sink.add(id.index);
    sink.add(id.generation);
}

ObjectId readId(StateReader& source) {
    const auto index = source.read<std::uint32_t>();
    return {index, source.read<std::uint32_t>()};
}

ObjectPair readPair(StateReader& source) {
    const ObjectId a = readId(source);
    return {a, readId(source)};
}

template <class Pair>
std::uint64_t hashOfPairs(const std::vector<Pair>& pairs) {
    std::uint64_t sum = 0;
    for (const Pair& pair : pairs) {
        sum += hashOfPair(pair);
    }
    return sum;
}

/// Sets the poses of the parts. Returns the error of a pose or of their number.
template <class T>
std::optional<WorldError> readParts(StateReader& source, typename Space<T>::Shape& shape,
                                    const std::string& object) {
    using Compound = typename Space<T>::Compound;
    const auto count = source.read<std::uint32_t>();
    if (count != partsOf(shape).size()) {
        return badSnapshot("has another number of parts for " + object);
    }
    for (std::uint32_t part = 0; part < count; ++part) {
        const auto pose = readPose<typename Space<T>::PartPose>(source);
        if (faultOfPose(pose) != nullptr) {
            return badSnapshot("has a bad pose of part " + std::to_string(part) + " of " + object);
        }
        std::get<Compound>(shape).setChildPose(part, pose);
    }
    return std::nullopt;
}

}  // namespace

/// Writes an object without parts. Removed ones take the same space, so that no snapshot is much smaller than
/// its world.
template <class T>
template <class Sink>
void BasicWorld<T>::writeSlot(Sink& sink, const Slot& slot) {
    const Object& object = slot.object;
    sink.add(slot.generation);
    sink.add(static_cast<std::uint8_t>(slot.isAlive ? 1 : 0));
    sink.add(slot.shapeHash);
    sink.add(static_cast<std::uint8_t>(object.kind));
    sink.add(object.filter.categories);
    sink.add(object.filter.collidesWith);
    sink.add(object.filter.excludes);
    sink.add(object.filter.group);
    sink.add(static_cast<std::uint8_t>(object.filter.detail));
    sink.add(object.userData);
    writePose(sink, object.pose);
}

template <class T>
template <class Sink>
void BasicWorld<T>::writeState(Sink& sink) const {
    sink.add(kSpaceCode<T>);
    sink.add(options_.margin);
    sink.add(options_.hysteresis);
    sink.add(static_cast<std::uint8_t>(options_.partEvents ? 1 : 0));
    sink.add(static_cast<std::uint32_t>(slots_.size()));
    sink.add(static_cast<std::uint32_t>(touching_.size()));
    sink.add(static_cast<std::uint32_t>(touchingParts_.size()));
    for (const Slot& slot : slots_) {
        writeSlot(sink, slot);
        const auto parts = partsOf(slot.object.shape);
        sink.add(static_cast<std::uint32_t>(parts.size()));
        for (const auto& part : parts) {
            writePose(sink, part.pose);
        }
    }
    for (const ObjectPair& pair : touching_) {
        writeId(sink, pair.a);
        writeId(sink, pair.b);
    }
    for (const PartPair& pair : touchingParts_) {
        writeId(sink, pair.objects.a);
        writeId(sink, pair.objects.b);
        sink.add(pair.parts.a);
        sink.add(pair.parts.b);
    }
}

template <class T>
std::vector<std::byte> BasicWorld<T>::snapshot() const {
    return writeSnapshot(kSnapshot, [&](auto& sink) { this->writeState(sink); });
}

template <class T>
std::optional<WorldError> BasicWorld<T>::restore(std::span<const std::byte> snapshot,
                                                 const ShapeSource& shapeOf) {
    auto source = openSnapshot(kSnapshot, snapshot);
    if (!source) {
        return source.error();
    }
    BasicWorld restored(options_);
    if (auto error = restored.readState(*source, *this, shapeOf)) {
        return error;
    }
    restored.changes_ = std::move(changes_);
    restored.changes_.clear();
    *this = std::move(restored);
    return std::nullopt;
}

/// Reads the state into an empty world.
/// @param shapes  world that has the shapes
template <class T>
template <class Source>
std::optional<WorldError> BasicWorld<T>::readState(Source& source, const BasicWorld& shapes,
                                                   const ShapeSource& shapeOf) {
    const auto space = source.template read<std::uint8_t>();
    const auto margin = source.template read<float>();
    const auto hysteresis = source.template read<float>();
    const bool hasParts = source.template read<std::uint8_t>() != 0;
    if (space != kSpaceCode<T> || margin != options_.margin || hysteresis != options_.hysteresis ||
        hasParts != options_.partEvents) {
        return WorldError{
            WorldError::Code::ForeignSnapshot,
            "the snapshot is of a world with another margin, hysteresis, space or choice of part events"};
    }
    const auto slotCount = source.template read<std::uint32_t>();
    const auto pairCount = source.template read<std::uint32_t>();
    const auto partCount = source.template read<std::uint32_t>();
    StateSize slotSize;
    writeSlot(slotSize, Slot{});
    slotSize.add(std::uint32_t{});  // number of parts
    if (std::uint64_t{slotCount} * slotSize.bytes() + std::uint64_t{pairCount} * sizeof(ObjectPair) +
            std::uint64_t{partCount} * sizeof(PartPair) >
        source.restSize()) {
        return badSnapshot("is shorter than its counts say");
    }
    touching_.reserve(pairCount);
    touchingParts_.reserve(partCount);
    slots_.resize(slotCount);
    isChanged_.resize(slotCount);
    for (std::uint32_t index = 0; index < slotCount; ++index) {
        if (auto error = readObject(source, index, shapes, shapeOf)) {
            return error;
        }
    }
    for (std::uint32_t i = 0; i < pairCount; ++i) {
        touching_.push_back(readPair(source));
    }
    for (std::uint32_t i = 0; i < partCount; ++i) {
        const ObjectPair objects = readPair(source);
        const auto partA = source.template read<std::uint32_t>();
        touchingParts_.push_back({objects, {partA, source.template read<std::uint32_t>()}});
    }
    if (source.hasFailed() || source.restSize() != 0 || !isTouchingValid() || !arePartsValid()) {
        return badSnapshot("has other contents than its counts say");
    }
    touchingHash_ = hashOfPairs(touching_) + hashOfPairs(touchingParts_);
    return std::nullopt;
}

template <class T>
template <class Source>
std::optional<WorldError> BasicWorld<T>::readObject(Source& source, std::uint32_t index,
                                                    const BasicWorld& shapes, const ShapeSource& shapeOf) {
    Slot& slot = slots_[index];
    slot.generation = source.template read<std::uint32_t>();
    slot.isAlive = source.template read<std::uint8_t>() != 0;
    markChanged(index);
    if (slot.generation == 0) {
        return badSnapshot("has an object without generation");
    }
    const ObjectId id{index, slot.generation};
    Object& object = slot.object;
    slot.shapeHash = source.template read<std::uint64_t>();
    object.kind = static_cast<ObjectKind>(source.template read<std::uint8_t>());
    object.filter.categories = source.template read<std::uint64_t>();
    object.filter.collidesWith = source.template read<std::uint64_t>();
    object.filter.excludes = source.template read<std::uint64_t>();
    object.filter.group = source.template read<std::int32_t>();
    object.filter.detail = static_cast<ContactDetail>(source.template read<std::uint8_t>());
    object.userData = source.template read<std::uint64_t>();
    object.pose = readPose<Pose>(source);
    if (!slot.isAlive) {
        const auto parts = source.template read<std::uint32_t>();
        slot.object = {};
        slot.shapeHash = 0;
        free_.push_back(index);  // ascending, and so a heap
        objectsHash_ += hashOfSlot(index);
        return parts == 0 ? std::nullopt : std::optional(badSnapshot("has parts of a removed object"));
    }
    if (source.hasFailed() || object.kind > ObjectKind::Sensor ||
        object.filter.detail > ContactDetail::Manifolds || faultOfPose(object.pose) != nullptr) {
        return badSnapshot("has a bad pose, kind or filter of object " + std::to_string(index));
    }
    if (shapes.isAlive(id) && shapes.slots_[index].shapeHash == slot.shapeHash) {
        object.shape = shapes.slots_[index].object.shape;
        object.name = shapes.slots_[index].object.name;
    } else {
        auto shape = shapeOf ? shapeOf(id, object.userData) : std::nullopt;
        if (!shape || !sat3d::validate(*shape) || hashOfShape(*shape) != slot.shapeHash) {
            return WorldError{WorldError::Code::MissingShape,
                              "the shape of object " + std::to_string(index) + " with user data " +
                                  std::to_string(object.userData) +
                                  (shape ? " is another one" : " is not known") + ": return it from shapeOf"};
        }
        object.shape = *std::move(shape);
    }
    if (auto error = readParts<T>(source, object.shape, describeObject(object.name, index))) {
        return error;
    }
    markEdited(index);
    return std::nullopt;
}

/// Whether the list of pairs is sorted and has only objects that there are or were.
template <class T>
bool BasicWorld<T>::isTouchingValid() const {
    const auto isKnown = [this](ObjectId id) { return id.index < slots_.size() && id.generation != 0; };
    const auto indices = [](const ObjectPair& pair) { return std::pair(pair.a.index, pair.b.index); };
    const auto isPair = [&](const ObjectPair& pair) {
        return pair.a.index < pair.b.index && isKnown(pair.a) && isKnown(pair.b);
    };
    return std::ranges::all_of(touching_, isPair) &&
           std::ranges::adjacent_find(touching_, std::greater_equal{}, indices) == touching_.end();
}

template <class T>
std::optional<std::string> BasicWorld<T>::validate() const {
    std::uint64_t sum = 0;
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
        const Slot& slot = slots_[index];
        const std::string object = describeObject(slot.object.name, index);
        const bool isFree = std::ranges::find(free_, index) != free_.end();
        const bool isListed = std::ranges::find(changed_, index) != changed_.end();
        if (slot.isAlive == isFree || (!slot.isWaiting && slot.isAlive != broadPhase_.contains(index)) ||
            (!slot.isAlive && broadPhase_.contains(index))) {
            return object + " is both there and removed";
        }
        if (slot.generation == 0 || isChanged_[index] != isListed) {
            return object + " has changed, but is not listed, or has no generation";
        }
        if (slot.isAlive &&
            ((!slot.isWaiting && broadPhase_.bounds(index) != storable(boxOf(slot.object))) ||
             slot.shapeHash != hashOfShape(slot.object.shape) || slot.contentHash != hashOfContent(slot) ||
             faultOfPose(slot.object.pose) != nullptr)) {
            return object + " has derived data of another shape or pose";
        }
        sum += hashOfSlot(index);
    }
    if (!std::ranges::is_heap(free_, std::greater{}) || broadPhase_.size() > size()) {
        return "the lists of free indices and boxes differ from the objects";
    }
    if (sum != objectsHash_ || touchingHash_ != hashOfPairs(touching_) + hashOfPairs(touchingParts_)) {
        return "the hash is not that of the objects and pairs";
    }
    if (!isTouchingValid() || !arePartsValid()) {
        return "the list of what touches is not sorted, or has unknown objects";
    }
    return std::nullopt;
}

#define SAT3D_INSTANTIATE(T)                                                              \
    template std::vector<std::byte> BasicWorld<T>::snapshot() const;                      \
    template std::optional<WorldError> BasicWorld<T>::restore(std::span<const std::byte>, \
                                                              const ShapeSource&);        \
    template std::optional<std::string> BasicWorld<T>::validate() const
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<float>);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
