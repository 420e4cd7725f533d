#pragma once

/// What models say of physics, in baked models.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/collision_model.hpp>

#include <limits>
#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

void writePhysics(BakedWriter& writer, const CollisionModel& model);
/// Into the model, whose nodes are read already; a fault in the reader where the bytes make no sense.
void readPhysics(BakedReader& reader, CollisionModel& model);

/// A value of an enumeration that counts up from 0.
template <class Enum>
Enum readEnumeration(BakedReader& reader, Enum last) {
    const auto value = reader.number<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) {
        reader.fail("it says " + std::to_string(value) + " where " + std::to_string(static_cast<int>(last)) +
                    " is the most");
        return last;
    }
    return static_cast<Enum>(value);
}

/// Stands where an index names nothing.
inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

void writeOptionalIndex(BakedWriter& writer, std::optional<std::uint32_t> index);
/// @param what  that the index names, for the fault where there are no more than `count`
std::uint32_t readIndex(BakedReader& reader, std::size_t count, const char* what);
/// In place: an optional that is handed on through memory is waited for.
inline std::optional<std::uint32_t> readOptionalIndex(BakedReader& reader, std::size_t count,
                                                      const char* what) {
    const std::uint32_t index = readIndex(reader, count, what);
    return index == kNoIndex ? std::nullopt : std::optional(index);
}

/// Of a CollisionBody or a CollisionSurface.
template <class Collider>
void writePhysics(BakedWriter& writer, const Collider& collider) {
    writeOptionalIndex(writer, collider.rigidBody);
    writeOptionalIndex(writer, collider.physicsMaterial);
    writeOptionalIndex(writer, collider.filter);
    writeOptionalIndex(writer, collider.trigger);
}

template <class Collider>
void readPhysics(BakedReader& reader, const CollisionModel& model, Collider& collider) {
    collider.rigidBody = readOptionalIndex(reader, model.rigidBodies.size(), "rigid body");
    collider.physicsMaterial = readOptionalIndex(reader, model.physicsMaterials.size(), "physics material");
    collider.filter = readOptionalIndex(reader, model.filters.size(), "filter");
    collider.trigger = readOptionalIndex(reader, model.nodes.size(), "node");
}

}  // namespace sat3d::inline SAT3D_ABI::detail
