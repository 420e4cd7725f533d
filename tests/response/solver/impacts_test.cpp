// Impacts: bounces, chains, columns that land. Momentum is kept, and energy is never gained.

#include "response/dynamics/dynamics_scene.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::energyOf;
using test::kStep;
using test::momentumOf;
using test::worstGain;
using Scene = test::DynamicsScene;

TEST(Impacts, BouncesByRestitution) {
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

// A ball that meets the floor at 45 degrees leaves it rolling: 5/7 of its tangential speed stays, and 2/7
// become rotation. It does not matter how far it was away at the start of the step.
TEST(Impacts, FrictionActsOnTheSurfaceOfTheBodySlow) {
    constexpr float kRadius = 0.25f, kRolling = 5.0f / 7.0f;
    for (const float restitution : {0.0f, 0.5f}) {
        for (const float speed : {1.0f, 5.0f, 20.0f, 100.0f, 400.0f}) {
            for (int phase = 0; phase < 60; ++phase) {
                Scene scene({.gravity = glm::vec3(0.0f), .sleepSpeed = 0.0f});
                const float gap = 1e-3f + speed * kStep * (0.05f + static_cast<float>(phase) / 40.0f);
                const ObjectId ball = scene.add(Sphere{.radius = kRadius}, {{0.0f, kRadius + gap, 0.0f}},
                                                {.velocity = {speed, -speed, 0.0f},
                                                 .material = {.friction = 0.6f, .restitution = restitution}});
                for (int i = 0; i < 8; ++i) {
                    scene.run(kStep);
                }
                const float spin = -scene.dynamics.find(ball)->angularVelocity.z;
                EXPECT_NEAR(scene.velocity(ball).x / speed, kRolling, 0.002f) << speed << " " << phase;
                EXPECT_NEAR(spin * kRadius / speed, kRolling, 0.002f) << speed << " " << phase;
            }
        }
    }
}

TEST(Impacts, PlatesLandFlat) {
    const Box plate{.halfExtents = {1.0f, 0.05f, 1.0f}};
    for (const float restitution : {0.0f, 0.5f}) {
        for (const float speed : {1.0f, 5.0f, 20.0f, 100.0f}) {
            for (int phase = 0; phase < 60; ++phase) {
                DynamicsOptions options = awake();
                options.gravity = glm::vec3(0.0f);
                options.material.friction = 0.2f;
                Scene scene(options);
                const float gap = 1e-3f + speed * kStep * (0.05f + static_cast<float>(phase) / 40.0f);
                const ObjectId id = scene.add(plate, {{0.0f, 0.05f + gap, 0.0f}},
                                              {.velocity = {speed, -speed, 0.0f},
                                               .material = {.friction = 0.2f, .restitution = restitution}});
                for (int i = 0; i < 3; ++i) {
                    scene.run(kStep);
                }
                const float expected = 1.0f - 0.2f * (1.0f + restitution);
                EXPECT_NEAR(scene.velocity(id).x / speed, expected, 0.002f) << speed << " " << phase;
                EXPECT_LT(glm::length(scene.dynamics.find(id)->angularVelocity), 0.01f) << speed;
            }
        }
    }
}

// Two plates meet face to face and stay together. If they are offset, the pair rotates about the center of
// its contact: without friction at 28.0 rad/s, because the normal velocities of all points become equal.
TEST(Impacts, PlatesThatMeetFaceToFaceStop) {
    const Box plate{.halfExtents = {0.02f, 0.1f, 0.1f}};
    for (const float speed : {2.0f, 10.0f}) {
        for (const float offset : {0.0f, 0.02f}) {
            for (int phase = 0; phase < 40; ++phase) {
                Scene scene = Scene::inSpace();
                const float gap = 2.0f * speed * kStep * (1.5f + static_cast<float>(phase) / 40.0f);
                const auto add = [&](float side, float y) {
                    return scene.add(
                        plate, {{side * (0.5f * gap + 0.02f), y, 0.0f}},
                        {.velocity = {-side * speed, 0.0f, 0.0f}, .material = {.friction = 0.0f}}, 1.0f);
                };
                const ObjectId a = add(-1.0f, 0.0f), b = add(1.0f, offset);
                const glm::dvec3 before = momentumOf(scene).angular;
                for (int i = 0; i < 4 && std::abs(scene.velocity(a).x) > 0.5f * speed; ++i) {
                    scene.run(kStep);
                }
                scene.run(kStep);  // the impact may be that of the last substep
                const float inertia = scene.dynamics.find(a)->mass.inertia[2][2];
                const float spin = offset == 0.0f ? 0.0f : speed / (0.5f * offset + 2.0f * inertia / offset);
                for (const ObjectId id : {a, b}) {
                    const Body& body = *scene.dynamics.find(id);
                    EXPECT_NEAR(body.angularVelocity.z, spin, 0.03f * spin + 1e-3f * speed) << phase;
                    EXPECT_LT(glm::length(body.velocity), 0.55f * offset * spin + 1e-3f * speed) << phase;
                }
                EXPECT_LT(glm::length(momentumOf(scene).angular - before), 2e-5 * speed);
            }
        }
    }
}

TEST(Impacts, NewtonsCradlePassesTheImpactOn) {
    for (const bool fromLeft : {true, false}) {
        for (const float gap : {0.0f, 1e-3f}) {
            Scene scene = Scene::inSpace();
            std::vector<ObjectId> balls;
            for (int i = 0; i < 5; ++i) {
                const bool comes = i == (fromLeft ? 0 : 4);
                const float way = fromLeft ? 1.0f : -1.0f;
                const float x = static_cast<float>(i) * (1.0f + gap) - (comes ? way : 0.0f);
                balls.push_back(scene.add(Sphere{.radius = 0.5f}, {{x, 0.0f, 0.0f}},
                                          {.velocity = {comes ? 3.0f * way : 0.0f, 0.0f, 0.0f},
                                           .material = {.friction = 0.0f, .restitution = 1.0f}},
                                          1.0f));
            }
            scene.run(1.0f);
            for (int i = 0; i < 5; ++i) {
                const float expected = i == (fromLeft ? 4 : 0) ? (fromLeft ? 3.0f : -3.0f) : 0.0f;
                EXPECT_NEAR(scene.velocity(balls[static_cast<std::size_t>(i)]).x, expected, 1e-3f)
                    << fromLeft << " " << gap << " " << i;
            }
        }
    }
}

/// Adds boxes that rotate and fly toward each other.
void addCluster(Scene& scene, const Box& box, float restitution) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    const auto vector = [&](float size) {
        return size * glm::vec3{unit(random), unit(random), unit(random)};
    };
    for (int i = 0; i < 60; ++i) {
        const glm::vec3 place = 2.0f * glm::vec3(i % 4, i / 4 % 4, i / 16);
        Body body{.material = {.restitution = restitution}};
        body.velocity = vector(3.0f) - 0.7f * place, body.angularVelocity = vector(3.0f);
        scene.add(box, {place, glm::normalize(glm::quat(1.0f, vector(1.0f)))}, body,
                  100.0f + 1000.0f * std::abs(unit(random)));
    }
}

