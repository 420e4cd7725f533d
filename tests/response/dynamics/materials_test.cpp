// Materials: how they combine, and what they do.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

TEST(Materials, CombineByTheirRules) {
    using enum CombineMode;
    using Rule = std::optional<CombineMode>;
    const std::array<Rule, 5> rules{std::nullopt, Average, Minimum, Maximum, Multiply};
    constexpr float kA = 0.9f, kB = 0.4f, kMean = 0.6f;  // geometric
    const auto by = [](CombineMode rule) {
        return rule == Average ? 0.65f : rule == Minimum ? kB : rule == Maximum ? kA : kA * kB;
    };
    for (std::size_t i = 0; i < rules.size(); ++i) {
        for (std::size_t k = 0; k < rules.size(); ++k) {
            const Material a{.friction = kA,
                             .restitution = kA,
                             .frictionCombine = rules[i],
                             .restitutionCombine = rules[i]};
            const Material b{.friction = kB,
                             .restitution = kB,
                             .frictionCombine = rules[k],
                             .restitutionCombine = rules[k]};
            // One rule counts. Of two, the one that is declared first.
            const Rule rule = i == 0 ? rules[k] : k == 0 ? rules[i] : rules[std::min(i, k)];
            EXPECT_FLOAT_EQ(combinedFriction(a, b), rule ? by(*rule) : kMean) << i << " " << k;
            EXPECT_FLOAT_EQ(combinedRestitution(a, b), rule ? by(*rule) : kA) << i << " " << k;
            EXPECT_EQ(combinedFriction(a, b), combinedFriction(b, a));
            EXPECT_EQ(combinedRestitution(a, b), combinedRestitution(b, a));
        }
    }
    EXPECT_EQ(combinedFriction({.friction = 0.0f}, {.friction = 1.0f}), 0.0f) << "ice stays slippery";
}

TEST(Materials, OfImportedOnesKeepTheirRules) {
    const Material material = materialOf({.staticFriction = 0.9f,
                                          .dynamicFriction = 0.3f,
                                          .restitution = 0.7f,
                                          .frictionCombine = CombineMode::Multiply,
                                          .restitutionCombine = CombineMode::Minimum});
    EXPECT_EQ(material, (Material{.friction = 0.3f,
                                  .restitution = 0.7f,
                                  .frictionCombine = CombineMode::Multiply,
                                  .restitutionCombine = CombineMode::Minimum}));
}

/// The speed that a crate loses in a second on the ground.
float slowdownOn(Scene& scene, const Material& material) {
    const ObjectId crate = scene.add(Box{.halfExtents = {1.0f, 0.25f, 1.0f}}, {{0.0f, 0.25f, 0.0f}},
                                     {.velocity = {10.0f, 0.0f, 0.0f}, .material = material});
    scene.run(1.0f);
    return 10.0f - scene.velocity(crate).x;
}

TEST(Materials, StaticObjectsHaveThatOfTheOptionsOrOfTheirBody) {
    DynamicsOptions options = awake();
    options.material = {.friction = 0.4f};
    Scene byOptions(options);
    EXPECT_NEAR(slowdownOn(byOptions, {.friction = 0.1f}), 0.2f * 9.81f, 0.01f);
    Scene byBody(options);
    EXPECT_FALSE(byBody.dynamics.setBody(byBody.world, byBody.floor, {.material = {.friction = 0.9f}}));
    EXPECT_NEAR(slowdownOn(byBody, {.friction = 0.1f}), 0.3f * 9.81f, 0.01f);
    Scene byRule(options);
    EXPECT_NEAR(slowdownOn(byRule, {.friction = 0.1f, .frictionCombine = CombineMode::Minimum}), 0.1f * 9.81f,
                0.01f);
}

// The torque c r N on a ball slows it by c g / 1.4.
TEST(Materials, RollingResistanceSlowsABall) {
    for (const float resistance : {0.01f, 0.02f, 0.1f}) {
        Scene scene(awake());
        const ObjectId ball = scene.add(Sphere{.radius = 0.5f}, {{0.0f, 0.5f, 0.0f}},
                                        {.velocity = {5.0f, 0.0f, 0.0f},
                                         .angularVelocity = {0.0f, 0.0f, -10.0f},
                                         .material = {.rollingResistance = resistance}});
        scene.run(1.0f);
        EXPECT_NEAR(5.0f - scene.velocity(ball).x, resistance * 9.81f / 1.4f, 2e-3f);
    }
}

TEST(Materials, SurfaceVelocityMovesWhatLiesOnIt) {
    Scene scene(awake());
    const ObjectId crate = scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}});
    scene.run(1.0f);
    EXPECT_FALSE(scene.dynamics.setBody(scene.world, scene.floor, {.surfaceVelocity = {2.0f, 0.0f, 1.0f}}));
    const float acceleration = 0.6f * 9.81f;
    scene.run(0.2f);
    EXPECT_NEAR(std::hypot(scene.velocity(crate).x, scene.velocity(crate).z), 0.2f * acceleration, 0.02f);
    scene.run(2.0f);
    EXPECT_NEAR(scene.velocity(crate).x, 2.0f, 1e-3f);
    EXPECT_NEAR(scene.velocity(crate).z, 1.0f, 1e-3f);
    // The tracks of a vehicle push it forward.
    const ObjectId tank = scene.add(Box{.halfExtents = {2.0f, 0.5f, 1.0f}}, {{0.0f, 0.5f, 20.0f}},
                                    {.surfaceVelocity = {-3.0f, 0.0f, 0.0f}}, 20000.0f);
    EXPECT_TRUE(scene.dynamics.removeBody(scene.floor));
    scene.run(2.0f);
    EXPECT_NEAR(scene.velocity(tank).x, 3.0f, 1e-3f);
    EXPECT_NEAR(scene.velocity(crate).x, 0.0f, 1e-3f) << "the belt has stopped";
}

}  // namespace
