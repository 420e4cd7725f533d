#pragma once

#include "game/game.hpp"
#include "render/scene.hpp"

#include <vector>

namespace tank_arena {

/// What flashes, sparks, smokes and raises dust. It changes nothing in the game.
class Effects {
public:
    /// Takes note of a step.
    void observe(const Game& game);
    void draw(Scene& scene) const;

private:
    enum class Type : std::uint8_t { Spark, Chip, Smoke, Fire };
    struct Particle {
        Type type = Type::Spark;
        glm::vec3 position{0.0f}, velocity{0.0f}, color{1.0f};
        float size = 0.1f;    ///< meters
        float growth = 0.0f;  ///< m/s
        float length = 1.0f;  ///< of sparks: a multiple of the size, along the velocity
        float alpha = 1.0f;
        float age = 0.0f, life = 1.0f;  ///< seconds
        float weight = 1.0f;            ///< 1 falls, below 0 rises
        float drag = 0.0f;              ///< 1/s
    };
    void move();
    void flash(const glm::vec3& place, const glm::vec3& direction);
    void hit(const Impact& impact);
    void burn(const glm::vec3& place);
    /// Dust and sparks where bodies slide: at the contact points of the dynamics.
    void dust(const Game& game, const Tank& tank);
    void scrape(const Game& game);
    [[nodiscard]] glm::vec3 randomVector();

    Random random_{1};
    std::vector<Particle> particles_;
};

}  // namespace tank_arena
