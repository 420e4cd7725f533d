#include "arena_scene.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace arena {
namespace {

using sat3d::Color;
using sat3d::rgba;

constexpr Color kGrass = rgba(104, 128, 66), kGrid = rgba(92, 114, 58), kConcrete = rgba(168, 166, 158);
constexpr Color kWood = rgba(176, 120, 62), kOlive = rgba(110, 120, 58), kSand = rgba(206, 172, 112);
constexpr Color kTrack = rgba(62, 60, 58), kSteel = rgba(86, 90, 84), kEdge = rgba(36, 32, 26);

glm::quat yaw(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 1.0f, 0.0f));
}

/// A prism along x around a side view: points (z, y) of a convex polygon.
sat3d::ConvexHull prism(std::span<const glm::vec2> sideView, float centerX, float halfWidth) {
    std::vector<glm::vec3> points;
    for (const glm::vec2& p : sideView) {
        points.emplace_back(centerX - halfWidth, p.y, p.x);
        points.emplace_back(centerX + halfWidth, p.y, p.x);
    }
    return sat3d::ConvexHull::fromPoints(points).value();
}

/// Adds an object to a world; its user data is its color.
sat3d::ObjectId add(sat3d::World& world, sat3d::World::Object object) {
    return world.add(std::move(object)).value();
}

/// The child's user data is its color.
sat3d::Compound makeTank(Color paint, float turretDegrees) {
    const std::array<glm::vec2, 7> hull{{{-3.4f, 0.75f},
                                         {-3.2f, 1.4f},
                                         {1.7f, 1.45f},
                                         {3.45f, 1.0f},
                                         {3.25f, 0.75f},
                                         {2.6f, 0.4f},
                                         {-2.8f, 0.4f}}};
    const std::array<glm::vec2, 6> track{
        {{-3.5f, 0.72f}, {-3.1f, 0.95f}, {3.1f, 0.95f}, {3.5f, 0.72f}, {2.7f, 0.0f}, {-2.7f, 0.0f}}};
    std::vector<glm::vec3> turret;
    for (const float side : {-1.0f, 1.0f}) {
        turret.insert(turret.end(), {{1.15f * side, 1.46f, -1.7f},
                                     {1.25f * side, 1.46f, 0.6f},
                                     {0.7f * side, 1.46f, 1.5f},
                                     {0.85f * side, 2.25f, -1.4f},
                                     {0.85f * side, 2.25f, 0.2f},
                                     {0.45f * side, 2.15f, 0.9f}});
    }
    const sat3d::Capsule barrel{.start = {0.0f, 1.85f, 0.9f}, .end = {0.0f, 2.0f, 4.2f}, .radius = 0.12f};
    const sat3d::Pose turned{{}, yaw(turretDegrees)};
    return sat3d::Compound::fromChildren({{prism(hull, 0.0f, 1.25f), {}, 0, paint},
                                          {sat3d::ConvexHull::fromPoints(turret).value(), turned, 1, paint},
                                          {barrel, turned, 2, kSteel},
                                          {prism(track, -1.55f, 0.28f), {}, 3, kTrack},
                                          {prism(track, 1.55f, 0.28f), {}, 4, kTrack}})
        .value();
}

/// Level in the middle, with hills around it.
sat3d::HeightField makeTerrain() {
    constexpr std::uint32_t kSide = 49;
    std::vector<float> heights;
    for (std::uint32_t row = 0; row < kSide; ++row) {
        for (std::uint32_t column = 0; column < kSide; ++column) {
            const float x = 2.0f * (static_cast<float>(column) - 24.0f);
            const float z = 2.0f * (static_cast<float>(row) - 24.0f);
            const float beyond = std::max(0.0f, std::sqrt(x * x + z * z) - 16.0f);
            const float waves = 1.0f + 0.45f * std::sin(0.23f * x) + 0.35f * std::cos(0.19f * z + 1.0f);
            heights.push_back(0.006f * beyond * beyond * waves);
        }
    }
    return sat3d::HeightField::fromHeights(heights, kSide, kSide, {2.0f, 2.0f}).value();
}

