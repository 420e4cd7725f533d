#pragma once

#include "thing.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <span>

namespace tank_arena {

/// A supply truck: tanks of its team that are near are repaired. It drives from stop to stop, around tanks
/// and other trucks, and turns round before what does not give way.
class Truck {
public:
    static constexpr float kRange = 9.0f;  ///< meters: as far as it repairs

    /// Puts a truck into a world.
    /// @param pose  upright, of the point on the ground below its middle
    Truck(sat3d::World& world, sat3d::Dynamics& dynamics, std::uint32_t team, const sat3d::Pose& pose);

    /// The shape of its body: chassis, cab, and the box with the supplies.
    [[nodiscard]] static const sat3d::Compound& shape();

    [[nodiscard]] sat3d::ObjectId object() const { return object_; }
    [[nodiscard]] sat3d::VehicleId vehicle() const { return vehicle_; }
    [[nodiscard]] std::uint32_t team() const { return team_; }

    /// Drives toward the next stop in the next step.
    /// @param stops  visited in turn
    void drive(const sat3d::World& world, sat3d::Dynamics& dynamics, std::span<const glm::vec3> stops,
               float dt);

private:
    /// Where it shall go: -1 .. 1, to the left.
    [[nodiscard]] float toLeft(const sat3d::Pose& pose, std::span<const glm::vec3> stops);

    std::uint32_t team_;
    sat3d::ObjectId object_;
    sat3d::VehicleId vehicle_;
    std::uint32_t nextStop_ = 0;
    float stuckFor_ = 0.0f, backwardFor_ = 0.0f;  ///< seconds
    float turn_ = 1.0f;                           ///< to which side it turns while it drives backward
};

}  // namespace tank_arena
