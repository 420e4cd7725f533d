#include "core/hash.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/shape_hash.hpp"
#include "world/objects/space_math.hpp"
#include "world/snapshot_frame.hpp"
#include "world/state_stream.hpp"
#include "world/world_state.hpp"

#include <sat3d/world/world.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr SnapshotKind kSnapshot{0x57443353, 3, "a world"};  // "S3DW"

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
        typename Space<T>::PartPose pose;
        source(pose);
        if (faultOfPose(pose) != nullptr) {
            return badSnapshot("has a bad pose of part " + std::to_string(part) + " of " + object);
        }
        if (!haveSameBits(pose, partsOf(shape)[part].pose)) {
            std::get<Compound>(shape).setChildPose(part, pose);
        }
    }
    return std::nullopt;
}

/// The options that decide about answers. A predicate cannot be compared.
template <class T>
void writeOptions(StateStream& stream, const BasicWorldOptions<T>& options) {
    stream(kSpaceCode<T>, options.margin, options.hysteresis, options.detail);
    stream(options.maxManifolds, options.partEvents);
}

/// Returns the names of the options that differ.
template <class T>
std::string foreignOptions(StateReader& source, const BasicWorldOptions<T>& options) {
    std::string names;
    const auto expect = [&](bool isEqual, const char* name) {
        names += isEqual ? "" : (names.empty() ? "" : ", ") + std::string(name);
    };
    expect(source.read<std::uint8_t>() == kSpaceCode<T>, "space or type of positions");
    expect(source.read<float>() == options.margin, "margin");
    expect(source.read<float>() == options.hysteresis, "hysteresis");
    expect(source.read<std::uint8_t>() == static_cast<std::uint8_t>(options.detail), "detail");
    expect(source.read<std::uint32_t>() == options.maxManifolds, "maxManifolds");
    expect((source.read<std::uint8_t>() != 0) == options.partEvents, "partEvents");
    return names;
}

/// Passes an object without parts. Removed ones take the same space, so that no snapshot is much smaller than
/// its world.
template <class Slot>
void visitSlot(StateStream& stream, Slot& slot) {
    auto& object = slot.object;
    auto& filter = object.filter;
    stream(slot.generation, slot.isAlive, slot.shapeHash, object.kind);
    stream(filter.categories, filter.collidesWith, filter.excludes, filter.group, filter.detail);
    stream(object.userData, object.pose);
}

template <class T>
void writeState(StateStream& stream, const WorldState<T>& state) {
    const auto slots = state.objects.slots();
    const auto touching = state.contacts.touching();
    const auto parts = state.parts.touching();
    writeOptions(stream, state.options);
    stream(static_cast<std::uint32_t>(slots.size()));
    stream(static_cast<std::uint32_t>(touching.size()));
    stream(static_cast<std::uint32_t>(parts.size()));
    for (const auto& slot : slots) {
        visitSlot(stream, slot);
        const auto partsOfObject = partsOf(slot.object.shape);
        stream(static_cast<std::uint32_t>(partsOfObject.size()));
        for (const auto& part : partsOfObject) {
            stream(part.pose);
        }
    }
    for (const ObjectPair& pair : touching) {
        stream(pair.a, pair.b);
    }
    for (const auto& [objects, of] : parts) {
        stream(objects.a, objects.b, of.a, of.b);
    }
}

/// Reads the state of a world. Shapes and names come from another world, or from a function of the caller.
template <class T>
class SnapshotReader {
public:
    using ShapeSource = typename BasicWorld<T>::ShapeSource;
    using Slot = ObjectSlot<T>;

    SnapshotReader(StateReader source, const WorldState<T>& shapes, const ShapeSource& shapeOf)
        : source_(source), shapes_(shapes), shapeOf_(shapeOf) {}

    std::vector<Slot> slots;
    std::vector<ObjectPair> touching;
    std::vector<PartPair> parts;

    std::optional<WorldError> read() {
        if (const std::string names = foreignOptions(source_, shapes_.options); !names.empty()) {
            return WorldError{WorldError::Code::ForeignSnapshot,
                              "the snapshot is of a world with another " + names};
        }
        const auto slotCount = source_.template read<std::uint32_t>();
        const auto pairCount = source_.template read<std::uint32_t>();
        const auto partCount = source_.template read<std::uint32_t>();
        StateSize emptySlot;
        const Slot none{};
        visitSlot(emptySlot, none);
        const std::size_t slotSize = emptySlot.bytes() + sizeof(std::uint32_t);  // number of parts
        if (std::uint64_t{slotCount} * slotSize + std::uint64_t{pairCount} * sizeof(ObjectPair) +
                std::uint64_t{partCount} * sizeof(PartPair) >
            source_.restSize()) {
            return badSnapshot("is shorter than its counts say");
        }
        slots.resize(slotCount);
        for (std::uint32_t index = 0; index < slotCount; ++index) {
            if (auto error = readObject(index)) {
                return error;
            }
        }
        readPairs(pairCount, partCount);
        if (source_.hasFailed() || source_.restSize() != 0 || !isTouchingValid() ||
            !PartContacts<T>::areValid(parts, touching) || (!shapes_.options.partEvents && !parts.empty())) {
            return badSnapshot("has other contents than its counts say, or a NaN");
        }
        return std::nullopt;
    }

private:
    std::optional<WorldError> readObject(std::uint32_t index) {
        Slot& slot = slots[index];
        visitSlot(source_, slot);
        if (slot.generation == 0) {
            return badSnapshot("has an object without generation");
        }
        BasicObject<T>& object = slot.object;
        if (!slot.isAlive) {
            slot.object = {};
            slot.shapeHash = 0;
            const bool hasParts = source_.template read<std::uint32_t>() != 0;
            return hasParts ? std::optional(badSnapshot("has parts of a removed object")) : std::nullopt;
        }
        if (source_.hasFailed() || !isValid(object.kind) || !isValid(object.filter) ||
            faultOfPose(object.pose) != nullptr) {
            return badSnapshot("has a bad pose, kind or filter of object " + std::to_string(index));
        }
        auto error = findShape(index, slot);
        return error ? error : readParts<T>(source_, object.shape, describeObject(object.name, index));
    }

