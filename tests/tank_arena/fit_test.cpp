// What is drawn of a tank lies in its collision shape, so that tanks collide as they look.

#include "arena_support.hpp"
#include "look/tank_details.hpp"
#include "render/geometry.hpp"

#include <vector>

namespace tank_arena {
namespace {

TEST(TankLook, LiesWithinTheCollisionShape) {
    constexpr float kMost = 0.04f;  // meters
    Scene scene;
    // With all springs at their stops.
    const sat3d::Vehicle vehicle = vehicleOf(kTankKinds[0], {});
    std::vector<sat3d::WheelState> wheels;
    for (const sat3d::VehicleWheel& wheel : vehicle.wheels) {
        wheels.emplace_back().compression = wheel.travel;
    }
    addTankDetails(scene, {.gear = vehicle.wheels, .wheels = wheels}, {.isDetailed = true});
    const sat3d::Compound& shape = loadedModels().tank.shape;
    std::size_t vertices = 0;
    float farthest = 0.0f;
    for (const auto& [mesh, triangles] : {std::pair{Mesh::Cube, cube()}, {Mesh::Cylinder, cylinder()}}) {
        for (const Instance& instance : scene.instances[static_cast<std::size_t>(mesh)]) {
            for (const Vertex& vertex : triangles) {
                const glm::vec3 place(instance.toWorld * glm::vec4(vertex.position, 1.0f));
                const sat3d::Distance away =
                    distance(sat3d::Sphere{.radius = 0.0f}, sat3d::Pose{place}, shape, sat3d::Pose{});
                farthest = std::max(farthest, away.separation);
                EXPECT_LT(away.separation, kMost) << place.x << ", " << place.y << ", " << place.z;
                ++vertices;
            }
        }
    }
    EXPECT_GT(vertices, 3000u);
    EXPECT_GT(farthest, 0.01f) << "it can be seen";
}

}  // namespace
}  // namespace tank_arena
