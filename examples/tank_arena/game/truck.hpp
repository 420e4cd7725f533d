#pragma once

#include "thing.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <span>

namespace tank_arena {

/// A supply truck: tanks of its team that are near are repaired. It is driven, not simulated: it slides along
/// what stands in its way, stands on its wheels, and pushes crates aside without feeling them.
class Truck {
public:
    static constexpr float kRange = 9.0f;  ///< meters: as far as it repairs

    /// Puts a truck into a world.
    /// @param pose  upright, on the ground
    Truck(sat3d::World& world, sat3d::Dynamics& dynamics, std::uint32_t team, const sat3d::Pose& pose);

    /// The shape of its body: chassis, cab, and the box with the supplies.
    [[nodiscard]] static const sat3d::Compound& shape();

    [[nodiscard]] sat3d::ObjectId object() const { return object_; }
    [[nodiscard]] std::uint32_t team() const { return team_; }
    /// Upright, at the middle of its wheels.
    [[nodiscard]] const sat3d::Pose& pose() const { return pose_; }

    /// Drives toward the next stop for one step. The step of the dynamics then moves its body.
    /// @param stops  visited in turn
    void drive(const sat3d::World& world, sat3d::Dynamics& dynamics, std::span<const glm::vec3> stops,
               float dt);

private:
    /// Where the truck shall go, and what is in the way.
    [[nodiscard]] float steering(std::span<const glm::vec3> stops);

    std::uint32_t team_;
    sat3d::ObjectId object_;
    sat3d::Pose pose_;
    glm::vec3 velocity_{0.0f};
    std::uint32_t nextStop_ = 0;
    float backwardFor_ = 0.0f;  ///< seconds
    float turn_ = 1.0f;         ///< to which side it turns while it drives backward
};

}  // namespace tank_arena
