// Vehicles as values: handles, errors, what wakes them, snapshots, threads.

#include "response/vehicle/vehicle_scene.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace sat3d;
using test::VehicleScene;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

TEST(Vehicle, HandlesKnowTheirGeneration) {
    VehicleScene scene;
    scene.addCar();
    const Vehicle car = *scene.dynamics.findVehicle(scene.id);
    EXPECT_EQ(car.body, scene.body);
    EXPECT_TRUE(scene.dynamics.removeVehicle(scene.id));
    EXPECT_FALSE(scene.dynamics.removeVehicle(scene.id));
    EXPECT_EQ(scene.dynamics.findVehicle(scene.id), nullptr);
    EXPECT_EQ(scene.dynamics.vehicleState(scene.id), nullptr);
    EXPECT_FALSE(scene.dynamics.setVehicleInput(scene.id, {}));
    EXPECT_EQ(scene.dynamics.setVehicle(scene.world, scene.id, car)->code, WorldError::Code::StaleId);
    const VehicleId other = scene.dynamics.addVehicle(scene.world, car).value();
    EXPECT_EQ(other.index, scene.id.index);
    EXPECT_NE(other, scene.id);
    EXPECT_EQ(scene.dynamics.vehicles().size(), 1u);
}

TEST(Vehicle, RefusesWhatMakesNoSense) {
    VehicleScene scene;
    scene.addCar();
    const Vehicle sound = *scene.dynamics.findVehicle(scene.id);
    const ObjectId wall = *scene.world.add({.shape = test::cube(1)});
    const auto expectError = [&](WorldError::Code code, const std::function<void(Vehicle&)>& spoil) {
        Vehicle car = sound;
        spoil(car);
        const auto result = scene.dynamics.addVehicle(scene.world, car);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, code) << result.error().message;
        EXPECT_NE(result.error().message.find("the vehicle of object"), std::string::npos)
            << result.error().message;
        EXPECT_TRUE(scene.dynamics.setVehicle(scene.world, scene.id, car));
        EXPECT_EQ(*scene.dynamics.findVehicle(scene.id), sound);
    };
    const auto expectBad = [&](const std::function<void(Vehicle&)>& spoil) {
        expectError(WorldError::Code::BadVehicle, spoil);
    };
    expectError(WorldError::Code::StaleId, [](Vehicle& car) { car.body = {99, 1}; });
    expectBad([&](Vehicle& car) { car.body = wall; });  // no body
    expectBad([](Vehicle& car) { car.forward = {0, 0, 2}; });
    expectBad([](Vehicle& car) { car.up = car.forward; });
    expectBad([](Vehicle& car) { car.maxSteering = 1.6f; });
    expectBad([](Vehicle& car) { car.wheels.clear(), car.axles.clear(); });
    expectBad([](Vehicle& car) { car.wheels[0].radius = 0.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].center.x = kNotANumber; });
    expectBad([](Vehicle& car) { car.wheels[0].travel = -0.1f; });
    expectBad([](Vehicle& car) { car.wheels[0].hertz = 0.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].dampingRatio = kNotANumber; });
    expectBad([](Vehicle& car) { car.wheels[0].inertia = 0.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].width = 0.8f; });
    expectBad([](Vehicle& car) { car.wheels[0].width = 0.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].cast = static_cast<WheelCast>(3); });
    for (const float width : {0.0f, 0.003f, 36.0f, kNotANumber}) {
        expectBad(
            [&](Vehicle& car) { car.wheels[0].cast = WheelCast::CylinderCast, car.wheels[0].width = width; });
    }
    expectBad([](Vehicle& car) {
        car.wheels[0].cast = WheelCast::CylinderCast, car.wheels[0].width = car.wheels[0].radius = 2e6f;
    });
    expectBad([](Vehicle& car) { car.wheels[0].tire.along.peakSlip = 0.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].tire.across.friction = -1.0f; });
    expectBad([](Vehicle& car) { car.wheels[0].tire.slidingShare = 1.1f; });
    expectBad([](Vehicle& car) { car.wheels[0].driveShare = -1.0f; });
    expectBad([](Vehicle& car) { car.axles[0].right = 4; });
    expectBad([](Vehicle& car) { car.axles[0].right = car.axles[0].left; });
    expectBad([](Vehicle& car) { car.axles[0].lockTorque = -1.0f; });
    expectBad([](Vehicle& car) { car.engine.torque = {{1000, 100}, {1000, 200}}; });
    expectBad([](Vehicle& car) { car.engine.torque = {{1000, 100}}, car.engine.gears.clear(); });
    expectBad([](Vehicle& car) { car.engine.torque = {{1000, 100}}, car.engine.gears = {3.0f, -1.0f}; });
    expectBad([](Vehicle& car) { car.engine.torque = {{1000, 100}}, car.engine.downRpm = 6000.0f; });
    EXPECT_FALSE(scene.dynamics.setVehicle(scene.world, scene.id, sound));
    const std::uint64_t before = scene.dynamics.hash();
    for (const VehicleInput& input :
         {VehicleInput{.throttle = 1.1f}, VehicleInput{.brake = -0.1f}, VehicleInput{.steering = kNotANumber},
          VehicleInput{.handBrake = 2.0f}}) {
        EXPECT_FALSE(scene.dynamics.setVehicleInput(scene.id, input));
    }
    EXPECT_EQ(scene.dynamics.hash(), before);
}

