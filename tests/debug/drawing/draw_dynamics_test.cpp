#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// A crate that rests on a floor, and one that falls.
struct FallingScene {
    FallingScene() {
        EXPECT_TRUE(world.add({.shape = HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static}));
        resting = *world.add({.shape = Box{}, .pose = {{0.0f, 0.5f, 0.0f}}});
        falling = *world.add({.shape = Box{}, .pose = {{9.0f, 50.0f, 0.0f}}});
        for (const ObjectId id : {resting, falling}) {
            EXPECT_FALSE(dynamics.setBody(world, id, {.mass = *massFromDensity(Box{}, 100.0f)}));
        }
    }
    void run(int steps) {
        for (int step = 0; step < steps; ++step) {
            dynamics.step(world, 1.0f / 60.0f);
        }
    }
    [[nodiscard]] DebugGeometry drawn(DebugLayer show) const {
        DebugGeometry geometry;
        draw(geometry, world, dynamics, {.show = show});
        expectSound(geometry);
        return geometry;
    }

    World world;
    Dynamics dynamics;
    ObjectId resting, falling;
};

// The third argument could be the options of the world, or dynamics of which nothing is known.
TEST(DrawDynamics, EmptyBracesAfterAWorldAreItsOptions) {
    const FallingScene scene;
    DebugGeometry withBraces, without;
    draw(withBraces, scene.world, {});
    draw(without, scene.world);
    EXPECT_GT(lineCount(withBraces), 0u);
    EXPECT_EQ(withBraces.lines.positions, without.lines.positions);
}

TEST(DrawDynamics, ContactsAndTheirImpulses) {
    FallingScene scene;
    scene.run(5);
    ASSERT_EQ(scene.dynamics.contacts().size(), 1u);
    const DynamicContact& contact = scene.dynamics.contacts()[0];
    ASSERT_EQ(contact.pointCount, 4u);
    EXPECT_EQ(lineCount(scene.drawn(DebugLayer::Contacts)), 4u * (3u + 5u));

    const DebugGeometry impulses = scene.drawn(DebugLayer::Impulses | DebugLayer::Labels);
    ASSERT_EQ(lineCount(impulses), 4u * 5u);
    EXPECT_EQ(impulses.labels.size(), 4u);
    float sum = 0.0f;
    for (std::size_t arrow = 0; arrow < 40; arrow += 10) {
        const glm::vec3 along = impulses.lines.positions[arrow + 1] - impulses.lines.positions[arrow];
        EXPECT_GT(along.y, 0.0f);  // on the crate, away from the floor
        sum += glm::length(along);
    }
    EXPECT_NEAR(sum, contact.impulse() * DebugOptions{}.impulseScale, 1e-5f);
    EXPECT_NEAR(contact.impulse(), 100.0f * 9.81f / 60.0f, 1.0f);  // what carries the weight
}

TEST(DrawDynamics, SleepHasAColorOfItsOwn) {
    FallingScene scene;
    scene.run(5);
    EXPECT_FALSE(hasLine(scene.drawn(DebugLayer::Bodies), kColors.asleep));
    scene.run(120);
    ASSERT_TRUE(scene.dynamics.isAsleep(scene.resting));
    const DebugGeometry bodies = scene.drawn(DebugLayer::Bodies | DebugLayer::Labels);
    EXPECT_TRUE(hasLine(bodies, kColors.asleep));
    EXPECT_TRUE(hasLine(bodies, kColors.awake));
    EXPECT_EQ(lineCount(bodies), 3u + 3u + 5u) << "no arrow for the one at rest";
    ASSERT_EQ(bodies.labels.size(), 1u);
    EXPECT_NE(bodies.labels[0].text.find("m/s"), std::string::npos);
    const auto arrow =
        std::size_t(std::ranges::find(bodies.lines.colors, kColors.velocity) - bodies.lines.colors.begin());
    const float speed = -scene.dynamics.find(scene.falling)->velocity.y;
    EXPECT_NEAR(glm::distance(bodies.lines.positions[arrow], bodies.lines.positions[arrow + 1]),
                speed * DebugOptions{}.velocityScale, 1e-4f);
}

TEST(DrawDynamics, OtherLayersDrawNothing) {
    FallingScene scene;
    scene.run(5);
    const DebugLayer own = DebugLayer::Contacts | DebugLayer::Impulses | DebugLayer::Bodies |
                           DebugLayer::Joints | DebugLayer::Vehicles;
    const DebugGeometry geometry = scene.drawn(~own);
    EXPECT_EQ(lineCount(geometry) + triangleCount(geometry) + geometry.labels.size(), 0u);
}

