#pragma once

#include "render/scene.hpp"

#include <sat3d/sat3d.hpp>

#include <glm/ext/matrix_float4x4.hpp>

#include <span>

namespace tank_arena {

/// Where the parts of a tank are in the world.
struct TankPlaces {
    glm::mat4 hull{1.0f}, turret{1.0f}, barrel{1.0f};
    std::span<const sat3d::VehicleWheel> gear = {};  ///< road wheels, those of one track after the other
    std::span<const sat3d::WheelState> wheels = {};  ///< how they are now
};

struct TankLook {
    glm::vec3 paint{1.0f};
    float seed = 0.0f;        ///< offset of the noise
    bool isDetailed = false;  ///< small things as well: for tanks near the camera
    bool isWreck = false;     ///< its lamps are dark
};

/// Adds what a tank is adorned with: wheels, links, hatches, lamps. All of it lies within the collision
/// shape, up to 4 cm, so that tanks collide as they look; below it are only the wheels, as far as their
/// springs let them, and the links under them.
void addTankDetails(Scene& scene, const TankPlaces& places, const TankLook& look);
/// The aerial alone sticks out: it would bend.
void addAerial(Scene& scene, const TankPlaces& places, float seed);

/// Windows and lamps of a supply truck.
void addTruckDetails(Scene& scene, const glm::mat4& place);
/// One of its wheels.
/// @param place  of its middle, x along its axle
void addTruckWheel(Scene& scene, const glm::mat4& place, const glm::vec3& paint);

}  // namespace tank_arena
