// Rigid bodies in the plane: the same laws as in space, with the same code.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/planar/shape.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::kStep;

constexpr float kPlanarGravity = 9.81f;

struct PlanarScene {
    PlanarWorld world;
    PlanarDynamics dynamics;

    explicit PlanarScene(const PlanarDynamicsOptions& options = {}) : dynamics(options) {}

    ObjectId addFixed(const PlanarShape& shape, const PlanarPose& pose = {}) {
        return *world.add({.shape = shape, .pose = pose, .kind = ObjectKind::Static});
    }
    ObjectId add(const PlanarShape& shape, const PlanarPose& pose, PlanarBody body = {},
                 float density = 1000.0f) {
        const ObjectId id = *world.add({.shape = shape, .pose = pose});
        body.mass = *massFromDensity(shape, density);
        EXPECT_FALSE(dynamics.setBody(world, id, body));
        return id;
    }
    void run(float seconds) {
        for (int i = 0; i < static_cast<int>(std::lround(seconds / kStep)); ++i) {
            dynamics.step(world, kStep);
        }
    }
    glm::vec2 position(ObjectId id) const { return world.find(id)->pose.position; }
    glm::vec2 velocity(ObjectId id) const { return dynamics.find(id)->velocity; }
};

PlanarBox square(float side) {
    return {.halfExtents = glm::vec2(0.5f * side)};
}

PlanarDynamicsOptions planarAwake() {
    return {.sleepSpeed = 0.0f};
}

TEST(PlanarDynamics, MassIsThatOfTheArea) {
    const PlanarBodyMass mass = *massFromDensity(PlanarBox{.halfExtents = {1.0f, 0.5f}}, 3.0f);
    EXPECT_NEAR(mass.mass, 6.0f, 1e-6f);
    EXPECT_NEAR(mass.inertia, 6.0f * (4.0f + 1.0f) / 12.0f, 1e-6f);
    const PlanarBodyMass disk = *massOfShape(Circle{.radius = 2.0f}, 5.0f);
    EXPECT_NEAR(disk.mass, 5.0f, 1e-5f);
    EXPECT_NEAR(disk.inertia, 0.5f * 5.0f * 4.0f, 1e-5f);
    EXPECT_FALSE(massFromDensity(HalfPlane{}, 1.0f));
    EXPECT_FALSE(massOfShape(PlanarSegment{}, 1.0f));
}

TEST(PlanarDynamics, AStackOfTenStaysForAMinute) {
    PlanarScene scene(planarAwake());
    scene.addFixed(HalfPlane{});
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 10; ++i) {
        boxes.push_back(scene.add(square(1.0f), {{0.0f, 0.5f + static_cast<float>(i)}}));
    }
    scene.run(5.0f);
    std::vector<glm::vec2> before;
    for (const ObjectId id : boxes) {
        before.push_back(scene.position(id));
    }
    scene.run(60.0f);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_LT(glm::length(scene.position(boxes[i]) - before[i]), 1e-3f) << i;
        EXPECT_LT(std::abs(scene.position(boxes[i]).x), 1e-3f) << i;
    }
}

TEST(PlanarDynamics, BlocksHoldOrSlideByCoulombsLaw) {
    constexpr double kAngle = 0.35;  // tan: 0.365
    const glm::vec2 turn(planarRotation(kAngle));
    for (const float friction : {0.1f, 0.2f, 0.3f, 0.36f, 0.38f, 0.5f}) {
        PlanarScene scene(planarAwake());
        scene.dynamics.setGravity({0.0f, -kPlanarGravity});
        const auto ground = scene.addFixed(HalfPlane{}, {{}, turn});
        PlanarBody body{.material = {.friction = friction}};
        body.material.frictionCombine = CombineMode::Minimum;
        const glm::vec2 up(-turn.y, turn.x);
        const auto block = scene.add(PlanarBox{.halfExtents = {0.5f, 0.25f}}, {up * 0.25f, turn}, body);
        PlanarBody fixed{.material = body.material};
        ASSERT_FALSE(scene.dynamics.setBody(scene.world, ground, fixed));
        scene.run(2.0f);
        const float sine = static_cast<float>(std::sin(kAngle)),
                    cosine = static_cast<float>(std::cos(kAngle));
        const float expected = std::max(0.0f, kPlanarGravity * (sine - friction * cosine)) * 2.0f;
        EXPECT_NEAR(glm::length(scene.velocity(block)), expected, 0.001f * kPlanarGravity * sine * 2.0f)
            << friction;
    }
}

