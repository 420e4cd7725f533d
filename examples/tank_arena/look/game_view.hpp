#pragma once

#include "effects.hpp"
#include "game/game.hpp"
#include "moments.hpp"
#include "render/renderer.hpp"
#include "render/scene.hpp"

namespace tank_arena {

/// Color of a team, as the paint of its tanks.
[[nodiscard]] glm::vec3 colorOfTeam(std::uint32_t team);

/// Shows a game: its objects in their looks.
class GameView {
public:
    /// Gives the meshes of a game to a renderer.
    GameView(const Game& game, Renderer& renderer);

    /// Takes note of the game before a step.
    void remember(const Game& game) { moments_.remember(game); }
    /// Takes note of a step: of flashes and sparks.
    void observe(const Game& game) { effects_.observe(game); }
    /// Makes the scene of a moment. What is far from the camera's target or behind the camera is left out.
    /// @param fraction  of the last step: 0 is before it, 1 after it
    [[nodiscard]] Scene& sceneOf(const Game& game, const Camera& camera, float fraction = 1.0f);
    /// Where an object is at a moment.
    [[nodiscard]] sat3d::Pose poseOf(const Game& game, sat3d::ObjectId id, float fraction) const {
        return moments_.poseOf(game, id, fraction);
    }

private:
    void addObject(const sat3d::World::Object& object, const sat3d::Pose& pose);
    void addTank(const Game& game, const Tank& tank, const Camera& camera, float fraction);
    void addTruck(const Game& game, const Truck& truck, float fraction);
    void addFence(const Game& game);
    void addMarks(const Game& game, float fraction);
    void addShells(const Game& game, float fraction);

    Scene scene_;
    Effects effects_;
    Moments moments_;
};

}  // namespace tank_arena
