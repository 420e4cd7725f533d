// What wheels feel of the ground by a ray, a sphere and a cylinder, by closed forms.

#include "response/vehicle/vehicle_scene.hpp"
#include "support/random.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/world/object.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::kWheelCasts;
using test::VehicleScene;

constexpr float kRadius = 0.35f, kWidth = 0.3f, kBase = 1.4f, kTrack = 0.8f;

void addCarOn(VehicleScene& scene, WheelCast cast, const Pose& standing = {}) {
    scene.addCar(standing, {}, [&](Vehicle& car) {
        for (VehicleWheel& wheel : car.wheels) {
            wheel.cast = cast;
            wheel.width = kWidth;
            wheel.travel = 0.5f;
        }
    });
}
ObjectId addStatic(VehicleScene& scene, const Shape& shape, const Pose& pose = {}) {
    return *scene.world.add({.shape = shape, .pose = pose, .kind = ObjectKind::Static});
}
/// A static box between two corners.
ObjectId addBlock(VehicleScene& scene, const glm::vec3& lower, const glm::vec3& upper) {
    return addStatic(scene, Box{.halfExtents = 0.5f * (upper - lower)}, {0.5f * (lower + upper)});
}
/// Keeps the body where it is: only its wheels and their springs move.
void hold(VehicleScene& scene) {
    Body body = *scene.dynamics.find(scene.body);
    body.locked = {true, true, true, true, true, true};
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.body, body));
}

/// A car that is held above a floor. Tells how high its front left wheel stands on what is added.
struct HeldCar : VehicleScene {
    explicit HeldCar(WheelCast cast) : VehicleScene(test::awake()) {
        addCarOn(*this, cast);
        hold(*this);
        start = pose();
        level = feel(0.0f).compression;
    }
    /// The wheel, if the car is moved forward.
    const WheelState& feel(float ahead) {
        EXPECT_FALSE(world.setPose(body, {start.position + glm::vec3(0, 0, ahead), start.rotation}));
        dynamics.step(world, dt);
        return state().wheels[0];
    }
    /// The height of the wheel's bottom over the floor.
    float height(float ahead) { return feel(ahead).compression - level; }

    Pose start;
    float level = 0.0f;
};

/// The height over a flat floor at which a circle rests on an edge of a height, ahead of or behind its
/// center.
float heightOnEdge(float edge, float away) {
    return std::abs(away) < kRadius
               ? std::max(edge + std::sqrt(kRadius * kRadius - away * away) - kRadius, 0.0f)
               : 0.0f;
}

TEST(WheelCasts, StandAlikeOnLevelGround) {
    std::vector<float> heights;
    for (const WheelCast cast : kWheelCasts) {
        VehicleScene scene(test::awake());
        addCarOn(scene, cast);
        scene.run(6.0f);
        const float omega = 2.0f * 3.14159265f * 1.5f, sag = test::kGravity / (omega * omega);
        for (const WheelState& wheel : scene.state().wheels) {
            EXPECT_NEAR(wheel.compression, sag, 1e-3f * sag) << toString(cast);
            EXPECT_NEAR(wheel.point.y, 0.0f, 1e-5f);
            EXPECT_NEAR(std::abs(wheel.point.x), kTrack, 1e-5f) << "in the middle plane of the wheel";
        }
        heights.push_back(scene.pose().position.y);
    }
    EXPECT_NEAR(heights[1], heights[0], 1e-5f);
    EXPECT_NEAR(heights[2], heights[0], 1e-5f);
}

TEST(WheelCasts, ACylinderClimbsACurbAsItsCircleSays) {
    HeldCar car(WheelCast::CylinderCast);
    constexpr float kCurb = 0.15f, kEdge = 4.0f;
    addBlock(car, {-5, -1, kEdge}, {5, kCurb, 8});
    int onEdge = 0;
    for (float away = 0.5f; away > -0.2f; away -= 0.0137f) {
        const WheelState& wheel = car.feel(kEdge - kBase - away);
        const float law = away > 0.0f ? heightOnEdge(kCurb, away) : kCurb;
        EXPECT_NEAR(wheel.compression - car.level, law, 2e-4f) << away;
        if (law > 1e-3f && away > 0.0f) {
            ++onEdge;
            const glm::vec3 normal =
                glm::vec3(0, std::sqrt(kRadius * kRadius - away * away), -away) / kRadius;
            EXPECT_LT(glm::length(wheel.normal - normal), 1e-3f) << away;
            EXPECT_LT(glm::length(wheel.point - glm::vec3(kTrack, kCurb, kEdge)), 1e-3f) << away;
        }
    }
    EXPECT_GT(onEdge, 10);
}

