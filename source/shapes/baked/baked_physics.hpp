#pragma once

/// Physics properties in baked models.

#include "core/no_index.hpp"
#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/collision_model.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

void writePhysics(BakedWriter& writer, const CollisionModel& model);
/// Reads physics properties into the model. The nodes must have been read. Sets a fault in the reader if the
/// values are invalid.
void readPhysics(BakedReader& reader, CollisionModel& model);

/// Reads an enumerator. The enumeration counts from 0.
template <class Enum>
Enum readEnumeration(BakedReader& reader, Enum last) {
    const auto value = reader.number<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) {
        reader.fail("an enumerator is " + std::to_string(value) + ", above " +
                    std::to_string(static_cast<int>(last)));
        return last;
    }
    return static_cast<Enum>(value);
}

void writeOptionalIndex(BakedWriter& writer, std::optional<std::uint32_t> index);
/// Reads an index or kNoIndex.
/// @param what  kind of element, for the message if the index is not below `count`
std::uint32_t readIndex(BakedReader& reader, std::size_t count, const char* what);
/// Reads an optional index. Inline, so that the optional is not returned through memory (see
/// core/store_forwarding.hpp).
inline std::optional<std::uint32_t> readOptionalIndex(BakedReader& reader, std::size_t count,
                                                      const char* what) {
    const std::uint32_t index = readIndex(reader, count, what);
    return index == kNoIndex ? std::nullopt : std::optional(index);
}

/// Writes the physics indices of a CollisionBody or CollisionMesh.
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

}  // namespace sat3d::SAT3D_ABI