TEST(PlanarDynamics, BouncesReachTheHeightOfTheRestitution) {
    for (const float restitution : {0.3f, 0.5f, 0.8f, 1.0f}) {
        PlanarScene scene(planarAwake());
        scene.addFixed(HalfPlane{});
        const auto ball =
            scene.add(Circle{.radius = 0.2f}, {{0.0f, 2.2f}}, {.material = {.restitution = restitution}});
        float highest = 0.0f;
        bool hasBounced = false;
        for (int i = 0; i < 600; ++i) {
            const float before = scene.velocity(ball).y;
            scene.dynamics.step(scene.world, kStep);
            const float after = scene.velocity(ball).y;
            if (hasBounced && before > 0.0f && after <= 0.0f) {
                break;
            }
            hasBounced = hasBounced || (before < 0.0f && after > 0.0f);
            highest = hasBounced ? std::max(highest, scene.position(ball).y - 0.2f) : 0.0f;
        }
        EXPECT_NEAR(highest, 2.0f * restitution * restitution, 0.02f * restitution * restitution)
            << restitution;
    }
}

TEST(PlanarDynamics, MomentumIsKept) {
    PlanarScene scene(planarAwake());
    scene.dynamics.setGravity({});
    std::vector<ObjectId> bodies;
    for (int i = 0; i < 12; ++i) {
        const float x = static_cast<float>(i % 4) * 1.5f, y = static_cast<float>(i / 4) * 1.5f;
        const PlanarShape shape =
            i % 2 == 0 ? PlanarShape(square(1.0f)) : PlanarShape(Circle{.radius = 0.5f});
        bodies.push_back(
            scene.add(shape, {{x, y}, glm::vec2(planarRotation(0.3 * i))},
                      {.velocity = {3.0f - x, 2.0f - 1.3f * y}, .material = {.restitution = 0.5f}}));
    }
    const auto momentum = [&] {
        glm::dvec3 sum(0.0);  // linear, and angular about the origin
        for (const ObjectId id : bodies) {
            const PlanarBody& body = *scene.dynamics.find(id);
            const glm::dvec2 p = double(body.mass.mass) * glm::dvec2(body.velocity), x(scene.position(id));
            sum += glm::dvec3(
                p, x.x * p.y - x.y * p.x + double(body.mass.inertia) * double(body.angularVelocity));
        }
        return sum;
    };
    const glm::dvec3 before = momentum();
    scene.run(2.0f);
    EXPECT_LT(glm::length(glm::dvec2(momentum()) - glm::dvec2(before)), 1e-2);  // of some 10,000 kg m/s
    EXPECT_NEAR(momentum().z, before.z, 100.0);  // arms are those of the start of a step
}

TEST(PlanarDynamics, BodiesInOneLineStayOnIt) {
    const PlanarShape shapes[] = {PlanarCapsule{{-1, 0}, {1, 0}, 0.5f}, Circle{.radius = 0.5f}, square(1.0f)};
    for (const PlanarShape& a : shapes) {
        for (const PlanarShape& b : shapes) {
            PlanarScene scene({.gravity = {}, .sleepSpeed = 0.0f});
            const ObjectId left = scene.add(a, {}),
                           right = scene.add(b, {{6.0f, 0.0f}}, {.velocity = {-20, 0}});
            scene.run(3.0f);
            // Two squares have two contact points, which the solver balances one after the other.
            const bool areSquares = a.index() == shapes[2].index() && b.index() == a.index();
            const double tolerance = areSquares ? 1e-5 : 0.0;
            for (const ObjectId id : {left, right}) {
                EXPECT_NEAR(scene.position(id).y, 0.0f, tolerance) << a.index() << ' ' << b.index();
                EXPECT_NEAR(scene.dynamics.find(id)->angularVelocity, 0.0f, tolerance);
            }
            EXPECT_LT(scene.velocity(left).x, -1.0f) << "they met";
        }
    }
}