TEST(Impacts, MomentumIsKeptAndEnergyNeverGainedSlow) {
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
        Scene scene = Scene::inSpace();
        addCluster(scene, cube(1.0f), restitution);
        const auto before = momentumOf(scene);
        const double energy = energyOf(scene);
        EXPECT_LT(worstGain(scene, 300), 1e-5);
        const auto after = momentumOf(scene);
        EXPECT_LT(glm::length(after.linear - before.linear), 1e-6 * before.linearSize);
        EXPECT_LT(glm::length(after.angular - before.angular), 2e-3 * before.angularSize);
        EXPECT_LT(energyOf(scene), 0.999 * energy) << "they have met";
    }
}

/// Drops a pile of crates, which start apart and turned at random.
/// @return the largest gain of energy in a step, as a fraction of the energy at the start
double worstGainOfPile(int count, float restitution, unsigned seed) {
    Scene scene(awake());
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (int i = 0; i < count; ++i) {
        const glm::vec3 jitter = 0.1f * glm::vec3{unit(random), 0.0f, unit(random)};
        const glm::vec3 place = 2.0f * glm::vec3(i % 3, 0.5f + static_cast<float>(i / 9), i / 3 % 3) + jitter;
        const glm::quat rotation(1.0f, glm::vec3{unit(random), unit(random), unit(random)});
        scene.add(cube(1.0f), {place, glm::normalize(rotation)}, {.material = {.restitution = restitution}});
    }
    const double energy = energyOf(scene);
    const double worst = worstGain(scene, 300);
    EXPECT_LT(energyOf(scene), 0.999 * energy) << "they have met";
    return worst;
}

