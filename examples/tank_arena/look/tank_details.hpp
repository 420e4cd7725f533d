#pragma once

#include "render/scene.hpp"

#include <glm/ext/matrix_float4x4.hpp>

namespace tank_arena {

/// Where the parts of a tank are in the world.
struct TankPlaces {
    glm::mat4 hull{1.0f}, turret{1.0f}, barrel{1.0f};
};

/// Adds what a tank is adorned with: wheels, skirts, hatches, lamps. It collides with none of it.
/// @param paint      color of the tank
/// @param isDetailed  small things as well: for tanks near the camera
void addTankDetails(Scene& scene, const TankPlaces& places, const glm::vec3& paint, float seed,
                    bool isDetailed);

/// Wheels, windows and lamps of a supply truck.
void addTruckDetails(Scene& scene, const glm::mat4& place, const glm::vec3& paint);

}  // namespace tank_arena
