#pragma once

#include "game/game.hpp"
#include "input.hpp"
#include "look/game_view.hpp"
#include "render/scene.hpp"

#include <cstdint>

namespace tank_arena {

/// The tank that the player drives, and the camera behind it.
class Player {
public:
    /// Takes the first tank from its pilot.
    explicit Player(Game& game);
    /// A player's tank bears so many times what the same tank of a computer bears.
    static constexpr float kToughness = 3.0f;

    [[nodiscard]] std::uint32_t tank() const { return tank_; }
    /// Gives the tank back to its pilot, and takes the next one.
    void takeNext(Game& game);

    /// Drives, looks, aims and fires. A shot that is asked for waits for the next step: no click is lost
    /// between two steps.
    /// @param cursor  ray from the eye through the mouse; a gamepad aims along the view
    void command(Game& game, const Controls& controls, const sat3d::Ray& cursor, float seconds);
    /// Moves the camera nearer or farther.
    void zoom(float turns);

    /// The camera at a moment between two steps.
    /// @param seconds  since the last frame
    [[nodiscard]] Camera camera(const Game& game, const GameView& view, float fraction, float seconds);
    /// Where the gun points: the first thing that a shell would meet.
    [[nodiscard]] static glm::vec3 gunPoint(const Game& game, const Tank& tank);

private:
    void take(Game& game, std::uint32_t tank);
    void giveBack(Game& game);

    std::uint32_t tank_ = 0;
    float heading_ = 0.0f, tilt_ = 0.26f;  ///< radians, of the view, in the world
    float distance_ = 13.0f;               ///< meters, as the player wants it
    float shownDistance_ = 13.0f;          ///< as what stands in the way allows
    float idleFor_ = 10.0f;                ///< seconds since the player has turned the view
    bool isByGamepad_ = false;
    std::uint64_t firedAt_ = 0;  ///< steps of the game when a shot was last asked for
};

}  // namespace tank_arena
