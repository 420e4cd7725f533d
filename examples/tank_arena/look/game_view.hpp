#pragma once

#include "effects.hpp"
#include "game/game.hpp"
#include "renderer.hpp"
#include "scene.hpp"

namespace tank_arena {

/// Color of a team, as the paint of its tanks.
[[nodiscard]] glm::vec3 colorOfTeam(std::uint32_t team);

/// Shows a game: its objects in their looks.
class GameView {
public:
    /// Gives the meshes of a game to a renderer.
    GameView(const Game& game, Renderer& renderer);

    /// Takes note of a step, for flashes and sparks.
    void observe(const Game& game) { effects_.observe(game); }
    /// Makes the scene of a moment. What is far from the camera's target or behind the camera is left out.
    [[nodiscard]] Scene& sceneOf(const Game& game, const Camera& camera);

private:
    void addObject(const sat3d::World::Object& object);
    void addTank(const Game& game, const Tank& tank, const Camera& camera);
    void addFence(const Game& game);

    Scene scene_;
    Effects effects_;
};

}  // namespace tank_arena
