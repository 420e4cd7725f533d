#pragma once

#include "random.hpp"
#include "tank.hpp"
#include "thing.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace tank_arena {

/// A computer player: drives from place to place around what stands in the way, looks for enemies by rays,
/// and shoots at what it sees. It misses at first, and finds its target from shot to shot.
class Pilot {
public:
    explicit Pilot(std::uint64_t seed) : random_(seed) {}

    /// Decides about the next step.
    /// @param tanks     all tanks
    /// @param self      index into tanks
    /// @param step      number of the step: each pilot looks around every quarter of a second
    /// @param halfSize  of the arena, meters
    [[nodiscard]] TankCommand decide(const sat3d::World& world, std::span<const Tank> tanks,
                                     std::uint32_t self, std::uint64_t step, float halfSize);

    [[nodiscard]] std::optional<std::uint32_t> target() const { return target_; }
    [[nodiscard]] std::uint64_t state() const { return random_.state(); }

private:
    void lookAround(const sat3d::World& world, std::span<const Tank> tanks, const Tank& self);
    [[nodiscard]] glm::vec3 aimAt(const sat3d::World& world, const Tank& self, const Tank& enemy);
    void chooseMiss();
    void steer(const sat3d::World& world, const Tank& self, TankCommand& command);
    void backOff(const sat3d::World& world, const Tank& self, TankCommand& command);

    Random random_;
    glm::vec3 goal_{0.0f};
    bool hasGoal_ = false;
    std::optional<std::uint32_t> target_;
    float seenFor_ = 0.0f;    ///< seconds, of the target
    glm::vec3 miss_{0.0f};    ///< direction in which the next shot is off; at most 1 along each axis
    float avoid_ = 0.0f;      ///< steering away from what is ahead
    float roomAhead_ = 0.0f;  ///< meters
    std::uint32_t stuckSteps_ = 0, reverseSteps_ = 0;
};

}  // namespace tank_arena