    std::optional<WorldError> findShape(std::uint32_t index, Slot& slot) {
        const ObjectId id{index, slot.generation};
        BasicObject<T>& object = slot.object;
        if (shapes_.objects.isAlive(id) && shapes_.objects[index].shapeHash == slot.shapeHash) {
            object.shape = shapes_.objects[index].object.shape;
            object.name = shapes_.objects[index].object.name;
            return std::nullopt;
        }
        auto shape = shapeOf_ ? shapeOf_(id, object.userData) : std::nullopt;
        if (!shape || !validate(*shape) || hashOfShape(*shape) != slot.shapeHash) {
            return WorldError{WorldError::Code::MissingShape,
                              "the shape of object " + std::to_string(index) + " with user data " +
                                  std::to_string(object.userData) +
                                  (shape ? " is another one" : " is not known") + ": return it from shapeOf"};
        }
        object.shape = *std::move(shape);
        return std::nullopt;
    }

    void readPairs(std::uint32_t pairCount, std::uint32_t partCount) {
        for (std::uint32_t i = 0; i < pairCount; ++i) {
            auto& pair = touching.emplace_back();
            source_(pair.a, pair.b);
        }
        for (std::uint32_t i = 0; i < partCount; ++i) {
            auto& [objects, of] = parts.emplace_back();
            source_(objects.a, objects.b, of.a, of.b);
        }
    }

    /// Whether the list of pairs is sorted and has only objects that there are or were.
    [[nodiscard]] bool isTouchingValid() const {
        const auto isKnown = [this](ObjectId id) { return id.index < slots.size() && id.generation != 0; };
        return std::ranges::all_of(touching,
                                   [&](const ObjectPair& pair) {
                                       return pair.a.index < pair.b.index && isKnown(pair.a) &&
                                              isKnown(pair.b);
                                   }) &&
               std::ranges::adjacent_find(touching, std::ranges::greater_equal{}, [](const ObjectPair& pair) {
                   return keyOf(pair);
               }) == touching.end();
    }

    StateReader source_;
    const WorldState<T>& shapes_;
    const ShapeSource& shapeOf_;
};

}  // namespace

template <class T>
std::vector<std::byte> BasicWorld<T>::snapshot() const {
    return writeSnapshot(kSnapshot, [&](StateStream& stream) { writeState(stream, *state_); });
}

template <class T>
std::optional<WorldError> BasicWorld<T>::restore(std::span<const std::byte> snapshot,
                                                 const ShapeSource& shapeOf) {
    auto source = openSnapshot(kSnapshot, snapshot);
    if (!source) {
        return source.error();
    }
    SnapshotReader<T> reader(*source, *state_, shapeOf);
    if (auto error = reader.read()) {
        return error;
    }
    const ChangeLog::Moment moment = changes().now();
    state_->objects = ObjectTable<T>(std::move(reader.slots));
    state_->objects.replaceLog(moment);
    state_->contacts = ContactTable<T>(std::move(reader.touching));
    state_->parts.set(std::move(reader.parts));
    state_->broadPhase = {};
    state_->refresh(kInOneThread);
    return std::nullopt;
}

template <class T>
std::uint64_t BasicWorld<T>::hash() const {
    const Options& options = state_->options;
    return hashOf(kSpaceCode<T>, std::bit_cast<std::uint32_t>(options.margin),
                  std::bit_cast<std::uint32_t>(options.hysteresis), options.detail, options.maxManifolds,
                  options.partEvents, state_->objects.slots().size(), state_->objects.hash(),
                  state_->contacts.hash() + state_->parts.hash());
}

#define SAT3D_INSTANTIATE(T)                                                              \
    template std::vector<std::byte> BasicWorld<T>::snapshot() const;                      \
    template std::optional<WorldError> BasicWorld<T>::restore(std::span<const std::byte>, \
                                                              const ShapeSource&);        \
    template std::uint64_t BasicWorld<T>::hash() const
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
