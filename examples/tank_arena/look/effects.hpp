#pragma once

#include "game/game.hpp"
#include "scene.hpp"

#include <vector>

namespace tank_arena {

/// What flashes, sparks and smokes. It changes nothing in the game.
class Effects {
public:
    /// Takes note of a step.
    void observe(const Game& game);
    void draw(Scene& scene) const;

private:
    struct Particle {
        glm::vec3 position{0.0f}, velocity{0.0f}, color{1.0f};
        float size = 0.1f, length = 1.0f;  ///< meters; length as a multiple of the size, along the velocity
        float age = 0.0f, life = 1.0f;     ///< seconds
        float weight = 1.0f;               ///< 1 falls, below 0 rises
        Surface surface = Surface::Glow;
    };
    void flash(const glm::vec3& place, const glm::vec3& way);
    void sparks(const Impact& impact);
    [[nodiscard]] glm::vec3 anyWay();

    Random random_{1};
    std::vector<Particle> particles_;
};

}  // namespace tank_arena