TEST(WheelCasts, OnlyACylinderFeelsACurbBesideItsMiddle) {
    for (const WheelCast cast : kWheelCasts) {
        HeldCar car(cast);
        addBlock(car, {kTrack + 0.1f, -1, -20}, {3, 0.1f, 20});
        // A sphere as wide as the wheel meets the edge, but does not stand on it.
        const float sphere = 0.1f + std::sqrt(0.15f * 0.15f - 0.1f * 0.1f) - 0.15f;
        const float law = cast == WheelCast::CylinderCast ? 0.1f
                          : cast == WheelCast::SphereCast ? sphere
                                                          : 0.0f;
        EXPECT_NEAR(car.height(0.0f), law, 2e-4f) << toString(cast);
    }
}

TEST(WheelCasts, ACylinderThatSteersMeetsAnEdgeWithItsRim) {
    HeldCar car(WheelCast::CylinderCast);
    addBlock(car, {-5, -1, 4}, {5, 0.15f, 8});
    car.drive({.steering = 1.0f});
    const float away = 0.3f;
    const WheelState& wheel = car.feel(4.0f - kBase - away);
    ASSERT_GT(wheel.steering, 0.3f);
    const float s = std::sin(wheel.steering), c = std::cos(wheel.steering);
    EXPECT_NEAR(wheel.compression - car.level, heightOnEdge(0.15f, (away - 0.5f * kWidth * s) / c), 2e-4f);
}

TEST(WheelCasts, ACylinderLeansOnABankAsItsCircleSays) {
    for (const float bank : {0.1f, -0.25f}) {
        HeldCar car(WheelCast::CylinderCast);
        const glm::vec3 normal(std::sin(bank), std::cos(bank), 0.0f);
        const glm::vec3 under(kTrack, 0.2f, kBase);
        ASSERT_FALSE(car.world.setShape(car.floor, HalfSpace{normal, glm::dot(normal, under)}));
        const float law =
            0.2f + (kRadius * normal.y + 0.5f * kWidth * std::abs(normal.x)) / normal.y - kRadius;
        EXPECT_NEAR(car.height(0.0f), law, 2e-5f) << bank;
    }
}

/// The prism in the cylinder meets the level ground first, and the slope below it later: between two of its
/// corners. Which of them is searched first changes nothing.
TEST(WheelCasts, ACylinderStandsOnASlopeThatItsPrismMeetsSecond) {
    constexpr float kHigher = 1e-3f, kHalfSide = 3.14159265f / 32.0f;
    const Box slab{.halfExtents = {3, 0.5f, 3}};
    const glm::quat slope = glm::angleAxis(-kHalfSide, glm::vec3(1, 0, 0));
    const glm::vec3 normal = slope * glm::vec3(0, 1, 0);
    const glm::vec3 under(kTrack, kHigher - kRadius * (1.0f / normal.y - 1.0f), kBase);
    for (const bool slopeIsOlder : {false, true}) {
        HeldCar car(WheelCast::CylinderCast);
        const std::array poses{Pose{{kTrack, -0.5f, kBase}}, Pose{under - 0.5f * normal, slope}};
        addStatic(car, slab, poses[slopeIsOlder ? 1 : 0]);
        addStatic(car, slab, poses[slopeIsOlder ? 0 : 1]);
        car.world.remove(car.floor);
        EXPECT_NEAR(car.height(0.0f), kHigher, 1e-4f) << slopeIsOlder;
    }
}