TEST(Impacts, PilesGainNoEnergy) {
    for (const float restitution : {0.0f, 0.5f}) {
        EXPECT_LT(worstGainOfPile(18, restitution, 3), 1e-5) << restitution;
    }
}
TEST(Impacts, PilesGainNoEnergySlow) {
    for (const float restitution : {0.0f, 0.5f, 0.9f, 1.0f}) {
        EXPECT_LT(worstGainOfPile(100, restitution, 3), 1e-5) << restitution;
    }
}

// A corner that bounces on rough ground: what friction does along the ground, and what the impact does along
// the normal, must not give energy together. With few crates, one impact is a large part of all energy.
TEST(Impacts, FewCratesThatBounceGainNoEnergySlow) {
    for (const int count : {1, 2, 9, 18}) {
        for (const float restitution : {0.0f, 0.3f, 0.7f, 0.9f, 1.0f}) {
            for (unsigned seed = 1; seed <= test::trialCount(6u); ++seed) {
                EXPECT_LT(worstGainOfPile(count, restitution, seed), restitution < 0.9f ? 5e-5 : 1e-6)
                    << count << " " << restitution << " " << seed;
            }
        }
    }
}

// A column that lands stops at once: no crate sinks into the one below and is pushed out again, which would
// lift the column. Contacts are springs, which give back a little of what they have taken.
TEST(Impacts, ColumnsThatLandGainNoEnergySlow) {
    for (const int count : {2, 5, 10}) {
        for (const float gap : {0.0f, 0.01f, 0.1f, 0.5f}) {
            for (const float restitution : {0.0f, 0.3f}) {
                Scene scene(awake());
                for (int i = 0; i < count; ++i) {
                    scene.add(cube(1.0f), {{0.0f, 2.5f + static_cast<float>(i) * (1.0f + gap), 0.0f}},
                              {.material = {.restitution = restitution}});
                }
                EXPECT_LT(worstGain(scene, 240), 1e-4) << count << " " << gap << " " << restitution;
            }
        }
    }
}

TEST(Impacts, FallingColumnsAndPyramidsDoNotOverlap) {
    for (const bool isPyramid : {false, true}) {
        Scene scene(awake());
        std::vector<ObjectId> ids;
        for (int row = 0; row < 10; ++row) {
            for (int i = 0; i < (isPyramid ? 10 - row : 1); ++i) {
                const float x = 1.05f * (static_cast<float>(i) + 0.5f * static_cast<float>(row));
                const float y = 3.5f + static_cast<float>(row) * (isPyramid ? 1.0f : 1.1f);
                ids.push_back(scene.add(cube(1.0f), {{isPyramid ? x : 0.0f, y, 0.0f}}));
            }
        }
        float deepest = 0.0f;
        for (int step = 0; step < 120; ++step) {
            scene.run(kStep);
            for (std::size_t i = 1; i < ids.size(); ++i) {
                for (std::size_t k = 0; k < i; ++k) {
                    const auto &a = *scene.world.find(ids[i]), &b = *scene.world.find(ids[k]);
                    const auto hit = penetration(a.shape, a.pose, b.shape, b.pose);
                    deepest = std::max(deepest, hit ? hit->depth : 0.0f);
                }
            }
        }
        EXPECT_LT(deepest, 5e-3f) << isPyramid;
    }
}

