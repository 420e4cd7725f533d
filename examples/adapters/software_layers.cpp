// Draws four pictures in one: shapes of all types, trees, a sweep, an explanation. software_layers FILE.png

#include "arena_scene.hpp"
#include "software_renderer.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_world.hpp>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace {

using sat3d::DebugGeometry;
using sat3d::DebugLayer;
using sat3d::Pose;

constexpr int kWidth = arena::kWidth / 2, kHeight = arena::kHeight / 2;  // of a panel

glm::quat turned(float radians) {
    return glm::angleAxis(radians, glm::normalize(glm::vec3(0.3f, 1.0f, 0.2f)));
}

sat3d::ConvexHull gem(float size) {
    const std::vector<glm::vec3> points{{0.0f, 1.2f, 0.0f},  {0.9f, 0.0f, 0.3f},   {0.2f, 0.0f, 0.9f},
                                        {-0.8f, 0.1f, 0.4f}, {-0.6f, 0.0f, -0.7f}, {0.5f, -0.1f, -0.8f},
                                        {0.0f, -0.9f, 0.0f}};
    return sat3d::ConvexHull::fromPoints(points)->transformed(glm::mat3(size)).value();
}

/// Draws shapes with light, and lines over them, as seen from a direction.
Picture panel(const std::vector<std::pair<sat3d::Shape, Pose>>& shapes, const DebugGeometry& lines,
              const glm::vec3& eye, const glm::vec3& target) {
    constexpr std::array kColors{sat3d::rgba(222, 158, 54), sat3d::rgba(90, 150, 210),
                                 sat3d::rgba(140, 160, 90), sat3d::rgba(190, 100, 90),
                                 sat3d::rgba(120, 140, 130)};
    sat3d::DebugScene scene;
    scene.begin();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        scene.add(i, shapes[i].first, shapes[i].second, kColors[i % kColors.size()]);
    }
    const glm::mat4 clipFromWorld =
        glm::perspective(0.6f, static_cast<float>(kWidth) / static_cast<float>(kHeight), 0.5f, 100.0f) *
        glm::lookAt(eye, target, glm::vec3(0.0f, 1.0f, 0.0f));
    SoftwareRenderer renderer(2 * kWidth, 2 * kHeight, sat3d::rgba(44, 48, 54));
    renderer.draw(scene.end(), clipFromWorld, arena::kToSun, arena::kAmbient, arena::kSunlight);
    renderer.draw(lines.lines, clipFromWorld);
    return halved(renderer.picture());
}

Picture shapesOfAllTypes() {
    std::vector<float> heights;
    for (int i = 0; i < 49; ++i) {
        heights.push_back(0.12f * static_cast<float>((i * i) % 7));
    }
    const Pose lying{{-3.6f, -1.0f, 4.6f}, glm::angleAxis(-1.5707963f, glm::vec3(1.0f, 0.0f, 0.0f))};
    return panel(
        {{sat3d::Sphere{{}, 0.8f}, {{-3.0f, 0.8f, 0.0f}}},
         {sat3d::Capsule{{0.0f, -0.5f, 0.0f}, {0.0f, 0.5f, 0.0f}, 0.5f}, {{-0.9f, 0.9f, 0.0f}, turned(0.5f)}},
         {sat3d::Box{{}, {0.7f, 0.5f, 0.6f}}, {{1.0f, 0.7f, 0.0f}, turned(0.6f)}},
         {gem(0.95f), {{3.1f, 0.9f, 0.0f}, turned(0.4f)}},
         {sat3d::HeightField::fromHeights(heights, 7, 7, {1.2f, 0.6f}).value(), lying}},
        {}, {0.0f, 4.0f, 11.0f}, {0.0f, 0.2f, 1.2f});
}

Picture trees() {
    DebugGeometry lines;
    sat3d::World world;
    std::vector<std::pair<sat3d::Shape, Pose>> shapes;
    for (int i = 0; i < 24; ++i) {
        const Pose pose{{static_cast<float>(i * 7 % 24) - 11.5f, static_cast<float>(i * 5 % 8),
                         static_cast<float>(i * 11 % 16) - 8.0f},
                        turned(static_cast<float>(i))};
        shapes.emplace_back(gem(0.9f), pose);
        static_cast<void>(world.add({.shape = gem(0.9f), .pose = pose}).value());
    }
    world.update();
    draw(lines, world, {.show = DebugLayer::Trees | DebugLayer::Bounds});
    return panel(shapes, lines, {12.0f, 14.0f, 26.0f}, {0.0f, 3.0f, 0.0f});
}

Picture sweepOfATurningBox() {
    const sat3d::Box plank{{}, {1.6f, 0.25f, 0.5f}}, wall{{}, {0.4f, 1.5f, 1.6f}};
    const Pose start{{-4.2f, 0.2f, 0.6f}}, there{{2.6f, 0.0f, 0.0f}};
    const sat3d::RigidMotion motion{.translation = {8.0f, 0.6f, -0.8f}, .rotationVector = {0.0f, 0.4f, 2.2f}};
    DebugGeometry lines;
    draw(lines, plank, start, motion, sat3d::sweep(plank, start, wall, there, motion),
         {.colors = {.edge = sat3d::rgba(150, 150, 150)}, .normalLength = 1.2f});
    return panel({{wall, there}}, lines, {-3.0f, 3.5f, 12.5f}, {-0.9f, 0.3f, 0.0f});
}

Picture explanationOfAPush() {
    const sat3d::ConvexHull a = gem(1.6f), b = gem(1.3f);
    const Pose poseA{{-0.9f, 0.0f, 0.0f}}, poseB{{1.1f, 0.3f, 0.2f}, turned(1.1f)};
    DebugGeometry lines;
    draw(lines, sat3d::explain(a, poseA, b, poseB), {.pushScale = 1.0f});
    draw(lines, a, poseA, {.show = DebugLayer::Edges, .colors = {.edge = sat3d::rgba(70, 90, 120)}});
    draw(lines, b, poseB, {.show = DebugLayer::Edges, .colors = {.edge = sat3d::rgba(120, 90, 60)}});
    return panel({}, lines, {1.5f, 2.0f, 6.5f}, {0.1f, 0.0f, 0.0f});
}

}  // namespace

int main(int argc, char** argv) {
    Picture sheet(arena::kWidth, arena::kHeight);
    std::array panels{shapesOfAllTypes(), trees(), sweepOfATurningBox(), explanationOfAPush()};
    for (int k = 0; k < 4; ++k) {
        for (int y = 0; y < kHeight; ++y) {
            std::copy_n(panels[static_cast<std::size_t>(k)].pixel(0, y), 3 * kWidth,
                        sheet.pixel(k % 2 * kWidth, k / 2 * kHeight + y));
        }
    }
    return writePng(sheet, argc > 1 ? argv[1] : "software_layers.png") ? 0 : 1;
}
