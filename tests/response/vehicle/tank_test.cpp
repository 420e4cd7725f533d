// Tracks: wheels that share one speed.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/trials.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::VehicleScene;

TEST(Tank, TheWheelsOfATrackHaveOneSpeed) {
    VehicleScene scene(test::awake());
    scene.addTank();
    scene.drive({.throttle = 1.0f, .steering = 0.3f});
    scene.run(3.0f);
    const auto& wheels = scene.state().wheels;
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(wheels[i].spin, wheels[0].spin);
        EXPECT_EQ(wheels[7 + i].spin, wheels[7].spin);
    }
    EXPECT_NEAR((wheels[0].spin - wheels[7].spin) * 0.35f, 2.0f * 0.3f * 2.0f, 0.1f);
    EXPECT_GT(scene.state().speed, 3.0f);
}

TEST(Tank, TurnsOnTheSpotAboutItsMiddleSlow) {
    std::vector<float> spins;
    for (const float dt : {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f}) {
        VehicleScene scene(test::awake());
        scene.dt = dt;
        scene.addTank();
        scene.run(3.0f);
        const glm::vec3 start = scene.pose().position;
        scene.drive({.steering = 1.0f});
        float farthest = 0.0f;
        for (int i = 0; i < test::trialCount(12); ++i) {
            scene.run(1.0f);
            farthest = std::max(farthest, glm::length(scene.pose().position - start));
        }
        EXPECT_LT(farthest, 0.02f) << dt;
        const auto& wheels = scene.state().wheels;
        EXPECT_NEAR(wheels[0].spin * 0.35f, 2.0f, 0.02f) << dt;
        EXPECT_NEAR(wheels[7].spin * 0.35f, -2.0f, 0.02f) << dt;
        // It turns slower than its tracks would let it if they did not slide.
        spins.push_back(-scene.spin().y);
        EXPECT_GT(spins.back(), 0.5f * 2.0f / 1.4f);
        EXPECT_LT(spins.back(), 2.0f / 1.4f);
    }
    EXPECT_NEAR(spins[0], spins[2], 0.03f * spins[2]) << "long and short steps turn it alike";
}

TEST(Tank, DrivesStraightAndStopsSlow) {
    VehicleScene scene(test::awake());
    scene.addTank({}, [](Vehicle& tank) {
        for (VehicleWheel& wheel : tank.wheels) {
            wheel.tire.along = {.friction = 0.8f, .peakSlip = 0.02f};
            wheel.tire.slidingShare = 1.0f;
            wheel.tire.frictionCombine = CombineMode::Multiply;
            wheel.brakeTorque = 1e6f;
        }
    });
    scene.run(2.0f);
    scene.drive({.throttle = 1.0f});
    scene.run(6.0f);
    const float speed = scene.velocity().z, start = scene.pose().position.z;
    EXPECT_GT(speed, 10.0f);
    EXPECT_LT(std::abs(scene.pose().position.x), 1e-3f * start);
    scene.drive({.brake = 1.0f});
    scene.run(5.0f);
    const float law = speed * speed / (2.0f * 0.8f * test::kGravity);
    EXPECT_NEAR(scene.pose().position.z - start, law, 0.02f * law);
}

TEST(Tank, DrivesOverCrates) {
    VehicleScene scene;
    scene.addTank();
    std::vector<ObjectId> crates;
    for (int i = 0; i < 12; ++i) {
        crates.push_back(scene.add(test::cube(0.5f),
                                   {{i % 2 == 0 ? 1.4f : -1.4f, 0.25f, 6.0f + 0.7f * static_cast<float>(i)}},
                                   {}, 100.0f));
    }
    scene.run(1.0f);
    scene.drive({.throttle = 0.6f});
    float fastest = 0.0f, highest = 0.0f, tilt = 1.0f;
    for (int i = 0; i < 60 * 8; ++i) {
        scene.run(test::kStep);
        tilt = std::min(tilt, scene.up().y);
        highest = std::max(highest, scene.pose().position.y);
        for (const ObjectId crate : crates) {
            fastest = std::max(fastest, glm::length(scene.dynamics.find(crate)->velocity));
        }
    }
    EXPECT_GT(scene.pose().position.z, 16.0f) << "it is past them";
    EXPECT_GT(tilt, 0.9f);
    EXPECT_LT(highest, 2.5f);
    EXPECT_LT(fastest, 3.0f * std::max(scene.state().speed, 5.0f)) << "crates are pushed, not shot away";
}

}  // namespace