TEST(PlanarDynamics, ASquareFallsFlatOnAGroundOfItsWidth) {
    // Two points bounce one after the other, so that the square turns a little, on a wider ground as well.
    for (int drop = 1; drop <= 14; ++drop) {
        PlanarScene scene(planarAwake());
        scene.addFixed(square(1.0f), {{0.0f, -0.5f}});
        const ObjectId id = scene.add(square(1.0f), {{0.0f, 0.5f + 0.4f * static_cast<float>(drop)}},
                                      {.material = {.restitution = 0.3f}});
        float turned = 0.0f;
        for (int i = 0; i < 600; ++i) {
            scene.dynamics.step(scene.world, kStep);
            turned = std::max(turned, std::abs(scene.world.find(id)->pose.rotation.y));
        }
        EXPECT_LT(turned, 5e-3f) << drop;
        EXPECT_NEAR(scene.position(id).y, 0.5f, 0.01f) << drop;
    }
}

TEST(PlanarDynamics, AWheelFeelsNoSeams) {
    PlanarDynamicsOptions options = planarAwake();
    options.material.frictionCombine = CombineMode::Minimum;
    PlanarScene scene(options);
    for (int i = 0; i < 40; ++i) {
        scene.addFixed(square(1.0f), {{static_cast<float>(i), -0.5f}});
    }
    const auto wheel = scene.add(Circle{.radius = 0.4f}, {{0.0f, 0.4f}},
                                 {.velocity = {5.0f, 0.0f}, .angularVelocity = -12.5f});
    const Material ice{.friction = 0.0f, .frictionCombine = CombineMode::Minimum};
    const auto crate = scene.add(square(0.5f), {{1.5f, 0.25f}}, {.velocity = {5.0f, 0.0f}, .material = ice});
    scene.run(0.5f);
    for (int i = 0; i < 240; ++i) {
        scene.dynamics.step(scene.world, kStep);
        ASSERT_LT(scene.position(wheel).y, 0.4005f) << i;
        ASSERT_NEAR(scene.velocity(wheel).x, 5.0f, 0.01f) << i;
        ASSERT_LT(scene.position(crate).y, 0.2505f) << i;
        ASSERT_NEAR(scene.velocity(crate).x, 5.0f, 0.01f) << i;
    }
}

TEST(PlanarDynamics, BodiesFeelNoBordersOfTheChildrenOfACompound) {
    constexpr float kSpeed = 5.0f;
    std::vector<PlanarCompoundChild> tiles;
    for (int i = 0; i < 40; ++i) {
        tiles.push_back({square(1.0f), PlanarPose{{static_cast<float>(i), -0.5f}}});
    }
    const Material ice{.friction = 0.0f, .frictionCombine = CombineMode::Minimum};
    for (const PlanarShape& shape :
         {PlanarShape(square(0.5f)), PlanarShape(PlanarCapsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.25f}),
          PlanarShape(PlanarCompound::fromChildren(
                          {{square(0.5f), PlanarPose{}}, {square(0.5f), PlanarPose{{0.5f, 0.0f}}}})
                          .value())}) {
        PlanarScene scene(planarAwake());
        scene.addFixed(PlanarCompound::fromChildren(tiles).value());
        const ObjectId body =
            scene.add(shape, {{0.5f, 0.25f}}, {.velocity = {kSpeed, 0.0f}, .material = ice});
        scene.run(0.5f);
        const float height = scene.position(body).y;
        for (int i = 0; i < 300; ++i) {
            scene.dynamics.step(scene.world, kStep);
            ASSERT_NEAR(scene.position(body).y, height, 1e-4f) << shape.index() << " after step " << i;
            ASSERT_NEAR(scene.velocity(body).x, kSpeed, 1e-3f) << shape.index() << " after step " << i;
        }
        EXPECT_GT(scene.position(body).x, 25.0f) << "it passes many borders";
    }
}

TEST(PlanarDynamics, FastBodiesPassThroughNothing) {
    for (const float speed : {50.0f, 300.0f, 2000.0f}) {
        PlanarScene scene(planarAwake());
        scene.dynamics.setGravity({});
        // Long enough for what glances off not to get around its end.
        scene.addFixed(PlanarBox{.halfExtents = {0.01f, 500.0f}}, {{10.0f, 0.0f}});
        const auto bullet = scene.add(Circle{.radius = 0.05f}, {{0.0f, 0.3f}}, {.velocity = {speed, 3.0f}});
        const auto stick = scene.add(PlanarBox{.halfExtents = {0.5f, 0.02f}}, {{0.0f, -1.0f}},
                                     {.velocity = {speed, 0.0f}, .angularVelocity = 40.0f});
        scene.run(1.0f);
        EXPECT_LT(scene.position(bullet).x, 10.0f) << speed;
        EXPECT_LT(scene.position(stick).x, 10.0f) << speed;
    }
}

