#pragma once

/// @file
/// A world with a floor, for tests of dynamics.

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace sat3d::test {

inline constexpr float kStep = 1.0f / 60.0f;

/// A world with a floor at height 0.
struct DynamicsScene {
    World world;
    Dynamics dynamics;
    ObjectId floor;

    explicit DynamicsScene(const DynamicsOptions& options = {}) : dynamics(options) {
        floor = *world.add({.shape = HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
    }
    ObjectId add(const Shape& shape, const Pose& pose, Body body = {}, float mass = 1000.0f) {
        const ObjectId id = *world.add({.shape = shape, .pose = pose});
        body.mass = *massOfShape(shape, mass);
        EXPECT_FALSE(dynamics.setBody(world, id, body));
        return id;
    }
    void run(float seconds) {
        for (int i = 0; i < static_cast<int>(std::lround(seconds / kStep)); ++i) {
            dynamics.step(world, kStep);
        }
    }
    glm::vec3 position(ObjectId id) const { return world.find(id)->pose.position; }
    glm::vec3 velocity(ObjectId id) const { return dynamics.find(id)->velocity; }
};

inline Box cube(float side) {
    return {.halfExtents = glm::vec3(0.5f * side)};
}

/// Options without sleep.
inline DynamicsOptions awake() {
    return {.sleepSpeed = 0.0f};
}

}  // namespace sat3d::test
