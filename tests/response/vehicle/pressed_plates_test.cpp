// Vehicles on loose plates and debris press nothing through the ground.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::VehicleScene;

constexpr float kMargin = 0.02f;  ///< of the solver

/// A car or a tank that stands on a plate under each axle, or under its middle.
TEST(PressedPlates, CarryParkedVehicles) {
    test::forEachTrial(5, test::fewTrialsCount(48), [](test::Random& random, int trial) {
        VehicleScene scene(test::awake());
        const int rate = 30 << random.below(4);
        scene.dt = 1.0f / static_cast<float>(rate);
        const bool isTank = random.chance(0.3), isLattice = trial % 2 == 0;
        const auto thickness = static_cast<float>(isLattice ? 0.0625 : random.uniform(0.02, 0.15));
        const auto ratio = static_cast<float>(isLattice ? std::pow(10.0, 2.0 + random.below(2))
                                                        : std::pow(10.0, random.uniform(1.5, 3.0)));
        const float mass = (isTank ? 50000.0f : 1600.0f) / ratio;
        const auto cast = test::kWheelCasts[random.below(3)];
        const auto change = [&](Vehicle& vehicle) {
            for (VehicleWheel& wheel : vehicle.wheels) {
                wheel.cast = cast;
            }
        };
        std::vector<ObjectId> plates;
        if (isTank) {
            plates.push_back(
                scene.add(Box{.halfExtents = {2.0f, thickness, 3.0f}}, {{0.0f, thickness, 0.0f}}, {}, mass));
            scene.addTank({{0.0f, 2.0f * thickness, 0.0f}}, change);
        } else {
            for (const float z : {-1.4f, 1.4f}) {
                plates.push_back(scene.add(Box{.halfExtents = {1.2f, thickness, 0.45f}},
                                           {{0.0f, thickness, z}}, {}, mass));
            }
            scene.addCar({{0.0f, 2.0f * thickness, 0.0f}}, {}, change);
        }
        scene.drive({.brake = 1.0f});
        scene.run(5.0f);
        for (const ObjectId id : plates) {
            const Pose pose = scene.world.find(id)->pose;
            EXPECT_GT(pose.position.y - thickness, -0.26f * kMargin)
                << ratio << " times, " << rate << " steps per second, tank " << isTank;
            EXPECT_GT((pose.rotation * glm::vec3(0, 1, 0)).y, 0.999f);
        }
    });
}

/// Cans, boards and stones, which cars roll over.
TEST(PressedPlates, DebrisUnderWheelsStaysAboveTheGroundSlow) {
    test::forEachTrial(6, test::slowCount(320), [](test::Random& random, int trial) {
        VehicleScene scene(test::awake());
        const int rate = 30 << random.below(4);
        scene.dt = 1.0f / static_cast<float>(rate);
        const bool isLattice = trial % 2 == 0;
        const auto number = [&](double low, double high) {
            return static_cast<float>(isLattice ? low + 0.5 * (high - low) * random.below(3)
                                                : random.uniform(low, high));
        };
        const auto cast = test::kWheelCasts[random.below(3)];
        scene.addCar({}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.cast = cast;
            }
        });
        const float speed = number(5.0, 60.0);
        scene.launch(speed);
        std::vector<ObjectId> debris;
        const auto count = static_cast<int>(5 + random.below(20));
        for (int i = 0; i < count; ++i) {
            const float thickness = number(0.02, 0.2), x = number(-1.2, 1.2), mass = number(2.0, 100.0);
            const Pose pose{{x, thickness + 0.001f, 4.0f + static_cast<float>(i) * number(0.6, 2.5)},
                            glm::angleAxis(number(0.0, 3.0), glm::vec3(0, 1, 0))};
            if (random.chance(0.2)) {
                debris.push_back(scene.add(Sphere{.radius = thickness}, pose, {}, mass));
            } else {
                const float width = number(0.2, 1.5), length = number(0.1, 0.5);
                debris.push_back(scene.add(Box{.halfExtents = {width, thickness, length}}, pose, {}, mass));
            }
        }
        float lowest = 1.0f;
        for (int step = 0; step < 5 * rate; ++step) {
            scene.dynamics.step(scene.world, scene.dt);
            for (const ObjectId id : debris) {
                lowest = std::min(lowest, scene.world.find(id)->pose.position.y);
            }
        }
        EXPECT_GT(lowest, 0.0f) << speed << " m/s, " << rate << " steps per second";
    });
}

}  // namespace