void addCrates(sat3d::World& world) {
    const auto addCrate = [&](float x, float y, float z, float degrees) {
        add(world, {.shape = sat3d::Box{.halfExtents = glm::vec3(0.6f)},
                    .pose = {{x, y, z}, yaw(degrees)},
                    .userData = kWood,
                    .name = "crate"});
    };
    for (int layer = 0; layer < 3; ++layer) {  // a pyramid, slightly pressed together
        for (int i = 0; i < 3 - layer; ++i) {
            const float shift = 0.61f * static_cast<float>(layer);
            addCrate(-1.2f + 1.22f * static_cast<float>(i) + shift, 0.59f + 1.19f * static_cast<float>(layer),
                     -5.5f, 4.0f * static_cast<float>(i + layer));
        }
    }
    addCrate(-4.7f, 0.59f, 5.0f, 20.0f);
    addCrate(-3.4f, 0.59f, 5.3f, -12.0f);
    addCrate(-4.1f, 1.78f, 5.1f, 33.0f);
}

}  // namespace

glm::mat4 viewFromWorld() {
    return glm::lookAt(kEye, kTarget, glm::vec3(0.0f, 1.0f, 0.0f));
}

glm::mat4 clipFromView() {
    const float aspect = static_cast<float>(kWidth) / static_cast<float>(kHeight);
    return glm::perspective(glm::radians(kFieldOfView), aspect, 0.5f, 150.0f);
}

glm::mat4 clipFromWorld() {
    return clipFromView() * viewFromWorld();
}

sat3d::World makeWorld() {
    using sat3d::ObjectKind;
    sat3d::World world({.detail = sat3d::ContactDetail::Manifolds});
    const sat3d::HeightField terrain = makeTerrain();
    add(world, {.shape = terrain,
                .pose = sat3d::levelPose(terrain, sat3d::UpAxis::Y, glm::vec3(0.0f)),
                .kind = ObjectKind::Static,
                .userData = kGrass,
                .name = "terrain"});
    const auto addWall = [&](float x, float z, float degrees) {
        add(world, {.shape = sat3d::Box{.halfExtents = {2.4f, 1.1f, 0.3f}},
                    .pose = {{x, 1.1f, z}, yaw(degrees)},
                    .kind = ObjectKind::Static,
                    .userData = kConcrete,
                    .name = "wall"});
    };
    addWall(5.2f, 2.6f, 62.0f);
    addWall(-9.0f, -7.0f, 15.0f);
    addWall(-4.0f, -8.6f, 15.0f);
    add(world, {.shape = makeTank(kOlive, -24.0f),
                .pose = {{1.6f, -0.02f, 3.2f}, yaw(82.0f)},
                .userData = kOlive,
                .name = "tank"});
    add(world, {.shape = makeTank(kSand, 30.0f),
                .pose = {{6.5f, -0.02f, -7.5f}, yaw(-103.0f)},
                .userData = kSand,
                .name = "target"});
    addCrates(world);
    world.update();
    return world;
}

sat3d::DebugFrame frameOf(sat3d::DebugScene& scene, const sat3d::World& world) {
    scene.begin();
    for (const sat3d::ObjectId id : world.ids()) {
        const sat3d::World::Object& object = *world.find(id);
        const std::uint64_t key = sat3d::DebugScene::keyOf(id) * 16;
        const auto color = static_cast<Color>(object.userData);
        if (const auto* tank = std::get_if<sat3d::Compound>(&object.shape)) {
            for (const sat3d::CompoundChild& part : tank->children()) {  // each part has a color of its own
                std::visit(
                    [&](const auto& shape) {
                        scene.add(key + part.tag, shape, object.pose * part.pose,
                                  static_cast<Color>(part.userData), kEdge);
                    },
                    part.shape);
            }
        } else {
            scene.add(key, object.shape, object.pose, color, color == kGrass ? kGrid : kEdge);
        }
    }
    return scene.end();
}

sat3d::DebugGeometry overlayOf(const sat3d::World& world) {
    using sat3d::DebugLayer;
    sat3d::DebugGeometry overlay;
    const sat3d::DebugOptions options{.show = DebugLayer::Contacts | DebugLayer::Pushes | DebugLayer::Rays,
                                      .pushScale = 4.0f};
    draw(overlay, world, options);
    for (const sat3d::ObjectId id : world.ids()) {
        const sat3d::World::Object& object = *world.find(id);
        if (object.name == "target") {  // a shot along its barrel
            const auto& children = std::get<sat3d::Compound>(object.shape).children();
            const sat3d::Pose turret = object.pose * children[1].pose;
            const sat3d::Ray shot{turret * glm::vec3(0.0f, 2.0f, 4.4f),
                                  turret.transformDirection(glm::vec3(0.0f, -0.045f, 1.0f)), 60.0f};
            const auto hit = raycast(world, shot, {.without = {&id, 1}});
            draw(overlay, shot, hit ? std::optional(hit->hit) : std::nullopt, options);
        }
    }
    return overlay;
}

}  // namespace arena
