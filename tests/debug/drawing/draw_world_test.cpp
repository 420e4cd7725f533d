#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw_world.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// A crate on a floor, a crate far away, a sensor.
struct CrateScene {
    explicit CrateScene(ContactDetail detail = ContactDetail::Manifolds) : world({.detail = detail}) {
        floor = *world.add({.shape = HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
        crate = *world.add({.shape = Box{}, .pose = {{0.0f, 0.4f, 0.0f}}, .name = "crate"});
        away = *world.add({.shape = Sphere{}, .pose = {{9.0f, 9.0f, 0.0f}}});
        zone = *world.add({.shape = Box{}, .pose = {{0.0f, 9.0f, 0.0f}}, .kind = ObjectKind::Sensor});
    }
    [[nodiscard]] DebugGeometry drawn(DebugLayer show) const {
        DebugGeometry geometry;
        draw(geometry, world, {.show = show});
        expectSound(geometry);
        return geometry;
    }

    World world;
    ObjectId floor, crate, away, zone;
};

TEST(DrawWorld, ObjectsHaveTheColorsOfTheirKinds) {
    const DebugGeometry geometry = CrateScene().drawn(DebugLayer::Faces);
    const std::set<Color> colors(geometry.triangles.colors.begin(), geometry.triangles.colors.end());
    EXPECT_EQ(colors, (std::set<Color>{kColors.moving, kColors.stationary, kColors.sensor}));
    EXPECT_EQ(lineCount(geometry), 0u);
}

TEST(DrawWorld, EventsStandOutWhileTheyLast) {
    CrateScene scene;
    const DebugLayer show = DebugLayer::Edges | DebugLayer::ContactEvents;
    EXPECT_FALSE(hasLine(scene.drawn(show), kColors.touching)) << "before the first update";
    scene.world.update();
    EXPECT_TRUE(hasLine(scene.drawn(show), kColors.touching));
    EXPECT_TRUE(hasLine(scene.drawn(show), kColors.begun));
    EXPECT_FALSE(hasLine(scene.drawn(DebugLayer::Edges), kColors.touching));
    scene.world.update();
    EXPECT_TRUE(hasLine(scene.drawn(show), kColors.touching));
    EXPECT_FALSE(hasLine(scene.drawn(show), kColors.begun));
    EXPECT_FALSE(scene.world.setPose(scene.crate, {{0.0f, 4.0f, 0.0f}}));
    scene.world.update();
    EXPECT_FALSE(hasLine(scene.drawn(show), kColors.touching));
    EXPECT_TRUE(hasLine(scene.drawn(show), kColors.ended));
    scene.world.update();
    EXPECT_FALSE(hasLine(scene.drawn(show), kColors.ended));
}

TEST(DrawWorld, ContactsAndPushesAreThoseOfTheEvents) {
    CrateScene scene;
    scene.world.update();
    EXPECT_EQ(lineCount(scene.drawn(DebugLayer::Contacts)), 4u * (3u + 5u));
    const DebugGeometry push = scene.drawn(DebugLayer::Pushes);
    ASSERT_EQ(lineCount(push), 5u);
    const glm::vec3 arrow = push.lines.positions[1] - push.lines.positions[0];
    EXPECT_LT(glm::distance(arrow, glm::vec3(0.0f, 0.1f, 0.0f)), 1e-6f);

    CrateScene pushesOnly(ContactDetail::Push);
    pushesOnly.world.update();
    EXPECT_EQ(lineCount(pushesOnly.drawn(DebugLayer::Contacts)), 0u);
    EXPECT_EQ(lineCount(pushesOnly.drawn(DebugLayer::Pushes)), 5u);
}

TEST(DrawWorld, ObjectsRemovedAfterTheUpdateAreLeftOut) {
    CrateScene scene;
    scene.world.update();
    scene.world.remove(scene.crate);
    EXPECT_EQ(lineCount(scene.drawn(DebugLayer::Contacts | DebugLayer::Pushes)), 0u);
    scene.world.update();
    EXPECT_FALSE(hasLine(scene.drawn(DebugLayer::All), kColors.ended)) << "one end of it is gone";
}

TEST(DrawWorld, LabelsNameObjects) {
    const DebugGeometry geometry = CrateScene().drawn(DebugLayer::Labels);
    std::vector<std::string> texts;
    for (const DebugLabel& label : geometry.labels) {
        texts.push_back(label.text);
    }
    EXPECT_EQ(texts, (std::vector<std::string>{"#0", "crate", "#2", "#3"}));
    EXPECT_EQ(lineCount(geometry) + triangleCount(geometry), 0u);
}

// Each layer adds its own lines and triangles, whatever else is shown.
TEST(DrawWorld, AllLayersAreTheSumOfEach) {
    CrateScene scene;
    scene.world.update();
    std::size_t lines = 0, triangles = 0;
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const DebugGeometry geometry = scene.drawn(static_cast<DebugLayer>(1u << bit));
        lines += lineCount(geometry);
        triangles += triangleCount(geometry);
    }
    const DebugGeometry all = scene.drawn(DebugLayer::All);
    EXPECT_EQ(lineCount(all), lines);
    EXPECT_EQ(triangleCount(all), triangles);
    EXPECT_TRUE(hasLine(all, kColors.bounds));
    EXPECT_TRUE(hasLine(all, kColors.tree));
    const DebugGeometry none = scene.drawn(DebugLayer::None);
    EXPECT_EQ(lineCount(none) + triangleCount(none) + none.labels.size(), 0u);
}

TEST(DrawWorld, WorldsInDoubleAreDrawnRelativeToAnOrigin) {
    const glm::dvec3 far(1e9, 0.0, -1e9);
    DWorld world;
    EXPECT_TRUE(world.add({.shape = Box{}, .pose = {far}}));
    DebugGeometry geometry;
    draw(geometry, world, {.show = DebugLayer::Edges, .origin = far});
    for (const glm::vec3& position : geometry.lines.positions) {
        EXPECT_EQ(glm::abs(position), glm::vec3(0.5f));
    }
}

}  // namespace
