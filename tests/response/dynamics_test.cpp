#include "response/dynamics_scene.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

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
            const Box flat{.halfExtents = {1.0f, 0.5f, 1.0f}};  // a cube would tip over
            const ObjectId id =
                scene.add(flat, {{0.0f, 0.5f, 0.0f}}, {.material = {.friction = slope * factor}});
            scene.run(2.0f);
            const float start = scene.position(id).x, before = scene.velocity(id).x;
            scene.run(2.0f);
            const float moved = scene.position(id).x - start,
                        acceleration = (scene.velocity(id).x - before) / 2.0f;
            const float expected = 9.81f * (std::sin(angle) - slope * factor * std::cos(angle));
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
    scene.run(0.5f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 8u);  // its column
    scene.run(3.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    // What carries them goes: they fall.
    scene.world.remove(boxes[0]);
    scene.run(0.5f);
    EXPECT_GT(scene.dynamics.awakeCount(), 0u);
    EXPECT_LT(scene.position(boxes[25]).y, 1.0f);
}

TEST(Dynamics, PyramidOfTwentyRowsStands) {
    Scene scene(awake());
    std::vector<ObjectId> boxes;
    for (int row = 0; row < 20; ++row) {
        for (int i = 0; i < 20 - row; ++i) {
            const float x = 1.05f * (static_cast<float>(i) + 0.5f * static_cast<float>(row));
            boxes.push_back(scene.add(cube(1.0f), {{x, 0.5f + static_cast<float>(row), 0.0f}}));
        }
    }
    scene.run(5.0f);
    std::vector<glm::vec3> settled;
    for (const ObjectId id : boxes) {
        settled.push_back(scene.position(id));
    }
    scene.run(15.0f);
    float moved = 0.0f;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        moved = std::max(moved, glm::distance(settled[i], scene.position(boxes[i])));
    }
    EXPECT_LT(moved, 1e-3f);
    EXPECT_NEAR(scene.position(boxes.back()).y, 19.5f, 10e-3f);
}

TEST(Dynamics, HeavyBodyRestsOnLightOne) {
    Scene scene(awake());
    scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {}, 10.0f);
    const ObjectId heavy = scene.add(cube(1.0f), {{0.0f, 1.5f, 0.0f}}, {}, 1000.0f);
    scene.run(10.0f);
    EXPECT_NEAR(scene.position(heavy).y, 1.5f, 10e-3f);
}

/// Energy of motion and height.
double energyOf(const Scene& scene, const std::vector<ObjectId>& ids, const glm::vec3& gravity) {
    double sum = 0.0;
    for (const ObjectId id : ids) {
        const Body& body = *scene.dynamics.find(id);
        const Pose& pose = scene.world.find(id)->pose;
        const glm::mat3 rotation = glm::mat3_cast(pose.rotation);
        const glm::dvec3 v(body.velocity), w(glm::transpose(rotation) * body.angularVelocity);
        const double mass = body.mass.mass;
        sum += 0.5 * mass * glm::dot(v, v) + 0.5 * glm::dot(w, glm::dmat3(body.mass.inertia) * w) -
               mass * glm::dot(glm::dvec3(gravity), glm::dvec3(pose.position));
    }
    return sum;
}

TEST(Dynamics, MomentumIsKeptAndEnergyNeverGained) {
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
        DynamicsOptions options = awake();
        options.gravity = glm::vec3(0.0f);
        Scene scene(options);
        scene.world.remove(scene.floor);
        std::mt19937 random(7);
        std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
        const auto vector = [&](float size) {
            return size * glm::vec3(unit(random), unit(random), unit(random));
        };
        std::vector<ObjectId> ids;
        double sum = 0.0;
        for (int i = 0; i < 60; ++i) {
            const glm::vec3 place = 2.0f * glm::vec3(i % 4, i / 4 % 4, i / 16);
            Body body{.material = {.restitution = restitution}};
            body.velocity = vector(3.0f) - 0.7f * place, body.angularVelocity = vector(3.0f);
            ids.push_back(scene.add(cube(1.0f), {place, glm::normalize(glm::quat(1.0f, vector(1.0f)))}, body,
                                    100.0f + 1000.0f * std::abs(unit(random))));
        }
        const auto momentum = [&] {
            glm::dvec3 total(0.0);
            sum = 0.0;
            for (const ObjectId id : ids) {
                const Body& body = *scene.dynamics.find(id);
                total += glm::dvec3(body.velocity) * static_cast<double>(body.mass.mass);
                sum += glm::length(glm::dvec3(body.velocity)) * static_cast<double>(body.mass.mass);
            }
            return total;
        };
        const glm::dvec3 start = momentum();
        double worst = -1.0, before = energyOf(scene, ids, options.gravity);
        const double first = before, size = sum;
        for (int i = 0; i < 300; ++i) {
            scene.run(kStep);
            const double now = energyOf(scene, ids, options.gravity);
            worst = std::max(worst, (now - before) / first);
            before = now;
        }
        const double lost = glm::length(momentum() - start) / size;
        EXPECT_LT(lost, 1e-6);
        EXPECT_LT(worst, restitution < 1.0f ? 1e-5 : 1e-4);
    }
}

