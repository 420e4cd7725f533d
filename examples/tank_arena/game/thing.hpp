#pragma once

#include <sat3d/sat3d.hpp>

#include <cstdint>

namespace tank_arena {

/// What an object of the world is in the game.
enum class Kind : std::uint8_t { Terrain, Border, Wall, Ramp, Crate, Barrier, Rubble, Zone, Tank, Truck };

// Categories of the objects.
inline constexpr std::uint64_t kSolid = 1;  ///< what stops a truck: all but
inline constexpr std::uint64_t kLoose = 2;  ///< crates and rubble

/// What an object is, and its number among those of its kind. Stored in the object's user data.
struct Thing {
    Kind kind = Kind::Terrain;
    std::uint32_t number = 0;

    [[nodiscard]] bool isVehicle() const { return kind == Kind::Tank || kind == Kind::Truck; }
    [[nodiscard]] std::uint64_t packed() const { return std::uint64_t{number} << 8 | std::uint64_t(kind); }
    [[nodiscard]] static Thing of(const sat3d::World::Object& object) {
        return {static_cast<Kind>(object.userData & 0xffu), static_cast<std::uint32_t>(object.userData >> 8)};
    }
    [[nodiscard]] static Thing of(const sat3d::World& world, sat3d::ObjectId id) {
        const sat3d::World::Object* object = world.find(id);
        return object != nullptr ? of(*object) : Thing{};
    }
};

}  // namespace tank_arena