// Shock propagation takes what stands below for infinitely heavy at first. A plank under a heavy crate is
// not: the momentum of both must come out right, and the energy, too.
TEST(Impacts, HeavyCrateLandsOnTheEndOfALightPlank) {
    Scene scene(awake());
    (void)scene.world.add({.shape = Box{.halfExtents = {0.1f, 0.5f, 1.0f}},
                           .pose = {{0.0f, 0.5f, 0.0f}},
                           .kind = ObjectKind::Static});
    const ObjectId plank =
        scene.add(Box{.halfExtents = {3.0f, 0.05f, 1.0f}}, {{0.0f, 1.05f, 0.0f}}, {}, 10.0f);
    scene.run(0.5f);
    const ObjectId crate = scene.add(cube(1.0f), {{2.5f, 2.5f, 0.0f}}, {.velocity = {0.0f, -10.0f, 0.0f}});
    const double first = energyOf(scene);
    float spin = 0.0f;
    while (spin < 1.0f && scene.position(crate).y > 0.0f) {
        scene.run(kStep);
        spin = -scene.dynamics.find(plank)->angularVelocity.z;
    }
    EXPECT_GT(spin, 3.0f);  // the crate drives it at 10 m/s, at 2 to 3 m from the pivot
    EXPECT_LT(spin, 6.0f);
    EXPECT_LT(scene.velocity(crate).y, -9.5f);
    EXPECT_LT(energyOf(scene), first * (1.0 + 1e-5));
}

TEST(Impacts, RammedTanksDoNotOverlap) {
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
        double worst = -1.0;
        const double first = energyOf(scene);
        for (int i = 0; i < 240; ++i) {
            const double before = energyOf(scene);
            scene.run(kStep);
            worst = std::max(worst, (energyOf(scene) - before) / first);
            const auto &tankA = *scene.world.find(a), &tankB = *scene.world.find(b);
            if (const auto hit = penetration(tankA.shape, tankA.pose, tankB.shape, tankB.pose)) {
                deepest = std::max(deepest, hit->depth);
            }
        }
        EXPECT_LT(deepest, 1e-3f);
        EXPECT_LT(worst, 1e-5);
    }
}

TEST(Impacts, FreeRotationKeepsMomentumAndEnergy) {
    struct Case {
        glm::vec3 halfExtents, spin;
    };
    // About the axis of middle inertia, which is unstable; a stick end over end; a plate with a wobble.
    for (const Case& one :
         {Case{{0.1f, 0.5f, 1.0f}, {0.02f, 10.0f, 0.02f}}, Case{{0.02f, 0.02f, 1.0f}, {20.0f, 0.5f, 5.0f}},
          Case{{0.5f, 0.02f, 0.5f}, {3.0f, 25.0f, 1.0f}}}) {
        Scene scene = Scene::inSpace();
        scene.add(Box{.halfExtents = one.halfExtents}, {}, {.angularVelocity = one.spin});
        const glm::dvec3 momentum = momentumOf(scene).angular;
        const double energy = energyOf(scene);
        glm::vec3 least = one.spin, most = one.spin;
        for (int i = 0; i < 3600; ++i) {
            scene.run(kStep);
            const glm::vec3 spin = scene.dynamics.find(scene.world.ids()[0])->angularVelocity;
            least = glm::min(least, spin), most = glm::max(most, spin);
        }
        EXPECT_NEAR(energyOf(scene) / energy, 1.0, 2e-3);
        EXPECT_LT(glm::distance(momentumOf(scene).angular, momentum), 2e-3 * glm::length(momentum));
        EXPECT_GT(glm::length(most - least), 0.1f * glm::length(one.spin)) << "its axis moves";
    }
}

TEST(Impacts, FreeRotationKeepsEnergyAtAnySpeed) {
    for (const glm::vec3& halfExtents :
         {glm::vec3(0.3f, 0.02f, 0.02f), glm::vec3(0.02f, 0.1f, 0.1f), glm::vec3(0.05f, 0.1f, 0.2f)}) {
        for (const float speed : {1.0f, 25.0f, 100.0f, 400.0f}) {
            Scene scene = Scene::inSpace();
            scene.add(Box{.halfExtents = halfExtents}, {},
                      {.angularVelocity = speed * glm::normalize(glm::vec3(0.6f, 0.5f, 0.7f))});
            const glm::dvec3 momentum = momentumOf(scene).angular;
            const double energy = energyOf(scene);
            for (int i = 0; i < 120; ++i) {
                scene.run(kStep);
                ASSERT_NEAR(energyOf(scene) / energy, 1.0, speed > 50.0f ? 0.05 : 2e-3) << speed;
            }
            EXPECT_LT(glm::distance(momentumOf(scene).angular, momentum), 1e-3 * glm::length(momentum));
        }
    }
}

}  // namespace
