#include "tank_details.hpp"

#include <glm/ext/matrix_transform.hpp>

namespace tank_arena {
namespace {

const glm::vec3 kRubber(0.062f, 0.060f, 0.058f), kSteel(0.115f, 0.113f, 0.110f), kGlass(0.55f, 0.55f, 0.50f);

/// Adds boxes and cylinders in the frame of a part.
struct Adorner {
    Scene& scene;
    const glm::mat4& frame;
    float seed;

    void box(const glm::vec3& center, const glm::vec3& size, const glm::vec3& color, Surface surface) const {
        const glm::mat4 place = glm::translate(frame, center);
        scene.add(Mesh::Cube, glm::scale(place, size), color, surface, seed);
    }
    /// @param axis  0: along x, 1: along y, 2: along z
    void cylinder(const glm::vec3& center, float length, float diameter, int axis, const glm::vec3& color,
                  Surface surface) const {
        glm::mat4 place = glm::translate(frame, center);
        if (axis != 0) {
            place = glm::rotate(place, 1.5707963f, axis == 1 ? glm::vec3(0, 0, 1) : glm::vec3(0, -1, 0));
        }
        scene.add(Mesh::Cylinder, glm::scale(place, {length, diameter, diameter}), color, surface, seed);
    }
};

void addTracks(const Adorner& hull, const glm::vec3& paint, bool isDetailed) {
    for (const float side : {-1.0f, 1.0f}) {
        for (int i = 0; i < 6; ++i) {
            const float z = -2.25f + 0.9f * static_cast<float>(i);
            hull.cylinder({side * 1.69f, 0.40f, z}, 0.10f, 0.74f, 0, paint * 0.55f, Surface::Paint);
            hull.cylinder({side * 1.73f, 0.40f, z}, 0.10f, 0.26f, 0, kSteel, Surface::Metal);
        }
        for (const float z : {-2.95f, 2.95f}) {
            hull.cylinder({side * 1.69f, 0.58f, z}, 0.10f, 0.5f, 0, kSteel, Surface::Metal);
        }
        hull.box({side * 1.49f, 0.94f, 0.0f}, {0.56f, 0.05f, 6.7f}, paint, Surface::Paint);
        hull.box({side * 1.75f, 0.83f, -0.1f}, {0.04f, 0.24f, 5.9f}, paint, Surface::Paint);
        if (!isDetailed) {
            continue;
        }
        for (int i = 0; i < 16; ++i) {  // pads
            const float z = -3.0f + 0.4f * static_cast<float>(i);
            hull.box({side * 1.475f, 0.03f, z}, {0.5f, 0.08f, 0.27f}, kRubber, Surface::Metal);
        }
        for (int i = 0; i < 4; ++i) {
            const float y = 0.22f + 0.2f * static_cast<float>(i);
            for (const float z : {-3.3f, 3.3f}) {
                hull.box({side * 1.475f, y, z}, {0.5f, 0.13f, 0.08f}, kRubber, Surface::Metal);
            }
        }
    }
}

}  // namespace

void addTruckDetails(Scene& scene, const glm::mat4& place, const glm::vec3& paint) {
    const Adorner truck{scene, place, 4.0f};
    for (const float side : {-1.0f, 1.0f}) {
        for (const float z : {2.1f, -1.1f, -2.2f}) {
            truck.cylinder({side * 1.12f, 0.48f, z}, 0.34f, 0.96f, 0, kRubber, Surface::Metal);
            truck.cylinder({side * 1.28f, 0.48f, z}, 0.06f, 0.46f, 0, paint * 0.8f, Surface::Paint);
        }
        truck.box({side * 0.8f, 1.0f, 3.02f}, {0.3f, 0.22f, 0.06f}, kGlass, Surface::Metal);
        truck.box({side * 1.16f, 2.0f, 2.2f}, {0.03f, 0.5f, 0.9f}, {0.06f, 0.08f, 0.09f}, Surface::Metal);
        truck.box({side * 1.21f, 1.9f, -0.95f}, {0.03f, 0.9f, 0.9f}, {0.55f, 0.54f, 0.5f}, Surface::Paint);
        truck.box({side * 1.23f, 1.9f, -0.95f}, {0.02f, 0.62f, 0.18f}, {0.50f, 0.04f, 0.03f}, Surface::Metal);
        truck.box({side * 1.23f, 1.9f, -0.95f}, {0.02f, 0.18f, 0.62f}, {0.50f, 0.04f, 0.03f}, Surface::Metal);
    }
    truck.box({0.0f, 2.02f, 2.96f}, {1.9f, 0.55f, 0.03f}, {0.06f, 0.08f, 0.09f}, Surface::Metal);
    truck.box({0.0f, 0.62f, 3.05f}, {2.4f, 0.22f, 0.12f}, kSteel, Surface::Metal);
    for (int i = 0; i < 4; ++i) {  // ribs of the canvas
        const float z = -2.6f + 1.1f * static_cast<float>(i);
        truck.box({0.0f, 2.66f, z}, {2.42f, 0.07f, 0.1f}, {0.34f, 0.31f, 0.24f}, Surface::Paint);
    }
}

void addTankDetails(Scene& scene, const TankPlaces& places, const glm::vec3& paint, float seed,
                    bool isDetailed) {
    const Adorner hull{scene, places.hull, seed}, turret{scene, places.turret, seed},
        barrel{scene, places.barrel, seed};
    addTracks(hull, paint, isDetailed);
    barrel.box({0.0f, 1.9f, 3.48f}, {0.34f, 0.34f, 0.46f}, kSteel, Surface::Metal);  // muzzle brake
    barrel.box({0.0f, 1.9f, 2.15f}, {0.32f, 0.32f, 0.7f}, paint, Surface::Paint);
    barrel.box({0.0f, 1.9f, 0.95f}, {0.62f, 0.5f, 0.5f}, paint * 0.9f, Surface::Paint);  // mantlet
    turret.box({-0.15f, 2.02f, -2.15f}, {1.7f, 0.5f, 0.5f}, paint * 0.85f, Surface::Paint);
    turret.cylinder({0.45f, 2.45f, -0.7f}, 0.16f, 0.75f, 1, paint * 0.9f, Surface::Paint);
    turret.cylinder({-0.45f, 2.43f, -0.6f}, 0.10f, 0.68f, 1, paint * 0.8f, Surface::Paint);
    turret.box({-0.85f, 3.25f, -1.6f}, {0.035f, 1.75f, 0.035f}, kRubber, Surface::Metal);  // aerial
    if (!isDetailed) {
        return;
    }
    for (const float side : {-1.0f, 1.0f}) {
        hull.box({side * 1.45f, 1.06f, 3.05f}, {0.28f, 0.2f, 0.14f}, kGlass, Surface::Metal);
        hull.box({side * 1.45f, 1.06f, -3.15f}, {0.2f, 0.12f, 0.1f}, {0.45f, 0.04f, 0.03f}, Surface::Metal);
        hull.box({side * 1.48f, 1.12f, -1.5f}, {0.42f, 0.32f, 1.1f}, paint * 0.9f, Surface::Paint);  // boxes
        for (int i = 0; i < 3; ++i) {  // smoke tubes
            const float z = 0.15f + 0.17f * static_cast<float>(i);
            turret.cylinder({side * 1.12f, 2.05f, z}, 0.42f, 0.13f, 2, kSteel, Surface::Metal);
        }
    }
    for (int i = 0; i < 5; ++i) {  // grille over the engine
        const float z = -3.1f + 0.16f * static_cast<float>(i);
        hull.box({0.0f, 1.47f, z}, {1.6f, 0.05f, 0.09f}, kSteel, Surface::Metal);
    }
    turret.box({0.45f, 2.62f, -0.35f}, {0.3f, 0.2f, 0.12f}, kSteel, Surface::Metal);   // sight
    turret.box({0.45f, 2.75f, -0.55f}, {0.08f, 0.08f, 0.9f}, kSteel, Surface::Metal);  // machine gun
    hull.cylinder({0.0f, 1.2f, -3.52f}, 0.9f, 0.22f, 0, kSteel, Surface::Metal);       // exhaust
}

}  // namespace tank_arena
