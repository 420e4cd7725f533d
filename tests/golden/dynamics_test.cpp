#include "core/hash.hpp"
#include "golden/on_every_target.hpp"
#include "response/dynamics/dynamics_scene.hpp"
#include "response/mover/mover_scene.hpp"
#include "response/vehicle/vehicle_scene.hpp"
#include "support/random.hpp"

#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/push_apart.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

// The same bits of response everywhere: see golden_test.cpp. Bodies fall on a heap, so a different bit of one
// contact changes all that follows.

namespace {

using namespace sat3d;

constexpr std::uint64_t kHeap = 0x68f026565e5244bf;
constexpr std::uint64_t kMovers = 0xda839cb903abb0e2;
constexpr std::uint64_t kVehicles = 0xccffeadc5805642f;
constexpr std::uint64_t kJoints = 0xf56ea8b37f4ccc71;
constexpr std::uint64_t kPlanarRows = 0x69afc88225c19094;

/// Bodies of three shapes that bounce, roll, slide and fall asleep.
std::uint64_t hashOfHeap() {
    test::Random random(439);
    test::DynamicsScene scene;
    const std::array<Shape, 3> shapes = {Box{.halfExtents = {0.5f, 0.3f, 0.4f}}, Sphere{.radius = 0.4f},
                                         Capsule{{0.0f, -0.3f, 0.0f}, {0.0f, 0.3f, 0.0f}, 0.25f}};
    for (std::uint32_t i = 0; i < 60; ++i) {
        const glm::vec3 place(random.inBox(1.5));
        scene.add(shapes[i % 3],
                  Pose{place + glm::vec3(0.0f, 3.0f + 0.1f * static_cast<float>(i), 0.0f),
                       glm::quat(random.rotation())},
                  {.material = {.friction = 0.6f, .restitution = i % 5 == 0 ? 0.5f : 0.0f}});
    }
    std::uint64_t hash = 0;
    for (int second = 0; second < 4; ++second) {
        scene.run(1.0f);
        hash = mixHash(mixHash(hash, scene.world.hash()), scene.dynamics.hash());
    }
    return hash;
}

/// A tank and a car that drive, turn and brake among crates.
std::uint64_t hashOfVehicles() {
    test::VehicleScene scene;
    scene.addTank();
    const VehicleId tank = scene.id;
    scene.addCar({{5.0f, 0.0f, 0.0f}}, {}, [](Vehicle& car) {
        car.engine = {
            .torque = {{800, 150}, {3000, 250}, {6000, 180}}, .gears = {12, 8, 5}, .reverseGear = 12};
        car.axles[0].antiRoll = 8000.0f;
        car.axles[1].lockTorque = 300.0f;
        for (VehicleWheel& wheel : car.wheels) {
            wheel.tire = {};
            wheel.cast = wheel.steers ? WheelCast::SphereCast : WheelCast::CylinderCast;
        }
    });
    for (int i = 0; i < 12; ++i) {
        const auto z = static_cast<float>(i);
        scene.add(test::cube(0.4f), {{i % 2 == 0 ? 1.4f : 5.5f, 0.2f, 5.0f + z}}, {}, 60.0f);
    }
    std::uint64_t hash = 0;
    for (int i = 0; i < 240; ++i) {
        const float steering = 0.01f * static_cast<float>(i % 100 - 50);
        const VehicleInput input{
            .throttle = i < 180 ? 0.8f : 0.0f, .brake = i < 180 ? 0.0f : 1.0f, .steering = steering};
        scene.dynamics.setVehicleInput(tank, input);
        scene.dynamics.setVehicleInput(scene.id, input);
        scene.run(test::kStep);
        hash = mixHash(mixHash(hash, scene.world.hash()), scene.dynamics.hash());
    }
    return hash;
}

/// Ragdolls and chains that swing and fall, motors, springs, sliders and ropes.
std::uint64_t hashOfJoints() {
    test::DynamicsScene scene;
    const auto link = [&](float x, float y) {
        return scene.add(Box{.halfExtents = {0.25f, 0.1f, 0.15f}}, {{x, y, 0.1f * x}}, {}, 3.0f);
    };
    const auto join = [&](const Joint& joint) { (void)scene.dynamics.addJoint(scene.world, joint).value(); };
    const glm::vec3 x(1.0f, 0.0f, 0.0f), z(0.0f, 0.0f, 1.0f);
    for (int chain = 0; chain < 6; ++chain) {
        const float y = 1.5f + 0.7f * static_cast<float>(chain);
        ObjectId last = chain % 2 == 0 ? kWorldFrame : link(-0.6f, y);
        for (int i = 0; i < 10; ++i) {
            const float at = 0.6f * static_cast<float>(i);
            const ObjectId next = link(at, y);
            const glm::vec3 point(at - 0.3f, y, 0.1f * at);
            Joint joint = Joint::ball(scene.world, last, next, point, x);
            if (chain == 1) {
                joint.turns.swing = JointAxis::range(0.0f, 0.5f);
                joint.turns.twist = JointAxis::range(-0.2f, 0.3f);
                joint.turns.twist.drive = joint.turns.swing.drive = JointDrive::motor(0.0f, 2.0f);
            } else if (chain == 2) {
                joint = Joint::hinge(scene.world, last, next, point, z);
                joint.turns.twist = JointAxis::range(-0.4f, 0.2f);
                joint.turns.twist.drive = JointDrive::motor(1.0f, 20.0f);
            } else if (chain == 3) {
                joint = Joint::slider(scene.world, last, next, point, x);
                joint.offsets[0] = JointAxis::range(-0.1f, 0.2f);
                joint.offsets[0].drive = JointDrive::spring(3.0f, 0.2f);
            } else if (chain == 4) {
                joint = Joint::rod(scene.world, last, next, point, {at, y, 0.1f * at});
                joint.distance.lower = 0.0f;
            } else if (chain == 5 && i % 2 == 0) {
                joint = Joint::fixed(scene.world, last, next, point);
            }
            join(joint);
            last = next;
        }
    }
    std::uint64_t hash = 0;
    for (int second = 0; second < 4; ++second) {
        scene.run(1.0f);
        hash = mixHash(mixHash(hash, scene.world.hash()), scene.dynamics.hash());
    }
    return hash;
}

/// The contact solver of the plane, with random contacts.
std::uint64_t hashOfPlanarRows() {
    test::Random random(440);
    const auto number = [&] { return static_cast<float>(random.inBox(1.0).x); };
    std::vector<PlanarSolverBody> bodies(20);
    for (PlanarSolverBody& body : bodies) {
        body.velocity = glm::vec2(random.inBox(1.0));
        body.inverseMass = 1.5f + number();
        body.inverseInertia = 3.0f + number();
        body.acceleration = {0.0f, -10.0f};
    }
    std::vector<PlanarSolverContact> contacts(40);
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        PlanarSolverContact& contact = contacts[i];
        contact.bodyA = i % 4 == 0 ? PlanarSolverContact::kStandsStill : i % 20;
        contact.bodyB = (i + 1 + i / 20) % 20;
        contact.normal = glm::normalize(glm::vec2(random.inBox(1.0)));
        contact.friction = 0.5f;
        contact.restitution = i % 3 == 0 ? 0.4f : 0.0f;
        contact.pointCount = 1 + i % 2;
        for (auto& point : contact.points) {
            point = {.armA = glm::vec2(random.inBox(1.0)),
                     .armB = glm::vec2(random.inBox(1.0)),
                     .separation = 0.01f * number()};
        }
    }
    PlanarContactSolver solver;
    std::uint64_t hash = 0;
    for (int step = 0; step < 10; ++step) {
        solver.step(bodies, contacts, 1.0f / 60.0f);
        for (const PlanarSolverBody& body : bodies) {
            for (const float word : {body.velocity.x, body.velocity.y, body.angularVelocity}) {
                hash = mixHash(hash, std::bit_cast<std::uint32_t>(word));
            }
        }
    }
    return hash;
}