TEST(Vehicle, CylindersMayBeAsLargeAndAsNarrowAsTheyAreSaidToBe) {
    for (const float radius : {1e-6f, 0.35f, 1e6f}) {
        for (const float share : {0.01f, 1.0f, 100.0f}) {
            VehicleScene scene(test::awake());
            scene.addCar({}, {}, [&](Vehicle& car) {
                for (VehicleWheel& wheel : car.wheels) {
                    wheel.cast = WheelCast::CylinderCast;
                    wheel.radius = radius, wheel.width = share * radius;
                }
            });
            scene.run(0.1f);
            EXPECT_TRUE(std::isfinite(scene.pose().position.y)) << radius << " " << share;
        }
    }
}

TEST(Vehicle, GoesWithItsObject) {
    VehicleScene scene;
    scene.addCar();
    scene.run(0.5f);
    scene.world.remove(scene.body);
    scene.run(0.1f);
    EXPECT_TRUE(scene.dynamics.vehicles().empty());
}

TEST(Vehicle, StandsWhereItsWheelsWereGiven) {
    VehicleScene scene;
    scene.addCar();
    const glm::vec3 start = scene.pose().position;
    scene.run(3.0f);
    EXPECT_LT(glm::length(scene.pose().position - start), 1e-3f);
    EXPECT_TRUE(scene.dynamics.isAsleep(scene.body));
    const Vehicle& car = *scene.dynamics.findVehicle(scene.id);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const WheelState& wheel = scene.state().wheels[i];
        EXPECT_TRUE(wheel.touches);
        EXPECT_EQ(wheel.ground, scene.floor);
        EXPECT_GT(wheel.normal.y, 0.9999f);
        const Pose at = scene.pose() * wheelPose(car, i, wheel.compression, wheel.steering, wheel.roll);
        EXPECT_NEAR(at.position.y, 0.35f, 1e-3f);
    }
}

TEST(Vehicle, SleepsOnlyIfItsWheelsStand) {
    VehicleScene scene({.gravity = glm::vec3(0.0f)});  // it floats
    scene.addCar({{0, 5, 0}}, {}, [](Vehicle& car) { car.engine = VehicleEngine::constant(100.0f, 10.0f); });
    scene.drive({.throttle = 1.0f});
    scene.run(3.0f);
    EXPECT_FALSE(scene.dynamics.isAsleep(scene.body));
    EXPECT_NEAR(scene.state().wheels[2].spin, 10.0f, 0.1f);
    EXPECT_FALSE(scene.state().wheels[2].touches);
    scene.drive({.brake = 1.0f});
    scene.run(1.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(scene.body));
    EXPECT_EQ(scene.state().wheels[2].spin, 0.0f);
}

TEST(Vehicle, OnItsRoofComesToRest) {
    VehicleScene scene;
    scene.addCar();
    ASSERT_FALSE(scene.world.setPose(scene.body, {{0, 1, 0}, glm::angleAxis(3.0f, glm::vec3(0, 0, 1))}));
    scene.dynamics.setVelocity(scene.body, {3, 0, 10}, {2, 1, 4});
    scene.run(15.0f);
    EXPECT_TRUE(scene.dynamics.isAsleep(scene.body));
}

