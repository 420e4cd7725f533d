#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw_dynamics.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using namespace sat3d;
using namespace sat3d::test;

const DebugColors kColors;

/// A crate that rests on a floor, and one that falls.
struct Scene {
    Scene() {
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

TEST(DrawDynamics, ContactsAndTheirImpulses) {
    Scene scene;
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
    Scene scene;
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
    Scene scene;
    scene.run(5);
    const DebugLayer own = DebugLayer::Contacts | DebugLayer::Impulses | DebugLayer::Bodies;
    const DebugGeometry geometry = scene.drawn(~own);
    EXPECT_EQ(lineCount(geometry) + triangleCount(geometry) + geometry.labels.size(), 0u);
}

TEST(DrawDynamics, WheelsStandOnTheGround) {
    Scene scene;
    ASSERT_FALSE(scene.world.setPose(scene.resting, {{0.0f, 0.8f, 0.0f}}));
    const Vehicle car = Vehicle::car(scene.resting,
                                     {glm::vec3(0.4f, -0.6f, 0.4f), glm::vec3(-0.4f, -0.6f, 0.4f),
                                      glm::vec3(0.4f, -0.6f, -0.4f), glm::vec3(-0.4f, -0.6f, -0.4f)},
                                     0.2f);
    ASSERT_TRUE(scene.dynamics.addVehicle(scene.world, car));
    scene.run(120);
    const DebugGeometry geometry = scene.drawn(DebugLayer::Bodies | DebugLayer::Labels);
    // Two crosses, the arrow of the crate that falls, and each wheel: its rim, a spoke, its spring, the
    // contact.
    EXPECT_EQ(lineCount(geometry), 2u * 3u + 5u + 4u * (24u + 1u + 1u + 8u));
    EXPECT_EQ(geometry.labels.size(), 1u + 4u);
    EXPECT_EQ(std::ranges::count_if(geometry.labels,
                                    [](const auto& label) {
                                        return label.text.ends_with(" N") &&
                                               std::abs(label.position.y) < 1e-3f;
                                    }),
              4);
}

}  // namespace