TEST(PlanarDynamics, FastBodiesPassThroughNoOtherBody) {
    const PlanarBox plate{.halfExtents = {0.02f, 0.1f}}, wall{.halfExtents = {0.02f, 1.0f}};
    for (const float speed : {20.0f, 60.0f, 200.0f}) {
        for (const float mass : {0.1f, 1.0f, 100.0f}) {
            for (int i = 0; i < 40; ++i) {
                PlanarScene scene(planarAwake());
                scene.dynamics.setGravity({});
                const float gap = 0.5f + 2.0f * speed * kStep * static_cast<float>(i) / 20.0f;
                const ObjectId a = scene.add(plate, {{0.0f, 0.02f * static_cast<float>(i % 7)}},
                                             {.velocity = {speed, 0.0f}});
                const ObjectId b =
                    scene.add(wall, {{gap, 0.0f}}, {.velocity = {-speed, 0.0f}}, 1000.0f * mass);
                for (int step = 0; step < 8; ++step) {
                    scene.run(kStep);
                    const auto& pose = scene.world.find(b)->pose;
                    const glm::vec2 between = pose.inverse() * scene.position(a);
                    ASSERT_TRUE(between.x < 0.0f || std::abs(between.y) > 1.0f)
                        << speed << " " << mass << " " << i;
                }
            }
        }
    }
}

/// A heap that falls asleep.
void fillHeap(PlanarScene& scene) {
    scene.addFixed(HalfPlane{});
    for (const float x : {-3.0f, 3.0f}) {
        scene.addFixed(PlanarBox{.halfExtents = {0.2f, 4.0f}}, {{x, 4.0f}});
    }
    const PlanarShape triangle =
        ConvexPolygon::fromPoints(std::vector<glm::vec2>{{-0.4f, -0.3f}, {0.4f, -0.3f}, {0.0f, 0.4f}})
            .value();
    const std::vector<PlanarShape> shapes{square(0.6f), Circle{.radius = 0.3f}, triangle,
                                          PlanarCapsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.15f}};
    for (int i = 0; i < 60; ++i) {
        const glm::vec2 place(-2.0f + static_cast<float>(i % 6) * 0.8f,
                              1.0f + static_cast<float>(i / 6) * 0.9f);
        scene.add(shapes[static_cast<std::size_t>(i % 4)], {place, glm::vec2(planarRotation(0.7 * i))});
    }
}

TEST(PlanarDynamics, AHeapComesToRestAndSleeps) {
    PlanarScene scene;
    fillHeap(scene);
    scene.run(20.0f);
    EXPECT_EQ(scene.dynamics.awakeCount(), 0u);
    scene.world.update();
    for (const PlanarContact& contact : scene.world.events().begun) {
        EXPECT_LT(contact.penetration.depth, 0.02f);
    }
    for (const ObjectId id : scene.world.ids()) {
        EXPECT_GT(scene.position(id).y, -0.01f);
    }
}

TEST(PlanarDynamics, RestoredDynamicsGoOnWithTheSameBits) {
    PlanarScene scene;
    fillHeap(scene);
    scene.run(1.0f);
    const auto world = scene.world.snapshot(), dynamics = scene.dynamics.snapshot();
    PlanarScene copy = scene;
    scene.run(2.0f);
    const std::uint64_t expected = scene.dynamics.hash();
    copy.run(2.0f);
    EXPECT_EQ(copy.dynamics.hash(), expected);
    EXPECT_EQ(copy.world.hash(), scene.world.hash());
    ASSERT_FALSE(scene.world.restore(world));
    ASSERT_FALSE(scene.dynamics.restore(scene.world, dynamics));
    EXPECT_NE(scene.dynamics.hash(), expected);
    scene.run(2.0f);
    EXPECT_EQ(scene.dynamics.hash(), expected);
    Dynamics inSpace;
    EXPECT_TRUE(inSpace.restore(World{}, dynamics));
}

}  // namespace
