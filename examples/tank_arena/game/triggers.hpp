#pragma once

#include "arena.hpp"
#include "tank.hpp"
#include "truck.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tank_arena {

/// Who is in a zone, and who is near a supply truck: a world of sensors and tanks of its own, so that the
/// events of thousands of crates cost nothing.
class Triggers {
public:
    Triggers(std::span<const Zone> zones, std::span<const Tank> tanks, const sat3d::Aabb& tankBounds,
             std::size_t trucks);

    /// Takes note of where all are now, and counts who comes and who goes. Wrecks are nowhere.
    void update(const sat3d::World& world, std::span<const Tank> tanks, std::span<const Truck> trucks,
                std::span<Zone> zones);

    /// How many trucks of its team repair a tank.
    [[nodiscard]] std::uint32_t repairs(std::uint32_t tank) const { return repairs_[tank]; }
    [[nodiscard]] std::uint64_t hash() const { return world_.hash(); }
    /// The sensors and the boxes of tanks, for drawing.
    [[nodiscard]] const sat3d::World& world() const { return world_; }
    /// How often a tank has entered a zone or come near a truck.
    [[nodiscard]] std::uint64_t entries() const { return entries_; }

private:
    void count(const sat3d::ObjectPair& pair, bool hasBegun, std::span<const Tank> tanks,
               std::span<const Truck> trucks, std::span<Zone> zones);

    sat3d::World world_{{.detail = sat3d::ContactDetail::Overlap}};
    std::vector<sat3d::ObjectId> tanks_, trucks_;
    std::vector<std::uint32_t> repairs_;  ///< by tank
    std::uint64_t entries_ = 0;
};

}  // namespace tank_arena
