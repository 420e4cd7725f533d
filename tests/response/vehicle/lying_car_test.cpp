// Cars that fall on their sides, roll over, and stand up again: their springs give them no energy.

#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace sat3d;
using glm::vec3;

double energyOf(const World& world, const Dynamics& dynamics, ObjectId id) {
    const Body& body = *dynamics.find(id);
    const Pose& pose = world.find(id)->pose;
    const vec3 spin = glm::inverse(pose.rotation) * body.angularVelocity;
    const double moving = 0.5 * static_cast<double>(body.mass.mass * glm::dot(body.velocity, body.velocity)),
                 turning = 0.5 * static_cast<double>(glm::dot(spin, body.mass.inertia * spin));
    return moving + turning +
           static_cast<double>(body.mass.mass) * 9.81 * (static_cast<double>(pose.position.y) + 2.0);
}

TEST(LyingCars, GainNoEnergySlow) {
    test::forEachTrial(7, test::slowCount(8000), [](test::Random& random, int) {
        World world;
        Dynamics dynamics;
        ASSERT_TRUE(world.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static}));
        const Box hull{.halfExtents = {0.8f, 0.3f, 1.8f}};
        const auto number = [&](double low, double high) {
            return static_cast<float>(random.uniform(low, high));
        };
        const float tilt = number(1.0, 2.2) * (random.chance(0.5) ? 1.0f : -1.0f), turn = number(-3.0, 3.0),
                    height = number(2.2, 3.0);  // above the ground with all wheels
        const glm::quat rotation =
            glm::angleAxis(turn, vec3(0, 1, 0)) * glm::quat(vec3(number(-0.3, 0.3), 0.0f, tilt));
        const ObjectId id =
            world.add({.shape = hull, .pose = {{0.0f, height, 0.0f}, glm::normalize(rotation)}}).value();
        Body body{.mass = massOfShape(hull, number(50.0, 5000.0)).value()};
        const float fastest = random.chance(0.3) ? 40.0f : 8.0f;
        body.velocity = vec3(random.inBox(fastest));
        body.velocity.y = -std::abs(body.velocity.y);
        body.angularVelocity = vec3(random.inBox(4.0));
        dynamics.setBody(world, id, body);
        Vehicle car = Vehicle::car(id,
                                   {vec3(-0.75f, -0.3f, 1.3f), vec3(0.75f, -0.3f, 1.3f),
                                    vec3(-0.75f, -0.3f, -1.3f), vec3(0.75f, -0.3f, -1.3f)},
                                   0.35f);
        const auto cast = static_cast<WheelCast>(random.below(3));
        const float hertz = number(1.0, 15.0), travel = number(0.02, 0.4), damping = number(0.1, 0.6);
        for (VehicleWheel& wheel : car.wheels) {
            wheel.cast = cast, wheel.hertz = hertz, wheel.travel = travel, wheel.dampingRatio = damping;
        }
        ASSERT_TRUE(dynamics.addVehicle(world, car));
        const int rate = 30 << random.below(4);
        const double before = energyOf(world, dynamics, id);
        double most = before;
        for (int step = 0; step < 3 * rate; ++step) {
            dynamics.step(world, 1.0f / static_cast<float>(rate));
            most = std::max(most, energyOf(world, dynamics, id));
        }
        EXPECT_LT(most, 1.01 * before) << hertz << " Hz, " << rate << " steps per second";
    });
}

// Its springs have their load at once where it is set down.
TEST(LyingCars, StandWhereTheyAreSetDown) {
    World world;
    DynamicsOptions options;
    options.sleepSpeed = 0.0f;
    Dynamics dynamics(options);
    ASSERT_TRUE(world.add({.shape = HalfSpace{{0, 1, 0}, 0.0f}, .kind = ObjectKind::Static}));
    const Box hull{.halfExtents = {0.8f, 0.3f, 1.8f}};
    const ObjectId id = world.add({.shape = hull, .pose = {{0.0f, 0.8f, 0.0f}}}).value();
    dynamics.setBody(world, id, {.mass = massOfShape(hull, 1000.0f).value()});
    ASSERT_TRUE(
        dynamics.addVehicle(world, Vehicle::car(id,
                                                {vec3(-0.75f, -0.3f, 1.3f), vec3(0.75f, -0.3f, 1.3f),
                                                 vec3(-0.75f, -0.3f, -1.3f), vec3(0.75f, -0.3f, -1.3f)},
                                                0.35f)));
    const auto run = [&](float seconds) {
        for (float time = 0.0f; time < seconds; time += 1.0f / 60.0f) {
            dynamics.step(world, 1.0f / 60.0f);
        }
    };
    run(5.0f);
    const Pose standing = world.find(id)->pose;
    ASSERT_FALSE(world.setPose(id, {standing.position + vec3(0, 20, 0), standing.rotation}));
    run(0.2f);
    ASSERT_FALSE(world.setPose(id, standing));
    Body body = *dynamics.find(id);
    body.velocity = body.angularVelocity = vec3(0.0f);
    dynamics.setBody(world, id, body);
    for (int step = 0; step < 60; ++step) {
        dynamics.step(world, 1.0f / 60.0f);
        EXPECT_NEAR(world.find(id)->pose.position.y, standing.position.y, 0.005f) << step;
    }
}

}  // namespace