TEST(Vehicle, PosesOfWheelsSteerAndRoll) {
    Vehicle car = Vehicle::car({}, {}, 0.35f);
    const float quarter = 0.5f * 3.14159265f;
    const Pose steered = wheelPose(car, 0, 0.0f, quarter, 0.0f);
    EXPECT_LT(glm::length(steered.rotation * glm::vec3(0, 0, 1) - glm::vec3(-1, 0, 0)), 1e-6f)
        << "to the right";
    const Pose rolled = wheelPose(car, 0, 0.1f, 0.0f, quarter);
    EXPECT_LT(glm::length(rolled.rotation * glm::vec3(0, 1, 0) - glm::vec3(0, 0, 1)), 1e-6f) << "forward";
    EXPECT_NEAR(rolled.position.y - steered.position.y, 0.1f, 1e-6f);
}

TEST(Vehicle, IgnoresWhatItCannotTouch) {
    for (const bool canTouch : {false, true}) {
        VehicleScene scene;
        scene.addCar();
        ObjectFilter filter;
        filter.categories = canTouch ? 1 : 2;
        (void)*scene.world.add({.shape = Box{.halfExtents = {5.0f, 0.05f, 5.0f}},
                                .pose = {{0.0f, 0.05f, 0.0f}},
                                .kind = ObjectKind::Static,
                                .filter = filter});
        (void)*scene.world.add({.shape = Box{.halfExtents = {5.0f, 0.1f, 5.0f}}, .kind = ObjectKind::Sensor});
        filter = scene.world.find(scene.body)->filter;
        filter.collidesWith = 1;
        ASSERT_FALSE(scene.world.setFilter(scene.body, filter));
        const float start = scene.pose().position.y;
        scene.run(3.0f);
        EXPECT_NEAR(scene.pose().position.y - start, canTouch ? 0.1f : 0.0f, 2e-3f);
    }
}

TEST(Vehicle, IgnoresWhatIsJoinedToIt) {
    VehicleScene scene(test::awake());
    scene.addCar();
    const ObjectId plate = scene.add(Box{.halfExtents = {1.0f, 0.05f, 2.0f}}, {{0, 0.15f, 0}}, {}, 50.0f);
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world,
                                        Joint::fixed(scene.world, scene.body, plate, {0.0f, 0.15f, 0.0f})));
    scene.run(2.0f);
    for (const WheelState& wheel : scene.state().wheels) {
        EXPECT_TRUE(wheel.touches);
        EXPECT_EQ(wheel.ground, scene.floor);
    }
}

TEST(Vehicle, FeelsThatTheGroundMoves) {
    VehicleScene scene(test::awake());
    scene.addCar();
    scene.drive({.brake = 1.0f});
    Body belt{.surfaceVelocity = {2.0f, 0.0f, 1.0f}};
    belt.material.friction = 1.0f;
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, belt));
    scene.run(3.0f);
    EXPECT_LT(glm::length(scene.velocity() - glm::vec3(2, 0, 1)), 1e-3f);
}

/// The right half of the ground is a belt: a part of a compound, or triangles of a mesh.
TEST(Vehicle, FeelsTheSurfaceOfThePartThatItStandsOn) {
    constexpr std::uint32_t kBelt = 7;
    const Box slab{.halfExtents = {5.0f, 0.5f, 20.0f}};
    const std::vector<glm::vec3> corners{{-10, 0, -20}, {0, 0, -20}, {10, 0, -20},
                                         {-10, 0, 20},  {0, 0, 20},  {10, 0, 20}};
    const std::vector<std::uint32_t> triangles{0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5}, tags{1, 1, kBelt, kBelt};
    const std::array<Shape, 2> grounds{
        Compound::fromChildren({{slab, Pose{{-5.0f, -0.5f, 0.0f}}}, {slab, Pose{{5.0f, -0.5f, 0.0f}}, kBelt}})
            .value(),
        TriangleMesh::fromTriangles(corners, triangles, {.tags = tags}).value()};
    for (const Shape& ground : grounds) {
        for (const WheelCast cast : test::kWheelCasts) {
            for (const float x : {-5.0f, 5.0f}) {
                VehicleScene scene(test::awake());
                scene.addCar({{x, 0, 0}}, {}, [&](Vehicle& car) {
                    for (VehicleWheel& wheel : car.wheels) {
                        wheel.cast = cast;
                    }
                });
                ASSERT_FALSE(scene.world.setShape(scene.floor, ground));
                Body body{.surfaces = {{.tag = kBelt, .velocity = {0.0f, 0.0f, 1.5f}}}};
                body.material.friction = body.surfaces[0].material.friction = 1.0f;
                ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, body));
                scene.drive({.brake = 1.0f});
                scene.run(2.0f);
                EXPECT_NEAR(scene.velocity().z, x > 0.0f ? 1.5f : 0.0f, 1e-3f) << x << " " << toString(cast);
            }
        }
    }
}