TEST(DrawDynamics, ACylinderHasARimOnEachSide) {
    FallingScene scene;
    std::array<std::size_t, 2> counts{};
    for (const bool isCylinder : {false, true}) {
        Vehicle car = Vehicle::car(scene.resting, {}, 0.35f);
        for (VehicleWheel& wheel : car.wheels) {
            wheel.cast = isCylinder ? WheelCast::CylinderCast : WheelCast::SphereCast;
        }
        const auto id = scene.dynamics.addVehicle(scene.world, car);
        ASSERT_TRUE(id);
        DebugGeometry geometry;
        drawVehicle(geometry, scene.world, scene.dynamics, *id, {.show = DebugLayer::Vehicles});
        counts[isCylinder ? 1 : 0] = lineCount(geometry);
    }
    EXPECT_EQ(counts[1] - counts[0], 4u * (24u + 4u)) << "24 lines of the other rim, and 4 between them";
}

TEST(DrawDynamics, WheelsStandOnTheGround) {
    FallingScene scene;
    ASSERT_FALSE(scene.world.setPose(scene.resting, {{0.0f, 0.8f, 0.0f}}));
    const Vehicle car = Vehicle::car(scene.resting,
                                     {glm::vec3(0.4f, -0.6f, 0.4f), glm::vec3(-0.4f, -0.6f, 0.4f),
                                      glm::vec3(0.4f, -0.6f, -0.4f), glm::vec3(-0.4f, -0.6f, -0.4f)},
                                     0.2f);
    const auto id = scene.dynamics.addVehicle(scene.world, car);
    ASSERT_TRUE(id);
    scene.run(120);
    const DebugGeometry geometry = scene.drawn(DebugLayer::Vehicles | DebugLayer::Labels);
    // Each wheel: its rim, a spoke, its spring with its stop, the cross at the ground, a small arrow.
    EXPECT_EQ(lineCount(geometry), 4u * (24u + 1u + 1u + 3u + 3u + 5u));
    EXPECT_FALSE(hasLine(geometry, kColors.slip));
    ASSERT_EQ(geometry.labels.size(), 4u);
    for (const DebugLabel& label : geometry.labels) {
        EXPECT_TRUE(label.text.ends_with(" N")) << label.text;
        EXPECT_NEAR(label.position.y, 0.0f, 1e-3f);
    }
    // The spring of the first wheel: from its stop down to where it is if free.
    const auto spring =
        std::size_t(std::ranges::find(geometry.lines.colors, kColors.limit) - geometry.lines.colors.begin());
    EXPECT_NEAR(geometry.lines.positions[spring].y - geometry.lines.positions[spring + 1].y,
                car.wheels[0].travel, 1e-5f);

    DebugGeometry one;
    drawVehicle(one, scene.world, scene.dynamics, *id, {.show = DebugLayer::Vehicles});
    EXPECT_EQ(one.lines.positions, scene.drawn(DebugLayer::Vehicles).lines.positions);
    one.clear();
    drawVehicle(one, scene.world, scene.dynamics, {.index = 7}, {.show = DebugLayer::All});
    EXPECT_TRUE(one.lines.positions.empty());
}

// Blocked wheels on a car that moves: they slide, and the ground holds it back.
TEST(DrawDynamics, TiresThatSlideHaveAColorOfTheirOwn) {
    FallingScene scene;
    ASSERT_FALSE(scene.world.setPose(scene.resting, {{0.0f, 0.8f, 0.0f}}));
    const auto id = scene.dynamics.addVehicle(
        scene.world, Vehicle::car(scene.resting,
                                  {glm::vec3(0.4f, -0.6f, 0.4f), glm::vec3(-0.4f, -0.6f, 0.4f),
                                   glm::vec3(0.4f, -0.6f, -0.4f), glm::vec3(-0.4f, -0.6f, -0.4f)},
                                  0.2f));
    ASSERT_TRUE(id);
    scene.dynamics.setVehicleInput(*id, {.brake = 1.0f});
    scene.run(60);
    scene.dynamics.setVelocity(scene.resting, {2.0f, 0.0f, 2.0f}, glm::vec3(0.0f));
    scene.run(5);
    const DebugGeometry geometry = scene.drawn(DebugLayer::Vehicles);
    EXPECT_FALSE(hasLine(geometry, kColors.grip));
    int arrows = 0;
    for (std::size_t i = 0; i < geometry.lines.colors.size(); i += 2) {
        const glm::vec3 along = geometry.lines.positions[i + 1] - geometry.lines.positions[i];
        if (geometry.lines.colors[i] == kColors.slip && glm::length(along) > 0.25f) {
            EXPECT_NEAR(along.x, along.z, 0.1f * glm::length(along)) << "against the motion";
            EXPECT_LT(along.x, 0.0f);
            // As long as its share of the load: the friction.
            EXPECT_NEAR(glm::length(along), 0.7f * DebugOptions{}.normalLength, 0.15f);
            ++arrows;
        }
    }
    EXPECT_EQ(arrows, 4);
}

/// The lines of a color.
std::vector<std::array<glm::vec3, 2>> linesOf(const DebugGeometry& geometry, Color color) {
    std::vector<std::array<glm::vec3, 2>> lines;
    for (std::size_t i = 0; i < geometry.lines.colors.size(); i += 2) {
        if (geometry.lines.colors[i] == color) {
            lines.push_back({geometry.lines.positions[i], geometry.lines.positions[i + 1]});
        }
    }
    return lines;
}

