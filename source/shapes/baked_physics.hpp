#pragma once

/// What models say of physics, in baked models.

#include "shapes/baked_stream.hpp"

#include <sat3d/shapes/collision_model.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

void writePhysics(BakedWriter& writer, const CollisionModel& model);
/// Into the model, whose nodes are read already; a fault in the reader where the bytes make no sense.
void readPhysics(BakedReader& reader, CollisionModel& model);

void writePhysics(BakedWriter& writer, const CollisionBody& body);
void readPhysics(BakedReader& reader, const CollisionModel& model, CollisionBody& body);

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

void writeOptionalIndex(BakedWriter& writer, std::optional<std::uint32_t> index);
/// @param what  that the index names, for the fault where there are no more than `count`
std::optional<std::uint32_t> readOptionalIndex(BakedReader& reader, std::size_t count, const char* what);

}  // namespace sat3d::inline SAT3D_ABI::detail