/// Movers that drive, turn and climb among each other, stand on the ground, and are pushed apart.
std::uint64_t hashOfMovers() {
    test::Random random(441);
    test::MoverScene scene;
    scene.addBox({4, 0, -9}, {5, 4, 9});
    scene.addBox({-5, 0, -9}, {-2, 0.25f, 9});
    for (int i = 0; i < 12; ++i) {
        const glm::vec3 place(random.inBox(4.0));
        scene.add(Box{.halfExtents = {0.8f, 0.1f, 0.6f}},
                  {{place.x, 0.4f, place.z}, glm::quat(random.rotation())});
    }
    const Box hull{.center = {0.0f, 0.7f, 0.0f}, .halfExtents = {0.8f, 0.7f, 0.5f}};
    const std::array<glm::vec3, 4> feet{
        {{-0.8f, 0.0f, -0.5f}, {0.8f, 0.0f, -0.5f}, {-0.8f, 0.0f, 0.5f}, {0.8f, 0.0f, 0.5f}}};
    std::vector<ObjectId> movers;
    for (int i = 0; i < 8; ++i) {
        const Pose pose{glm::vec3(random.inBox(3.0)) + glm::vec3(0, 4, 0)};
        movers.push_back(*scene.world.add({.shape = hull, .pose = pose, .filter = {.categories = 2}}));
    }
    std::uint64_t hash = 0;
    for (int step = 0; step < 60; ++step) {
        for (const ObjectId id : movers) {
            const glm::vec3 way = 0.2f * glm::vec3(random.inBox(1.0)) - glm::vec3(0, 0.1f, 0);
            const glm::vec3 turn(0.0f, 0.2f * static_cast<float>(random.inBox(1.0).x), 0.0f);
            const Moved moved = moveAndSlide(scene.world, hull, scene.world.find(id)->pose,
                                             {way, turn, hull.center}, {.filter = {.categories = 1}});
            (void)scene.world.setPose(id, moved.pose);
            const auto standing = standOn(scene.world, moved.pose, feet, {.filter = {.categories = 1}});
            const Pose pose = standing ? standing->pose : moved.pose;
            for (const float word : {moved.left.x, moved.left.y, moved.left.z, moved.leftTurn.y,
                                     pose.position.y, pose.rotation.x, pose.rotation.z}) {
                hash = mixHash(hash, std::bit_cast<std::uint32_t>(word));
            }
        }
        (void)pushApart(scene.world, [](ObjectId id) { return 1.0f + static_cast<float>(id.index % 3); });
        hash = mixHash(hash, scene.world.hash());
    }
    return hash;
}

TEST(GoldenMovers, Drive) {
    test::expectOnEveryTarget(hashOfMovers, kMovers);
}

TEST(GoldenDynamics, Heap) {
    test::expectOnEveryTarget(hashOfHeap, kHeap);
}

TEST(GoldenDynamics, Vehicles) {
    test::expectOnEveryTarget(hashOfVehicles, kVehicles);
}

TEST(GoldenDynamics, Joints) {
    test::expectOnEveryTarget(hashOfJoints, kJoints);
}

TEST(GoldenDynamics, PlanarRows) {
    test::expectOnEveryTarget(hashOfPlanarRows, kPlanarRows);
}

}  // namespace