TEST(Vehicle, WakesWhenTheRoadFreezes) {
    for (const bool isPart : {false, true}) {
        VehicleScene scene;
        const glm::quat tilt = scene.tiltFloor(0.15f);
        scene.addCar({{}, tilt});
        scene.drive({.brake = 1.0f});
        scene.run(4.0f);
        ASSERT_TRUE(scene.dynamics.isAsleep(scene.body));
        const float before = scene.pose().position.z;
        const Material ice{.friction = 0.0f};
        EXPECT_TRUE(isPart ? scene.dynamics.setSurface(scene.floor, {.tag = 0, .material = ice})
                           : scene.dynamics.setMaterial(scene.floor, ice));
        scene.run(1.0f);
        EXPECT_LT(scene.pose().position.z, before - 0.5f) << isPart;
    }
}

TEST(Vehicle, APlatformCarriesItAndWakesIt) {
    VehicleScene scene;
    scene.addCar();
    const ObjectId lift =
        *scene.world.add({.shape = Box{.halfExtents = {4, 0.5f, 4}}, .pose = {{0, -0.5f, 0}}});
    scene.world.remove(scene.floor);
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, lift, {}));
    scene.drive({.brake = 1.0f});
    scene.run(3.0f);
    ASSERT_TRUE(scene.dynamics.isAsleep(scene.body));
    const glm::vec3 start = scene.pose().position;
    scene.dynamics.setVelocity(lift, {0.5f, 1.0f, 0.0f}, {});
    scene.run(2.0f);
    EXPECT_LT(glm::length(scene.pose().position - start - glm::vec3(1, 2, 0)), 0.08f);
    scene.dynamics.setVelocity(lift, {}, {});
    scene.run(3.0f);
    ASSERT_TRUE(scene.dynamics.isAsleep(scene.body));
    scene.world.remove(lift);
    scene.run(1.0f);
    EXPECT_LT(scene.pose().position.y, start.y) << "it falls";
}

TEST(Vehicle, PushesWhatItStandsOnBack) {
    // A free plank on ice under the rear wheels: it goes back as the car goes forward.
    VehicleScene scene(test::awake());
    scene.addCar({}, {}, [](Vehicle& car) { car.engine = VehicleEngine::constant(600.0f, 100.0f); });
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, {.material = {.friction = 0.0f}}));
    Body plank;
    plank.material.friction = 1.0f;
    plank.material.frictionCombine = CombineMode::Multiply;
    const ObjectId under = scene.add(Box{.halfExtents = {1.5f, 0.05f, 4.0f}}, {{0, 0.05f, 0}}, plank, 400.0f);
    ASSERT_FALSE(scene.world.setPose(scene.body, {{0, scene.pose().position.y + 0.1f, 0}}));
    scene.run(1.0f);
    scene.drive({.throttle = 1.0f});
    scene.run(1.0f);
    const float car = scene.velocity().z, back = scene.DynamicsScene::velocity(under).z;
    EXPECT_GT(car, 0.4f);
    EXPECT_NEAR(1600.0f * car + 400.0f * back, 0.0f, 10.0f) << "momentum";
}

/// Cars, tanks and a trailer that drive over rubble.
struct Convoy : VehicleScene {
    std::vector<VehicleId> ids;

