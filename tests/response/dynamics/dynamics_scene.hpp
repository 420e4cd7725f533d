#pragma once

/// @file
/// A world with a floor, for tests of dynamics.

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sat3d::test {

inline constexpr float kStep = 1.0f / 60.0f;

/// A world with a floor at height 0.
struct DynamicsScene {
    World world;
    Dynamics dynamics;
    ObjectId floor;

    /// A world without a floor and without gravity, in which nothing sleeps.
    static DynamicsScene inSpace() {
        DynamicsScene scene({.gravity = glm::vec3(0.0f), .sleepSpeed = 0.0f});
        scene.world.remove(scene.floor);
        return scene;
    }

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

/// Energy of motion and height of all bodies.
inline double energyOf(const DynamicsScene& scene) {
    double sum = 0.0;
    for (const ObjectId id : scene.world.ids()) {
        if (const Body* body = scene.dynamics.find(id)) {
            const Pose& pose = scene.world.find(id)->pose;
            const glm::dvec3 v(body->velocity),
                w(glm::transpose(glm::mat3_cast(pose.rotation)) * body->angularVelocity);
            const glm::dvec3 center(pose * body->mass.center), gravity(scene.dynamics.options().gravity);
            const double mass = body->mass.mass;
            sum += 0.5 * mass * glm::dot(v, v) + 0.5 * glm::dot(w, glm::dmat3(body->mass.inertia) * w) -
                   mass * glm::dot(gravity, center);
        }
    }
    return sum;
}

/// Momentum of all bodies, and the sum of the sizes of its parts.
struct Momentum {
    glm::dvec3 linear{0.0}, angular{0.0};  ///< angular: about the origin
    double linearSize = 0.0, angularSize = 0.0;
};
inline Momentum momentumOf(const DynamicsScene& scene) {
    Momentum sum;
    for (const ObjectId id : scene.world.ids()) {
        if (const Body* body = scene.dynamics.find(id)) {
            const Pose& pose = scene.world.find(id)->pose;
            const glm::dmat3 rotation(glm::mat3_cast(pose.rotation));
            const glm::dvec3 p = static_cast<double>(body->mass.mass) * glm::dvec3(body->velocity);
            const glm::dvec3 spin = rotation * glm::dmat3(body->mass.inertia) * glm::transpose(rotation) *
                                    glm::dvec3(body->angularVelocity);
            const glm::dvec3 angular = glm::cross(glm::dvec3(pose * body->mass.center), p) + spin;
            sum.linear += p, sum.linearSize += glm::length(p);
            sum.angular += angular, sum.angularSize += glm::length(angular);
        }
    }
    return sum;
}

/// Steps a scene, and returns the largest gain of energy in a step, as a fraction of the energy at the start.
inline double worstGain(DynamicsScene& scene, int steps) {
    const double first = energyOf(scene);
    double worst = -1.0, before = first;
    for (int i = 0; i < steps; ++i) {
        scene.dynamics.step(scene.world, kStep);
        const double now = energyOf(scene);
        worst = std::max(worst, (now - before) / std::abs(first));
        before = now;
    }
    return worst;
}

inline Box cube(float side) {
    return {.halfExtents = glm::vec3(0.5f * side)};
}

/// Options without sleep.
inline DynamicsOptions awake() {
    return {.sleepSpeed = 0.0f};
}

}  // namespace sat3d::test