TEST(Dynamics, PilesGainNoEnergy) {
    for (const float restitution : {0.0f, 0.5f, 0.9f, 1.0f}) {
        Scene scene(awake());
        std::mt19937 random(3);
        std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
        std::vector<ObjectId> ids;
        for (int i = 0; i < 100; ++i) {
            const glm::vec3 jitter = 0.1f * glm::vec3(unit(random), 0.0f, unit(random));
            const glm::vec3 place =
                2.0f * glm::vec3(i % 3, 0.5f + static_cast<float>(i / 9), i / 3 % 3) + jitter;
            const glm::quat rotation(1.0f, glm::vec3(unit(random), unit(random), unit(random)));
            ids.push_back(scene.add(cube(1.0f), {place, glm::normalize(rotation)},
                                    {.material = {.restitution = restitution}}));
        }
        const glm::vec3 gravity = scene.dynamics.options().gravity;
        const double first = energyOf(scene, ids, gravity);
        double worst = -1.0, before = first;
        for (int i = 0; i < 300; ++i) {
            scene.run(kStep);
            const double now = energyOf(scene, ids, gravity);
            worst = std::max(worst, (now - before) / first);
            before = now;
        }
        EXPECT_LT(worst, restitution <= 0.5f ? 1e-5 : 1e-4);
    }
}

TEST(Dynamics, SeamsOfTilesAreNotFelt) {
    for (const bool asCompound : {false, true}) {
        for (const bool isBall : {false, true}) {
            World world;
            DynamicsOptions options = awake();
            options.material.friction = isBall ? 0.6f : 0.0f;
            Dynamics dynamics(options);
            std::vector<CompoundChild> tiles;
            for (int i = 0; i < 40; ++i) {
                const Box tile{.halfExtents = {0.5f, 0.25f, 2.0f}};
                const Pose pose{{static_cast<float>(i), -0.25f, 0.0f}};
                if (asCompound) {
                    tiles.push_back({tile, pose});
                } else {
                    (void)world.add({.shape = tile, .pose = pose, .kind = ObjectKind::Static});
                }
            }
            if (asCompound) {
                (void)world.add({.shape = *Compound::fromChildren(tiles), .kind = ObjectKind::Static});
            }
            const Shape shape = isBall ? Shape(Sphere{.radius = 0.5f}) : Shape(cube(1.0f));
            const ObjectId id = *world.add({.shape = shape, .pose = {{1.0f, 0.5f, 0.0f}}});
            Body body{.mass = *massOfShape(shape, 1000.0f), .material = {.friction = isBall ? 0.6f : 0.0f}};
            body.velocity.x = 5.0f;
            body.angularVelocity.z = isBall ? -10.0f : 0.0f;
            EXPECT_FALSE(dynamics.setBody(world, id, body));
            float lowest = 1.0f, highest = 0.0f, first = 0.0f;
            for (int i = 0; i < 300; ++i) {
                dynamics.step(world, kStep);
                const float y = world.find(id)->pose.position.y;
                if (i >= 60) {
                    lowest = std::min(lowest, y), highest = std::max(highest, y);
                }
                first = i == 60 ? dynamics.find(id)->velocity.x : first;
            }
            EXPECT_NEAR(dynamics.find(id)->velocity.x, 5.0f, 1e-3f);
            EXPECT_LT(highest - lowest, 0.1e-3f);
        }
    }
}

TEST(Dynamics, RammedTanksDoNotOverlap) {
    const Shape tank =
        *Compound::fromChildren({{Box{.halfExtents = {3.5f, 0.7f, 1.7f}}, Pose{{0.0f, 0.7f, 0.0f}}},
                                 {Box{.halfExtents = {1.2f, 0.4f, 1.1f}}, Pose{{0.0f, 1.8f, 0.0f}}},
                                 {Box{.halfExtents = {1.5f, 0.1f, 0.1f}}, Pose{{2.5f, 1.8f, 0.0f}}}});
    for (const float restitution : {0.0f, 0.5f}) {
        Scene scene(awake());
        Body body{.material = {.restitution = restitution}};
        body.velocity.x = 10.0f;
        const ObjectId a = scene.add(tank, {}, body, 38000.0f);
        body.velocity.x = 0.0f;
        const ObjectId b = scene.add(tank, {{14.0f, 0.0f, 0.0f}}, body, 23000.0f);
        float deepest = 0.0f;
        double worst = -1.0, before = energyOf(scene, {a, b}, scene.dynamics.options().gravity);
        const double first = before;
        for (int i = 0; i < 240; ++i) {
            scene.run(kStep);
            const auto &first_ = *scene.world.find(a), &second = *scene.world.find(b);
            if (const auto hit = penetration(first_.shape, first_.pose, second.shape, second.pose)) {
                deepest = std::max(deepest, hit->depth);
            }
            const double now = energyOf(scene, {a, b}, scene.dynamics.options().gravity);
            worst = std::max(worst, (now - before) / first);
            before = now;
        }
        EXPECT_LT(deepest, 1e-3f);
        EXPECT_LT(worst, 1e-5);
    }
}

TEST(Dynamics, FastBodiesPassThroughNothing) {
    for (const float speed : {50.0f, 200.0f, 900.0f, 1700.0f}) {
        for (const bool isSphere : {false, true}) {
            DynamicsOptions options = awake();
            options.gravity = glm::vec3(0.0f);
            Scene scene(options);
            const ObjectId wall = *scene.world.add({.shape = Box{.halfExtents = {0.025f, 20.0f, 20.0f}},
                                                    .pose = {{10.0f, 5.0f, 0.0f}},
                                                    .kind = ObjectKind::Static});
            (void)wall;
            Body body;
            body.velocity = {speed, 0.1f * speed, 0.3f};
            body.angularVelocity = {10.0f, 20.0f, 30.0f};
            const Shape shape =
                isSphere ? Shape(Sphere{.radius = 0.1f}) : Shape(Box{.halfExtents = {0.1f, 0.5f, 0.05f}});
            const ObjectId id = scene.add(shape, {{0.0f, 5.0f, 0.0f}}, body, 10.0f);
            for (int i = 0; i < 120; ++i) {
                scene.run(kStep);
                ASSERT_LT(scene.position(id).x, 10.0f) << speed << " " << isSphere << " " << i;
            }
        }
    }
}

}  // namespace