TEST(DrawDynamics, HingesHaveAnArcFromLimitToLimit) {
    FallingScene scene;
    Joint door =
        Joint::hinge(scene.world, kWorldFrame, scene.falling, {8.0f, 50.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
    door.turns.twist = JointAxis::range(-1.5707963f, 0.5f);
    const auto id = scene.dynamics.addJoint(scene.world, door);
    ASSERT_TRUE(id);
    const float radius = DebugOptions{}.normalLength;
    const DebugGeometry geometry = scene.drawn(DebugLayer::Joints | DebugLayer::Labels);
    EXPECT_EQ(geometry.labels.size(), 1u);
    // The line to the body, a cross, the axis, the angle.
    EXPECT_EQ(linesOf(geometry, kColors.joint).size(), 1u + 3u + 1u + 1u);
    const auto limits = linesOf(geometry, kColors.limit);
    ASSERT_EQ(limits.size(), 2u + 16u);
    const glm::vec3 lower = limits[0][1] - limits[0][0], upper = limits[1][1] - limits[1][0];
    EXPECT_NEAR(glm::dot(lower, upper) / (radius * radius), std::cos(1.5707963f + 0.5f), 1e-4f);
    EXPECT_LT(glm::distance(limits[2][0], limits[0][1]), 1e-5f) << "the arc begins at the lower limit";
    EXPECT_LT(glm::distance(limits[17][1], limits[1][1]), 1e-5f) << "and ends at the upper one";

    DebugGeometry one;
    drawJoint(one, scene.world, scene.dynamics, *id, {.show = DebugLayer::Joints});
    EXPECT_EQ(one.lines.positions, geometry.lines.positions);
    one.clear();
    drawJoint(one, scene.world, scene.dynamics, {.index = 7}, {.show = DebugLayer::All});
    EXPECT_TRUE(one.lines.positions.empty());
}

// The drawn angle follows the body: a hinge that has turned to its limit shows its spoke there.
TEST(DrawDynamics, TheSpokeOfAHingeIsAtItsAngle) {
    FallingScene scene;
    Joint door =
        Joint::hinge(scene.world, kWorldFrame, scene.falling, {8.0f, 50.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
    door.turns.twist = JointAxis::range(-0.4f, 0.4f);
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, door));
    scene.run(300);
    const DebugGeometry geometry = scene.drawn(DebugLayer::Joints);
    const auto joint = linesOf(geometry, kColors.joint), limits = linesOf(geometry, kColors.limit);
    const glm::vec3 spoke = joint.back()[1];
    EXPECT_LT(std::min(glm::distance(spoke, limits[0][1]), glm::distance(spoke, limits[1][1])), 0.01f);
}

TEST(DrawDynamics, BallsHaveAConeSlidersTheirEndsRopesTheirLength) {
    FallingScene scene;
    Joint ball =
        Joint::ball(scene.world, kWorldFrame, scene.falling, {9.0f, 51.0f, 0.0f}, {0.0f, -1.0f, 0.0f});
    ball.turns.swing = JointAxis::range(0.0f, 0.5f);
    const auto id = scene.dynamics.addJoint(scene.world, ball);
    ASSERT_TRUE(id);
    const float radius = DebugOptions{}.normalLength;
    const auto cone = linesOf(scene.drawn(DebugLayer::Joints), kColors.limit);
    ASSERT_EQ(cone.size(), 16u + 4u);
    for (std::size_t i = 0; i < 16; ++i) {
        EXPECT_NEAR(51.0f - cone[i][0].y, radius * std::cos(0.5f), 1e-4f);
    }
    scene.dynamics.removeJoint(*id);

    Joint slider =
        Joint::slider(scene.world, kWorldFrame, scene.falling, {9.0f, 50.0f, 0.0f}, {0.0f, 1.0f, 0.0f});
    slider.offsets[0] = JointAxis::range(-2.0f, 1.0f);
    const auto sliderId = scene.dynamics.addJoint(scene.world, slider);
    ASSERT_TRUE(sliderId);
    const auto way = linesOf(scene.drawn(DebugLayer::Joints), kColors.limit);
    ASSERT_EQ(way.size(), 1u + 2u + 2u);
    EXPECT_NEAR(way[0][0].y, 48.0f, 1e-4f);
    EXPECT_NEAR(way[0][1].y, 51.0f, 1e-4f);
    scene.dynamics.removeJoint(*sliderId);

    Joint rope =
        Joint::rod(scene.world, kWorldFrame, scene.falling, {9.0f, 54.0f, 0.0f}, {9.0f, 50.0f, 0.0f});
    rope.distance = JointAxis::range(0.0f, 5.0f);
    ASSERT_TRUE(scene.dynamics.addJoint(scene.world, rope));
    const auto end = linesOf(scene.drawn(DebugLayer::Joints), kColors.limit);
    ASSERT_EQ(end.size(), 3u);
    EXPECT_NEAR(0.5f * (end[0][0].y + end[0][1].y), 49.0f, 1e-4f);
}

}  // namespace
