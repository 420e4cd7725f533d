// Laws that vehicles obey, by closed forms.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace {

using namespace sat3d;
using test::CarSize;
using test::kGravity;
using test::VehicleScene;

constexpr float kHalfTurn = 3.14159265f;

TEST(VehicleLaws, RideHeightIsLoadByStiffnessSlow) {
    for (const float hertz : {1.0f, 1.5f, 3.0f}) {
        VehicleScene scene(test::awake());
        scene.addCar({}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.hertz = hertz;
                wheel.center.y = -0.3f;
                wheel.travel = 0.5f;
            }
        });
        scene.run(10.0f);
        const float omega = 2.0f * kHalfTurn * hertz, sag = kGravity / (omega * omega);
        for (const WheelState& wheel : scene.state().wheels) {
            EXPECT_NEAR(wheel.compression, sag, 1e-3f * sag);
            EXPECT_NEAR(wheel.load, 0.25f * 1600.0f * kGravity, 10.0f);
        }
        EXPECT_NEAR(scene.pose().position.y, 0.35f + 0.3f - sag, 1e-3f * sag);
    }
}

TEST(VehicleLaws, WheelsCarryWhatTheirPlacesSay) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) {
        for (int i = 0; i < 2; ++i) {
            car.wheels[static_cast<std::size_t>(i)].center.z = 0.7f;  // nearer to the center of mass
        }
    });
    scene.run(8.0f);
    const float weight = 1600.0f * kGravity;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(scene.state().wheels[i].load, 0.5f * weight * (i < 2 ? 1.4f : 0.7f) / 2.1f,
                    0.002f * weight);
    }
    EXPECT_GT(scene.up().y, 0.99999f) << "it stands level: each spring is made for its load";
}

TEST(VehicleLaws, ASpringHitsItsStop) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.travel = 0.15f;
        }
    });
    scene.run(1.0f);
    scene.dynamics.setVelocity(scene.body, {0, -3, 0}, {});
    float most = 0.0f, fastest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        scene.run(test::kStep);
        most = std::max(most, scene.state().wheels[0].compression);
        fastest = std::max(fastest, scene.velocity().y);
    }
    // The spring alone would give way by 0.4 m.
    EXPECT_GT(most, 0.149f);
    EXPECT_LT(most, 0.16f);
    EXPECT_LT(fastest, 1.5f) << "it does not throw the car up";
}

TEST(VehicleLaws, TheDriveIsThatOfItsTorque) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) { car.engine = VehicleEngine::constant(1400.0f, 200.0f); });
    scene.run(1.0f);
    scene.drive({.throttle = 1.0f});
    scene.run(4.0f);
    const float mass = 1600.0f + 4.0f / (0.35f * 0.35f);
    EXPECT_NEAR(scene.velocity().z, 4.0f * 1400.0f / 0.35f / mass, 0.1f);
    EXPECT_NEAR(scene.state().speed, scene.velocity().z, 1e-3f);
    EXPECT_NEAR(scene.state().wheels[0].spin, scene.velocity().z / 0.35f, 0.05f);
}

TEST(VehicleLaws, TheTurningCircleIsThatOfTheGeometry) {
    for (const float steering : {1.0f, -0.5f}) {
        VehicleScene scene(test::awake());
        scene.addCar({}, {}, [](Vehicle& car) {
            car.maxSteering = 0.5f;
            car.engine = VehicleEngine::constant(400.0f, 3.0f);  // 1 m/s
        });
        scene.drive({.throttle = 1.0f, .steering = steering});
        scene.run(8.0f);
        const float radius = 2.8f / std::tan(0.5f * std::abs(steering));
        // The middle of the rear axle is on the circle, at a right angle to its center.
        const glm::vec3 rear = scene.pose() * glm::vec3(0, 0, -1.4f);
        const glm::vec3 velocity = scene.velocity() + glm::cross(scene.spin(), rear - scene.pose().position);
        const float measured = glm::length(velocity) / std::abs(scene.spin().y);
        EXPECT_NEAR(measured, radius, 0.01f * radius);
        EXPECT_EQ(scene.spin().y<0.0f, steering> 0.0f) << "to the right";
    }
}