/// The left wheels roll along a gap that is narrower than their treads.
TEST(WheelCasts, ACylinderRollsLevelOverAGapThatARayDropsInto) {
    for (const WheelCast cast : kWheelCasts) {
        VehicleScene scene(test::awake());
        addCarOn(scene, cast, {{0, 0, -18}});
        scene.world.remove(scene.floor);
        addBlock(scene, {-5, -1, -30}, {kTrack - 0.1f, 0, 30});
        addBlock(scene, {kTrack + 0.1f, -1, -30}, {5, 0, 30});
        scene.run(1.0f);
        scene.launch(10.0f);
        scene.run(1.5f);  // its wheels roll, and it has stopped nodding
        float dropped = 0.0f, fastest = 0.0f;
        for (int i = 0; i < 90; ++i) {
            scene.run(scene.dt);
            dropped += scene.state().wheels[0].touches ? 0.0f : 1.0f;
            fastest = std::max(fastest, glm::length(scene.spin()));
        }
        if (cast == WheelCast::CylinderCast) {
            EXPECT_EQ(dropped, 0.0f);
            EXPECT_LT(fastest, 2e-3f);
            EXPECT_GT(scene.pose().position.z, 6.0f);
        } else if (cast == WheelCast::RayCast) {
            EXPECT_GT(dropped, 60.0f) << "there is no ground for it";
        } else {
            EXPECT_GT(fastest, 1e-2f) << "it leans";
        }
    }
}

TEST(WheelCasts, ACylinderDipsIntoAGapAsItsCircleSays) {
    HeldCar car(WheelCast::CylinderCast);
    constexpr float kHigh = 0.2f, kGap = 0.24f;
    addBlock(car, {-5, -1, 2}, {5, kHigh, 4.0f - 0.5f * kGap});
    addBlock(car, {-5, -1, 4.0f + 0.5f * kGap}, {5, kHigh, 8});
    const float dip = kRadius - std::sqrt(kRadius * kRadius - 0.25f * kGap * kGap);
    EXPECT_NEAR(car.height(4.0f - kBase), kHigh - dip, 2e-4f);
    const float away = 0.5f * kGap - 0.07f;  // of the nearer edge
    EXPECT_NEAR(car.height(4.0f - kBase + 0.07f),
                kHigh - kRadius + std::sqrt(kRadius * kRadius - away * away), 2e-4f);
    HeldCar ray(WheelCast::RayCast);
    addBlock(ray, {-5, -1, 2}, {5, kHigh, 4.0f - 0.5f * kGap});
    EXPECT_NEAR(ray.height(4.0f - kBase), 0.0f, 1e-5f);
}

/// Slabs that a wheel meets at nearly the same height, level and tilted: the first one carries it, in
/// whatever order they are found.
TEST(WheelCasts, MeetAmongManyObjectsTheFirstOfThem) {
    test::Random random(4711);
    const auto between = [&](double low, double high) {
        return static_cast<float>(random.uniform(low, high));
    };
    for (const WheelCast cast : kWheelCasts) {
        int onSlabs = 0;
        for (int trial = 0; trial < 40; ++trial) {
            const glm::quat pitch = glm::angleAxis(between(-0.05, 0.05), glm::vec3(1, 0, 0));
            const auto pitchedCar = [&] {
                HeldCar car(cast);
                car.start.rotation = pitch;
                return car;
            };
            HeldCar all = pitchedCar();
            const WheelState onFloor = all.feel(0.0f);
            float highest = onFloor.compression;
            for (int i = 0; i < 12; ++i) {
                const glm::quat turn =
                    glm::angleAxis(i % 2 == 0 ? 0.0f : between(-1.3, 1.3), glm::vec3(1, 0, 0));
                const glm::vec3 normal = turn * glm::vec3(0, 1, 0),
                                center = onFloor.point + glm::vec3(0, kRadius + between(0.05, 0.051), 0);
                const Shape slab = Box{.halfExtents = {0.3f, 0.05f, 0.1f}};
                const Pose pose{center - normal * (kRadius + 0.05f), turn};
                HeldCar alone = pitchedCar();
                addStatic(alone, slab, pose);
                addStatic(all, slab, pose);
                highest = std::max(highest, alone.feel(0.0f).compression);
            }
            onSlabs += highest > onFloor.compression ? 1 : 0;
            EXPECT_EQ(all.feel(0.0f).compression, highest) << toString(cast) << " in trial " << trial;
        }
        EXPECT_GT(onSlabs, 20) << toString(cast);
    }
}

