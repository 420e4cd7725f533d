// Vehicles on what moves: parked on trains, ferries and ships, and landing on lifts.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::VehicleScene;

/// A ship that gets faster, follows a bend, or turns on the spot faster and faster, with a car or a tank.
TEST(CarriedVehicles, StayWhereTheyAreParkedSlow) {
    test::forEachTrial(31, test::slowCount(256), [](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        const auto number = [&](double low, double high) {
            return isLattice ? low + 0.5 * (high - low) * random.below(3) : random.uniform(low, high);
        };
        VehicleScene scene(test::awake());
        const int rate = 30 << random.below(4);
        scene.dt = 1.0f / static_cast<float>(rate);
        const std::uint32_t kind = random.below(3);
        const double acceleration = number(0.5, 4.0), radius = number(20.0, 100.0),
                     spin = std::sqrt(acceleration / radius);
        const auto poseAt = [&](double time) {
            glm::dvec3 place(0.0, -0.5, 0.0);
            double angle = 0.0;
            if (kind == 0) {
                place.x = 0.5 * acceleration * time * time;
            } else if (kind == 1) {
                angle = -spin * time;
                place += radius * glm::dvec3(std::sin(spin * time), 0.0, 1.0 - std::cos(spin * time));
            } else {
                angle = 0.005 * acceleration * time * time;
            }
            return Pose{glm::vec3(place), glm::quat(glm::angleAxis(angle, glm::dvec3(0, 1, 0)))};
        };
        const glm::vec3 at(glm::dvec3(number(-2.0, 2.0), 0.5, number(-2.0, 2.0)));
        const glm::quat heading = glm::angleAxis(static_cast<float>(number(0.0, 6.0)), glm::vec3(0, 1, 0));
        const auto cast = test::kWheelCasts[random.below(3)];
        const auto change = [&](Vehicle& vehicle) {
            for (VehicleWheel& wheel : vehicle.wheels) {
                wheel.cast = cast;
                wheel.brakeTorque = 1e6f;
                wheel.tire = VehicleScene::plainTire(1.0f);
            }
        };
        const Pose standing = poseAt(0.0) * Pose{at, heading};
        if (random.chance(0.3)) {
            scene.addTank(standing, change);
        } else {
            scene.addCar(standing, {}, change);
        }
        scene.world.remove(scene.floor);
        const ObjectId ship =
            scene.world.add({.shape = Box{.halfExtents = {12, 0.5f, 12}}, .pose = poseAt(0.0)}).value();
        ASSERT_FALSE(scene.dynamics.setBody(scene.world, ship, {.material = {.friction = 1.0f}}));
        if (kind == 1) {
            const auto speed = static_cast<float>(radius * spin);
            const glm::vec3 turn(0.0f, static_cast<float>(-spin), 0.0f);
            scene.dynamics.setVelocity(
                scene.body, glm::vec3(speed, 0, 0) + glm::cross(turn, scene.pose().position), turn);
        }
        scene.drive({.brake = 1.0f});
        const auto onShip = [&] {
            const Pose& deck = scene.world.find(ship)->pose;
            return glm::conjugate(deck.rotation) * (scene.pose().position - deck.position);
        };
        glm::vec3 before(0.0f);
        for (int step = 0; step < 8 * rate; ++step) {
            ASSERT_TRUE(scene.dynamics.moveKinematic(ship, poseAt((step + 1.0) / rate), scene.dt));
            scene.dynamics.step(scene.world, scene.dt);
            before = step < 3 * rate ? onShip() : before;
        }
        EXPECT_LT(glm::length(onShip() - before), 5e-3f)
            << "kind " << kind << ", " << acceleration << " m/s2, " << rate << " steps per second";
    });
}

/// A car that lands on a lift does as one that lands on the ground: only the motion relative to it counts.
TEST(CarriedVehicles, LandOnLiftsAsOnTheGround) {
    test::forEachTrial(32, test::fewTrialsCount(64), [](test::Random& random, int trial) {
        const bool isLattice = trial % 2 == 0;
        const auto number = [&](double low, double high) {
            return static_cast<float>(isLattice ? low + 0.5 * (high - low) * random.below(3)
                                                : random.uniform(low, high));
        };
        const float height = number(0.0, 1.0), fall = number(0.0, 8.0), rise = number(0.0, 20.0),
                    hertz = number(1.0, 3.0);
        const auto cast = test::kWheelCasts[random.below(3)];
        const bool isTank = random.chance(0.3), isThrown = random.chance(0.3);
        const int rate = 30 << random.below(4);
        // Heights above the ground that moves, and the largest compression last.
        const auto land = [&](float speed) {
            VehicleScene scene(test::awake());
            scene.dt = 1.0f / static_cast<float>(rate);
            const Box deck{.halfExtents = {12, 0.5f, 12}};
            const ObjectId ground = scene.world.add({.shape = deck, .pose = {{0, -0.5f, 0}}}).value();
            Body body{.velocity = {0, speed, 0}, .gravityFactor = 0.0f};
            if (isThrown) {  // a heavy body that flies
                body.mass = massOfShape(deck, 1e8f).value();
            }
            EXPECT_FALSE(scene.dynamics.setBody(scene.world, ground, body));
            const auto change = [&](Vehicle& vehicle) {
                for (VehicleWheel& wheel : vehicle.wheels) {
                    wheel.cast = cast;
                    wheel.hertz = hertz;
                }
            };
            if (isTank) {
                scene.addTank({{0, height, 0}}, change);
            } else {
                scene.addCar({{0, height, 0}}, {}, change);
            }
            scene.world.remove(scene.floor);
            scene.dynamics.setVelocity(scene.body, {0, speed - fall, 0}, glm::vec3(0.0f));
            scene.drive({.brake = 1.0f});
            std::vector<float> heights;
            float most = 0.0f;
            for (int step = 0; step < 2 * rate; ++step) {
                scene.dynamics.step(scene.world, scene.dt);
                heights.push_back(scene.pose().position.y - scene.position(ground).y);
                for (const WheelState& wheel : scene.state().wheels) {
                    most = std::max(most, wheel.compression);
                }
            }
            heights.push_back(most);
            return heights;
        };
        const std::vector<float> still = land(0.0f), moving = land(rise);
        float apart = 0.0f;
        for (std::size_t i = 0; i < still.size(); ++i) {
            apart = std::max(apart, std::abs(still[i] - moving[i]));
        }
        EXPECT_LT(apart, 0.01f) << "at " << rise << " m/s, falls at " << fall << " m/s, " << rate
                                << " steps per second, thrown " << isThrown;
    });
}

}  // namespace