TEST(VehicleLaws, AllWheelsThatSteerRollAboutOnePoint) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) {
        VehicleWheel second = car.wheels[0];  // a second axle that steers
        second.center.z = 0.5f;
        car.wheels.push_back(second);
        second.center.x = -second.center.x;
        car.wheels.push_back(second);
    });
    scene.drive({.steering = 0.8f});
    scene.run(0.1f);
    const float radius = 2.8f / std::tan(0.8f * 0.6f);
    const Vehicle& car = *scene.dynamics.findVehicle(scene.id);
    for (std::size_t i = 0; i < car.wheels.size(); ++i) {
        const glm::vec3 fromCenter = car.wheels[i].center - glm::vec3(-radius, 0, -1.4f);  // on the right
        const float angle = scene.state().wheels[i].steering;
        const float along = -std::sin(angle) * fromCenter.x + std::cos(angle) * fromCenter.z;
        EXPECT_NEAR(along, 0.0f, 1e-4f) << i << ": the wheel stands across the line to the center";
    }
}

TEST(VehicleLaws, ItTipsAtTheSpeedThatItsWidthSays) {
    const CarSize size{.halfTrack = 0.7f, .centerHeight = 1.0f};
    VehicleScene scene(test::awake());
    scene.addCar({}, size, [&](Vehicle& car) {
        car.maxSteering = std::atan(2.0f * size.halfBase / 20.0f);
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = VehicleScene::plainTire(3.0f);
            wheel.hertz = 6.0f;  // stiff: the law is that of a rigid car
            wheel.driveShare = 1.0f;
        }
        car.engine = VehicleEngine::constant(200.0f, 100.0f);
    });
    scene.launch(8.0f);
    float steering = 0.0f, highest = 0.0f, height = 0.0f;
    for (int i = 0; i < 60 * 60 && scene.up().y > 0.9f; ++i) {
        steering = std::min(steering + 0.004f, 1.0f);  // turned in slowly, then slowly faster
        scene.drive({.throttle = 1.0f, .steering = steering});
        scene.run(test::kStep);
        const auto& wheels = scene.state().wheels;
        if (wheels[1].touches || wheels[3].touches) {  // the inner ones
            height = scene.pose().position.y;
            highest = std::max(highest, glm::length(scene.velocity()) * std::abs(scene.spin().y));
        }
    }
    const float law = kGravity * size.halfTrack / height;  // centripetal acceleration
    EXPECT_NEAR(highest, law, 0.02f * law);
    scene.run(1.0f);
    EXPECT_LT(scene.up().y, 0.5f) << "it lies on its side";
}

/// Drives a course: full throttle, a bend, full brake.
void driveCourse(VehicleScene& scene) {
    scene.addCar({}, {}, [](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = Tire{};
        }
        car.engine = VehicleEngine::constant(2500.0f, 100.0f);
    });
    scene.run(1.0f);
    scene.drive({.throttle = 1.0f});
    scene.run(4.0f);
    scene.drive({.throttle = 0.3f, .steering = 0.15f});
    scene.run(2.0f);
    scene.drive({.brake = 0.5f});
    scene.run(4.0f);
}

TEST(VehicleLaws, LongAndShortStepsDriveAlikeSlow) {
    VehicleScene fast(test::awake()), slow(test::awake());
    fast.dt = 1.0f / 240.0f, slow.dt = 1.0f / 30.0f;
    driveCourse(fast), driveCourse(slow);
    const float way = glm::length(fast.pose().position);
    EXPECT_GT(way, 40.0f);
    EXPECT_LT(glm::length(fast.pose().position - slow.pose().position), 0.02f * way);
    EXPECT_LT(glm::length(fast.velocity()), 0.01f);
    EXPECT_LT(glm::length(slow.velocity()), 0.01f);
}

TEST(VehicleLaws, ATireHasItsSlipCurve) {
    // Weighed down by its load, driven against a brake on the other axle: the slip of the driven wheels
    // tells the force.
    for (const float share : {0.5f, 0.9f}) {
        VehicleScene scene(test::awake());
        scene.addCar({}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.tire = Tire{.along = {.friction = 1.0f, .peakSlip = 0.1f},
                                  .frictionCombine = CombineMode::Multiply};
            }
            car.engine = VehicleEngine::constant(share * 800.0f * kGravity * 0.35f, 1000.0f);
        });
        scene.run(1.0f);
        scene.launch(15.0f);
        scene.drive({.throttle = 1.0f});
        scene.run(1.0f);
        for (std::size_t i = 2; i < 4; ++i) {
            const WheelState& wheel = scene.state().wheels[i];
            const float part = wheel.slip / 0.1f;
            ASSERT_GT(part, 0.05f);
            EXPECT_NEAR(wheel.forceAlong / wheel.load, part * (2.0f - part), 0.02f) << share;
        }
    }
}