TEST(WheelCasts, TheSideOfAWheelCarriesNothing) {
    for (const WheelCast cast : kWheelCasts) {
        for (const bool isMesh : {false, true}) {
            HeldCar car(cast);
            if (isMesh) {  // the wall and a floor are one object
                const std::vector<glm::vec3> points{{-9, 0.1f, -9},  {-9, 0.1f, 9},    {0.9f, 0.1f, -9},
                                                    {0.9f, 0.1f, 9}, {0.9f, 2.0f, -9}, {0.9f, 2.0f, 9}};
                const std::vector<std::uint32_t> corners{0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
                addStatic(car, TriangleMesh::fromTriangles(points, corners).value());
            } else {
                addBlock(car, {0.9f, -1, -9}, {2, 2, 9});
            }
            const WheelState& wheel = car.feel(0.0f);
            EXPECT_TRUE(wheel.touches);
            EXPECT_NEAR(wheel.compression - car.level, isMesh ? 0.1f : 0.0f, 1e-4f)
                << toString(cast) << isMesh;
        }
    }
}

/// A car drives over a curb of 12 cm at 5 m/s.
struct Climb {
    float hardest = 0.0f, height = 0.0f, speed = 0.0f, tilt = 1.0f;

    explicit Climb(WheelCast cast) {
        VehicleScene scene(test::awake());
        addCarOn(scene, cast);
        scene.run(2.0f);
        addBlock(scene, {-5, -1, 4}, {5, 0.12f, 60});
        const float before = scene.pose().position.y;
        scene.launch(5.0f);
        for (int i = 0; i < 240; ++i) {
            scene.run(scene.dt);
            for (const WheelState& wheel : scene.state().wheels) {
                hardest = std::max(hardest, wheel.load);
            }
            tilt = std::min(tilt, scene.up().y);
        }
        height = scene.pose().position.y - before;
        speed = scene.velocity().z;
    }
};

TEST(WheelCasts, ACarDrivesUpACurb) {
    for (const WheelCast cast : kWheelCasts) {
        const Climb climb(cast);
        EXPECT_NEAR(climb.height, 0.12f, 3e-3f) << toString(cast);
        EXPECT_GT(climb.speed, 2.5f) << toString(cast);
        EXPECT_LT(climb.speed, 5.2f) << toString(cast);
        EXPECT_GT(climb.tilt, 0.97f) << toString(cast);
        EXPECT_LT(climb.hardest, 8.0f * 400.0f * test::kGravity) << toString(cast);
    }
}

/// Wheels on one object: a grate, the first child or the first two triangles, above a slab.
TEST(WheelCasts, WhatAHookDropsOfAnObjectLeavesTheRestOfIt) {
    const std::vector<glm::vec3> points{{-9, 0.1f, -9}, {-9, 0.1f, 9}, {9, 0.1f, -9}, {9, 0.1f, 9},
                                        {-9, 0.0f, -9}, {-9, 0.0f, 9}, {9, 0.0f, -9}, {9, 0.0f, 9}};
    const std::vector<std::uint32_t> corners{0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
    const std::array<Shape, 2> shapes{
        Compound::fromChildren({{Box{.halfExtents = {9, 0.02f, 9}}, Pose{{0, 0.08f, 0}}},
                                {Box{.halfExtents = {9, 0.5f, 9}}, Pose{{0, -0.5f, 0}}}})
            .value(),
        TriangleMesh::fromTriangles(points, corners).value()};
    for (const Shape& shape : shapes) {
        const std::uint32_t firstKept = std::holds_alternative<Compound>(shape) ? 1 : 2;
        for (const WheelCast cast : kWheelCasts) {
            HeldCar car(cast);
            car.world.remove(car.floor);
            const ObjectId ground = addStatic(car, shape);
            ASSERT_NEAR(car.height(0.0f), 0.1f, 1e-4f);
            car.dynamics.step(car.world, car.dt, kInOneThread,
                              [&](const DynamicContact& contact, ContactSettings& settings) {
                                  const bool isA = contact.objects.a == ground;
                                  const std::uint32_t child = isA ? contact.children.a : contact.children.b;
                                  settings.isIgnored = child < firstKept;
                              });
            const WheelState& wheel = car.state().wheels[0];
            EXPECT_TRUE(wheel.touches) << toString(cast) << firstKept;
            EXPECT_EQ(wheel.ground, ground);
            EXPECT_NEAR(wheel.compression - car.level, 0.0f, 1e-4f) << toString(cast) << firstKept;
        }
    }
}

}  // namespace
