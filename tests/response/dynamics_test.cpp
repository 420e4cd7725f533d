#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using namespace sat3d;

constexpr float kStep = 1.0f / 60.0f;

/// A world with a floor at height 0.
struct Scene {
    World world;
    Dynamics dynamics;
    ObjectId floor;

    explicit Scene(const DynamicsOptions& options = {}) : dynamics(options) {
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

Box cube(float side) {
    return {.halfExtents = glm::vec3(0.5f * side)};
}

DynamicsOptions awake() {
    return {.sleepSpeed = 0.0f};
}

TEST(Dynamics, StackOfTenStandsStill) {
    Scene scene(awake());
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 10; ++i) {
        boxes.push_back(scene.add(cube(1.0f), {{0.0f, 0.5f + static_cast<float>(i), 0.0f}}));
    }
    scene.run(5.0f);
    std::vector<glm::vec3> settled;
    for (const ObjectId id : boxes) {
        settled.push_back(scene.position(id));
    }
    float moved = 0.0f;
    scene.run(55.0f);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        moved = std::max(moved, glm::distance(settled[i], scene.position(boxes[i])));
        EXPECT_LT(glm::length(scene.velocity(boxes[i])), 1e-3f);
    }
    std::printf("moved %g sank %g\n", moved, 9.5f - scene.position(boxes.back()).y);
    EXPECT_LT(moved, 0.5e-3f);
    EXPECT_NEAR(scene.position(boxes.back()).y, 9.5f, 10e-3f);
}

TEST(Dynamics, BouncesByRestitution) {
    for (const float restitution : {0.3f, 0.5f, 0.8f, 1.0f}) {
        for (const Shape& shape : {Shape(Sphere{.radius = 0.5f}), Shape(cube(1.0f))}) {
            Scene scene(awake());
            const ObjectId id =
                scene.add(shape, {{0.0f, 2.5f, 0.0f}}, {.material = {.restitution = restitution}});
            float expected = 2.0f, top = 0.0f;
            bool rises = false;
            for (int i = 0; i < 2000 && expected > 0.1f; ++i) {
                scene.dynamics.step(scene.world, kStep);
                const float up = scene.velocity(id).y;
                const float height =
                    scene.position(id).y - 0.5f + up * up / (2.0f * 9.81f) * (up > 0.0f ? 1.0f : 0.0f);
                if (up > 0.0f && !rises) {
                    expected *= restitution * restitution;
                    top = height;
                    if (expected > 0.1f) {
                        EXPECT_NEAR(top, expected, 0.01f * expected) << restitution;
                    }
                }
                rises = up > 0.0f;
                if (restitution == 1.0f && i > 600) {
                    break;
                }
            }
        }
    }
}

TEST(Dynamics, SlopeHoldsOrSlidesByCoulomb) {
    for (const float degrees : {10.0f, 30.0f, 45.0f}) {
        const float angle = glm::radians(degrees), slope = std::tan(angle);
        for (const float factor : {1.01f, 0.99f, 0.8f}) {
            DynamicsOptions options = awake();
            options.gravity = 9.81f * glm::vec3(std::sin(angle), -std::cos(angle), 0.0f);
            options.material.friction = slope * factor;
            Scene scene(options);
            const ObjectId id =
                scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {.material = {.friction = slope * factor}});
            scene.run(2.0f);
            const float start = scene.position(id).x, before = scene.velocity(id).x;
            scene.run(2.0f);
            const float moved = scene.position(id).x - start,
                        acceleration = (scene.velocity(id).x - before) / 2.0f;
            const float expected = 9.81f * (std::sin(angle) - slope * factor * std::cos(angle));
            std::printf("slope %g mu %g: moved %g, acceleration %g of %g\n", degrees, factor, moved,
                        acceleration, expected);
            if (factor > 1.0f) {
                EXPECT_LT(std::abs(moved), 1e-5f);
            } else {
                EXPECT_NEAR(acceleration, expected, 0.01f * expected);
            }
        }
    }
}

TEST(Dynamics, NewtonsCradlePassesTheImpactOn) {
    for (const float gap : {0.0f, 1e-3f}) {
        DynamicsOptions options = awake();
        options.gravity = glm::vec3(0.0f);
        World world;
        Dynamics dynamics(options);
        std::vector<ObjectId> balls;
        for (int i = 0; i < 5; ++i) {
            const Sphere ball{.radius = 0.5f};
            const float x = static_cast<float>(i) * (1.0f + gap) - (i == 0 ? 1.0f : 0.0f);
            const ObjectId id = *world.add({.shape = ball, .pose = {{x, 0.0f, 0.0f}}});
            Body body{.mass = *massOfShape(ball, 1.0f), .material = {.friction = 0.0f, .restitution = 1.0f}};
            body.velocity.x = i == 0 ? 3.0f : 0.0f;
            EXPECT_FALSE(dynamics.setBody(world, id, body));
            balls.push_back(id);
        }
        for (int i = 0; i < 60; ++i) {
            dynamics.step(world, kStep);
        }
        for (int i = 0; i < 5; ++i) {
            EXPECT_NEAR(dynamics.find(balls[static_cast<std::size_t>(i)])->velocity.x, i == 4 ? 3.0f : 0.0f,
                        1e-3f)
                << gap << " " << i;
        }
    }
}

TEST(Dynamics, RestingCratesSleepAndWake) {
    Scene scene;
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 175; ++i) {
        boxes.push_back(scene.add(
            cube(1.0f), {{1.5f * static_cast<float>(i % 25), 0.5f + static_cast<float>(i / 25), 0.0f}}));
    }
    scene.run(2.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    scene.add(cube(1.0f), {{0.0f, 8.0f, 0.0f}});
    scene.run(1.0f);
    std::printf("awake %zu\n", scene.dynamics.awakeCount());
    EXPECT_EQ(scene.dynamics.awakeCount(), 8u);
    scene.run(3.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    // What carries them goes: they fall.
    scene.world.remove(boxes[0]);
    scene.run(0.5f);
    EXPECT_GT(scene.dynamics.awakeCount(), 0u);
    EXPECT_LT(scene.position(boxes[25]).y, 1.0f);
}

}  // namespace