TEST(VehicleLaws, ALockedWheelThatSlidesHasTheSlidingShare) {
    VehicleScene scene(test::awake());
    scene.addCar({}, {.centerHeight = 0.4f}, [](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = Tire{.slidingShare = 0.6f, .frictionCombine = CombineMode::Multiply};
            wheel.brakeTorque = 1e5f;
        }
    });
    scene.run(1.0f);
    scene.launch(20.0f);
    scene.drive({.brake = 1.0f});
    scene.run(1.0f);
    for (const WheelState& wheel : scene.state().wheels) {
        EXPECT_NEAR(wheel.slip, -1.0f, 1e-3f);
        EXPECT_NEAR(-wheel.forceAlong / wheel.load, 0.6f + 0.4f * 0.1f, 0.01f);
    }
}

/// Where a car is on a table, in the frame of the table.
Pose poseOnTable(const VehicleScene& scene, ObjectId table) {
    const Pose of = scene.world.find(table)->pose, car = scene.pose();
    const glm::quat back = glm::conjugate(of.rotation);
    return {back * (car.position - of.position), back * car.rotation};
}

/// A table that turns, and rises or moves on: cars on the axis, beside it, and anywhere.
TEST(VehicleLaws, TurntablesCarryParkedCars) {
    test::Random random(3);
    for (int trial = 0; trial < test::fewTrialsCount(24); ++trial) {
        SCOPED_TRACE(trial);
        const bool isLattice = trial % 2 == 0;
        const float radius = static_cast<float>(isLattice ? 2.0 * random.below(3) : random.uniform(0.0, 6.0));
        const float largest = std::sqrt(0.8f * kGravity / (radius + 1.6f));  // the tires hold
        const float spin = isLattice ? (largest > 1.0f ? 1.0f : -0.5f)
                                     : largest * static_cast<float>(random.uniform(-1.0, 1.0));
        VehicleScene scene(test::awake());
        scene.dt = 1.0f / static_cast<float>(random.below(2) == 0 ? 30 : 60 << random.below(3));
        const auto x = static_cast<float>(random.below(2));
        const Body turning{.velocity = {x, 0.5f * static_cast<float>(random.below(2)), 0},
                           .angularVelocity = {0, spin, 0},
                           .material = {.friction = 1.0f}};
        const glm::quat heading =
            glm::angleAxis(0.5f * kHalfTurn * static_cast<float>(random.below(4)), glm::vec3(0, 1, 0));
        scene.addCar({{radius, 0, 0}, heading}, {}, [&](Vehicle& car) {
            for (VehicleWheel& wheel : car.wheels) {
                wheel.cast = test::kWheelCasts[static_cast<std::size_t>(trial) % 3];
                wheel.brakeTorque = 1e6f;
            }
        });
        scene.world.remove(scene.floor);
        const ObjectId table =
            *scene.world.add({.shape = Box{.halfExtents = {12, 0.5f, 12}}, .pose = {{0, -0.5f, 0}}});
        ASSERT_FALSE(scene.dynamics.setBody(scene.world, table, turning));
        scene.dynamics.setVelocity(
            scene.body, turning.velocity + glm::cross(turning.angularVelocity, scene.pose().position),
            turning.angularVelocity);
        scene.drive({.brake = 1.0f});
        scene.run(2.0f);
        const Pose before = poseOnTable(scene, table);
        scene.run(10.0f);
        const Pose after = poseOnTable(scene, table);
        EXPECT_LT(glm::length(after.position - before.position), 1e-3f) << radius << " " << spin;
        EXPECT_GT(glm::dot(after.rotation * glm::vec3(0, 0, 1), before.rotation * glm::vec3(0, 0, 1)),
                  1.0f - 1e-6f);
    }
}

}  // namespace