    Convoy() {
        for (int i = 0; i < 3; ++i) {
            const auto x = 8.0f * static_cast<float>(i);
            addCar({{x, 0, 0}}, {}, [&](Vehicle& car) {
                car.axles[1].lockTorque = 300.0f;
                car.axles[0].antiRoll = 8000.0f;
                car.engine = {.torque = {{800, 150}, {3000, 250}, {6000, 180}},
                              .brakingTorque = 40.0f,
                              .gears = {12, 8, 5},
                              .reverseGear = 12,
                              .shiftSeconds = 0.2f};
                for (VehicleWheel& wheel : car.wheels) {
                    wheel.tire = {};
                    wheel.cast = i == 2 ? WheelCast::CylinderCast : WheelCast::SphereCast;
                }
            });
            ids.push_back(id);
            const ObjectId truck = body;
            if (i == 1) {
                const ObjectId trailer =
                    add(Box{.halfExtents = {0.7f, 0.2f, 1.0f}}, {{x, 0.6f, -4}}, {}, 400.0f);
                EXPECT_TRUE(dynamics.addJoint(
                    world, Joint::ball(world, truck, trailer, {x, 0.5f, -2.5f}, {0, 0, 1})));
                Vehicle wheels = *dynamics.findVehicle(id);
                wheels.body = trailer;
                wheels.wheels.resize(2);
                wheels.axles.clear();
                wheels.engine = {};
                for (VehicleWheel& wheel : wheels.wheels) {
                    wheel.center.z = -0.2f;
                    wheel.steers = false;
                }
                ids.push_back(*dynamics.addVehicle(world, wheels));
            }
            addTank({{x + 4, 0, -12}});
            ids.push_back(id);
        }
        for (int i = 0; i < 40; ++i) {
            add(test::cube(0.25f),
                {{static_cast<float>(i * 7 % 23), 0.125f, 5.0f + static_cast<float>(i * 5 % 19)}}, {}, 30.0f);
        }
    }
    void step(int i, const ParallelFor& loop = kInOneThread) {
        for (std::size_t k = 0; k < ids.size(); ++k) {
            const float phase = static_cast<float>((i + 7 * static_cast<int>(k)) % 100) / 100.0f;
            EXPECT_TRUE(dynamics.setVehicleInput(ids[k], {.throttle = phase < 0.8f ? 1.0f : 0.0f,
                                                          .brake = phase < 0.9f ? 0.0f : 1.0f,
                                                          .steering = phase - 0.5f}));
        }
        dynamics.step(world, test::kStep, loop);
    }
};

TEST(Vehicle, SnapshotsGoOnWithTheSameBits) {
    Convoy scene;
    for (int i = 0; i < 90; ++i) {
        scene.step(i);
    }
    const auto worldBytes = scene.world.snapshot();
    const auto bytes = scene.dynamics.snapshot();
    Convoy other;
    ASSERT_FALSE(other.world.restore(worldBytes));
    ASSERT_FALSE(other.dynamics.restore(other.world, bytes));
    EXPECT_EQ(scene.dynamics.hash(), other.dynamics.hash());
    Convoy copy = scene;
    for (int i = 90; i < 180; ++i) {
        for (Convoy* one : {&scene, &other, &copy}) {
            one->step(i);
        }
        ASSERT_EQ(scene.dynamics.hash(), other.dynamics.hash()) << i;
        ASSERT_EQ(scene.dynamics.hash(), copy.dynamics.hash()) << i;
        ASSERT_EQ(scene.world.hash(), other.world.hash()) << i;
    }
    const std::uint64_t before = scene.dynamics.hash();
    scene.drive({.handBrake = 0.5f});
    EXPECT_NE(scene.dynamics.hash(), before) << "the input is a part of the state";
}

TEST(Vehicle, DamagedSnapshotsAreRefused) {
    Convoy scene;
    scene.step(0);
    const auto bytes = scene.dynamics.snapshot();
    for (std::size_t size = 0; size < bytes.size(); size += 131) {
        Convoy other;
        const std::uint64_t before = other.dynamics.hash();
        EXPECT_TRUE(other.dynamics.restore(other.world, std::span(bytes).first(size)));
        EXPECT_EQ(other.dynamics.hash(), before);
    }
}

TEST(Vehicle, ThreadsChangeNoBit) {
    for (const std::size_t count : {2u, 4u}) {
        Convoy alone, together;
        const auto loop = [&](std::size_t tasks, auto&& task) {
            std::vector<std::thread> threads;
            for (std::size_t first = 0; first < count; ++first) {
                threads.emplace_back([&, first] {
                    for (std::size_t i = first; i < tasks; i += count) {
                        task(i);
                    }
                });
            }
            for (std::thread& thread : threads) {
                thread.join();
            }
        };
        for (int i = 0; i < 90; ++i) {
            alone.step(i);
            together.step(i, loop);
            ASSERT_EQ(alone.dynamics.hash(), together.dynamics.hash()) << i;
        }
    }
}

}  // namespace
