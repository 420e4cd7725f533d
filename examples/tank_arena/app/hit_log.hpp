#pragma once

#include "game/game.hpp"
#include "render/scene.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tank_arena {

/// What hit the player lately, and what has wrecked the tank.
class HitLog {
public:
    static constexpr float kSeconds = 3.0f;  ///< a hit is shown for so long

    /// Takes note of a step.
    /// @param tank  number of the player's tank
    void observe(const Game& game, std::uint32_t tank);
    /// Forgets everything: the player drives another tank.
    void clear();

    /// The hits of the last kSeconds, the oldest first. Those of one tank within half a second are one.
    [[nodiscard]] std::span<const Hit> recent() const { return recent_; }
    /// The hit that wrecked the tank, while it is a wreck.
    [[nodiscard]] const std::optional<Hit>& fatal() const { return fatal_; }

private:
    std::vector<Hit> recent_;
    std::optional<Hit> fatal_;
};

/// How far to the right of a camera's direction a place lies from its target, in radians: -pi .. pi.
[[nodiscard]] float bearingOf(const Camera& camera, const glm::vec3& place);

}  // namespace tank_arena
