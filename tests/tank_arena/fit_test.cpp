// What is drawn of a tank lies in its collision shape, so that tanks collide as they look.

#include "arena_support.hpp"
#include "look/tank_details.hpp"
#include "render/geometry.hpp"

#include <algorithm>
#include <cmath>
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

/// Where the links of the left track are, whose rubber no other box has: z of those on the ground, sorted.
std::vector<float> linksOnTheGround(const sat3d::Vehicle& vehicle, float roll) {
    std::vector<sat3d::WheelState> wheels(vehicle.wheels.size());
    for (sat3d::WheelState& wheel : wheels) {
        wheel.roll = roll;
    }
    Scene scene;
    addTankDetails(scene, {.gear = vehicle.wheels, .wheels = wheels}, {.isDetailed = true});
    const float ground = vehicle.wheels[0].center.y - vehicle.wheels[0].radius;
    std::vector<float> places;
    for (const Instance& instance : scene.instances[static_cast<std::size_t>(Mesh::Cube)]) {
        const glm::vec3 place(instance.toWorld[3]);
        if (std::abs(place.y - ground) < 0.001f && place.x > 0.0f && std::abs(place.z) < 2.0f) {
            places.push_back(place.z);
        }
    }
    std::ranges::sort(places);
    return places;
}

TEST(TankLook, LinksOnTheGroundStayWhereTheyAreWhileTheTankRollsOn) {
    const sat3d::Vehicle vehicle = vehicleOf(kTankKinds[0], {});
    const float radius = vehicle.wheels[0].radius, turn = 0.3f;
    for (const float roll : {0.0f, 1.7f, -2.9f, 2.9f}) {
        const std::vector<float> before = linksOnTheGround(vehicle, roll),
                                 after = linksOnTheGround(vehicle, roll + turn);
        std::size_t followed = 0;
        for (const float place : before) {
            const float expected = place - radius * turn;  // in the frame of the tank, which goes forward
            if (expected > -1.9f) {
                EXPECT_TRUE(std::ranges::any_of(after, [&](float z) {
                    return std::abs(z - expected) < 1e-4f;
                })) << expected;
                ++followed;
            }
        }
        EXPECT_GT(followed, 8u);
    }
    // The angle begins anew after half a turn: nothing jumps.
    constexpr float kHalf = 3.14159265f;
    const std::vector<float> most = linksOnTheGround(vehicle, kHalf),
                             least = linksOnTheGround(vehicle, -kHalf);
    ASSERT_EQ(most.size(), least.size());
    for (std::size_t i = 0; i < most.size(); ++i) {
        EXPECT_NEAR(most[i], least[i], 1e-4f);
    }
}

}  // namespace
}  // namespace tank_arena
