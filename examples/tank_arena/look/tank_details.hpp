#pragma once

#include "render/scene.hpp"

#include <glm/ext/matrix_float4x4.hpp>

namespace tank_arena {

/// Where the parts of a tank are in the world.
struct TankPlaces {
    glm::mat4 hull{1.0f}, turret{1.0f}, barrel{1.0f};
};

struct TankLook {
    glm::vec3 paint{1.0f};
    float seed = 0.0f;        ///< offset of the noise
    bool isDetailed = false;  ///< small things as well: for tanks near the camera
    bool isWreck = false;     ///< its lamps are dark
};

/// Adds what a tank is adorned with: wheels, links, hatches, lamps. All of it lies within the collision
/// shape, up to 4 cm, so that tanks collide as they look.
void addTankDetails(Scene& scene, const TankPlaces& places, const TankLook& look);
/// The aerial alone sticks out: it would bend.
void addAerial(Scene& scene, const TankPlaces& places, float seed);

/// Wheels, windows and lamps of a supply truck.
void addTruckDetails(Scene& scene, const glm::mat4& place, const glm::vec3& paint);

}  // namespace tank_arena
