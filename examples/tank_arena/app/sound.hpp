#pragma once

#include "game/game.hpp"
#include "render/scene.hpp"

#include <cstdint>
#include <memory>

namespace tank_arena {

/// Guns, hits, wrecks, and the engine of the player's tank, by OpenAL. Silent where there is no device, and
/// where OpenAL is not installed.
class Sound {
public:
    Sound();
    ~Sound();
    Sound(const Sound&) = delete;
    Sound& operator=(const Sound&) = delete;

    /// Opens the device, if there is one.
    void open();
    /// Plays what happened in the last step.
    void observe(const Game& game);
    /// Sets where the ears are, and how fast the engine runs.
    /// @param isSilent  the game is paused
    void listen(const Game& game, const Camera& camera, std::uint32_t player, bool isSilent);
    void toggle();

private:
    struct Device;
    std::unique_ptr<Device> device_;
};

}  // namespace tank_arena
