#include "core/hash.hpp"
#include "golden/on_every_target.hpp"
#include "response/dynamics_scene.hpp"
#include "support/random.hpp"

#include <sat3d/response/contact_solver.hpp>
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

constexpr std::uint64_t kHeap = 0xb99ac666805c288e;
constexpr std::uint64_t kPlanarRows = 0x9112442157ac3038;

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

TEST(GoldenDynamics, Heap) {
    test::expectOnEveryTarget(hashOfHeap, kHeap);
}

TEST(GoldenDynamics, PlanarRows) {
    test::expectOnEveryTarget(hashOfPlanarRows, kPlanarRows);
}

}  // namespace
