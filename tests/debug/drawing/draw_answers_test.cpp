#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/shapes/ground.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

const Pose kLower{};
const Pose kUpper{{0.2f, 0.9f, 0.1f}};  // the boxes overlap by 0.1 m
TEST(DrawAnswers, ManifoldsHaveACrossAndAnArrowPerPointAndThePush) {
    const auto manifold = collide(Box{}, kLower, Box{}, kUpper);
    ASSERT_TRUE(manifold);
    ASSERT_EQ(manifold->pointCount, 4u);
    DebugGeometry geometry;
    draw(geometry, *manifold, {.show = DebugLayer::Contacts});
    expectSound(geometry);
    EXPECT_EQ(lineCount(geometry), 4u * (3u + 5u));
    EXPECT_EQ(triangleCount(geometry), 0u);
    EXPECT_FALSE(hasLine(geometry, kColors.push));
    geometry.clear();
    draw(geometry, *manifold, {.show = DebugLayer::Pushes | DebugLayer::Labels, .pushScale = 2.0f});
    EXPECT_EQ(lineCount(geometry), 5u);
    const glm::vec3 push = geometry.lines.positions[1] - geometry.lines.positions[0];
    EXPECT_LT(glm::distance(push, 2.0f * manifold->penetration.pushB()), 1e-6f);
    ASSERT_EQ(geometry.labels.size(), 1u);
    EXPECT_EQ(geometry.labels[0].text, "10.00 cm");
    geometry.clear();
    draw(geometry, *manifold, {.show = DebugLayer::Contacts | DebugLayer::Labels});
    ASSERT_EQ(geometry.labels.size(), 4u);
    EXPECT_EQ(geometry.labels[0].text, "-10.00 cm");
}

TEST(DrawAnswers, RaysEndAtTheirHit) {
    const Ray ray{{0.0f, 3.0f, 0.0f}, {0.0f, -2.0f, 0.0f}};
    const auto hit = raycast(Box{}, Pose{}, ray);
    DebugGeometry geometry;
    draw(geometry, ray, hit);
    EXPECT_EQ(lineCount(geometry), 1u + 3u + 5u);
    EXPECT_LT(glm::distance(geometry.lines.positions[1], glm::vec3(0.0f, 0.5f, 0.0f)), 1e-6f);
    geometry.clear();
    draw(geometry, ray, std::nullopt, {.rayLength = 7.0f});
    ASSERT_EQ(lineCount(geometry), 1u);
    EXPECT_LT(glm::distance(geometry.lines.positions[1], glm::vec3(0.0f, -4.0f, 0.0f)), 1e-6f);
    draw(geometry, ray, hit, {.show = ~DebugLayer::Rays});
    EXPECT_EQ(lineCount(geometry), 1u);
}

TEST(DrawAnswers, SweepsShowTheStartAndTheTimeOfImpact) {
    const RigidMotion motion{.translation = {4.0f, 0.0f, 0.0f}};
    const Sweep hit = sweep(Box{}, Pose{}, Box{}, Pose{{3.0f, 0.0f, 0.0f}}, motion);
    ASSERT_EQ(hit.status, SweepStatus::Hit);
    DebugGeometry geometry;
    draw(geometry, Box{}, Pose{}, motion, hit, {.show = DebugLayer::Sweeps | DebugLayer::Labels});
    EXPECT_EQ(lineCount(geometry), 2u * 12u + 5u + 3u + 5u);
    float farthest = 0.0f;
    for (std::size_t i = 24; i < 48; ++i) {  // the edges at the time of impact
        farthest = std::max(farthest, geometry.lines.positions[i].x);
    }
    EXPECT_NEAR(farthest, 2.5f, 1e-3f);
    ASSERT_EQ(geometry.labels.size(), 1u);
    EXPECT_EQ(geometry.labels[0].text, "Hit");
    geometry.clear();
    const Sweep miss = sweep(Box{}, Pose{}, Box{}, Pose{{0.0f, 9.0f, 0.0f}}, motion);
    draw(geometry, Box{}, Pose{}, motion, miss);
    EXPECT_EQ(lineCount(geometry), 2u * 12u + 5u);
}

/// The arrow of the push starts where the features meet, and is as long as the push.
void expectPush(const DebugGeometry& geometry, const Explanation& why) {
    const auto& colors = geometry.lines.colors;
    const auto arrow = std::size_t(std::ranges::find(colors, kColors.push) - colors.begin());
    ASSERT_LT(arrow, colors.size());
    const glm::dvec3 from(geometry.lines.positions[arrow]), to(geometry.lines.positions[arrow + 1]);
    EXPECT_LT(glm::distance(from, why.pointB), 1e-6);
    EXPECT_LT(glm::distance(to - from, -why.separation * why.normalAToB), 1e-6);
}

TEST(DrawAnswers, ExplanationsShowTheBestPlaneOrAllOfThem) {
    const Explanation why = explain(Box{}, kLower, Box{}, kUpper);
    ASSERT_FALSE(why.planes.empty());
    DebugGeometry best, all;
    draw(best, why, {.show = DebugLayer::Explanations | DebugLayer::Labels});
    draw(all, why, {.show = DebugLayer::AllPlanes});
    std::size_t sides = 0;
    for (const PlaneReport& plane : why.planes) {
        sides += plane.projectedHullA.size() + plane.projectedHullB.size();
    }
    EXPECT_EQ(lineCount(all), sides);
    EXPECT_TRUE(hasLine(best, kColors.push));
    ASSERT_EQ(best.labels.size(), 1u);
    EXPECT_EQ(best.labels[0].text, "-10.00 cm");
    expectPush(best, why);
}

// Pairs without planes are drawn as well: the features, and the push or the gap.
TEST(DrawAnswers, ExplanationsWithoutPlanesShowPushAndFeatures) {
    const Capsule capsule{{-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.5f};
    const HeightField ground = *HeightField::fromHeights(std::vector<float>(9, 0.0f), 3, 3, {2.0f, 2.0f});
    const Pose level = levelPose(ground, UpAxis::Y, glm::vec3(0.0f));
    const Explanation why = explain(capsule, Pose{{0.3f, 0.4f, 0.2f}}, ground, level);
    ASSERT_TRUE(why.planes.empty());
    ASSERT_NEAR(why.separation, -0.1, 1e-6);
    DebugGeometry geometry;
    draw(geometry, why, {.show = DebugLayer::Explanations | DebugLayer::Labels});
    expectSound(geometry);
    expectPush(geometry, why);
    EXPECT_TRUE(hasLine(geometry, kColors.shapeA));
    EXPECT_TRUE(hasLine(geometry, kColors.shapeB));
    ASSERT_EQ(geometry.labels.size(), 1u);
    EXPECT_EQ(geometry.labels[0].text, "-10.00 cm");

    geometry.clear();
    draw(geometry, explain(Sphere{}, Pose{}, Sphere{}, Pose{{3.0f, 0.0f, 0.0f}}));
    EXPECT_FALSE(hasLine(geometry, kColors.push));
    const auto gap =
        std::size_t(std::ranges::find(geometry.lines.colors, kColors.gap) - geometry.lines.colors.begin());
    ASSERT_LT(gap, geometry.lines.colors.size());
    EXPECT_NEAR(glm::distance(geometry.lines.positions[gap], geometry.lines.positions[gap + 1]), 2.0f, 1e-5f);

    geometry.clear();
    draw(geometry, explain(ground, level, ground, level));  // two surfaces have no distance
    EXPECT_EQ(lineCount(geometry), 0u);
}

TEST(DrawAnswers, TreesAndBoundsHaveTwelveLinesPerBox) {
    const std::array boxes{Aabb{{0, 0, 0}, {1, 1, 1}}, Aabb{{5, 0, 0}, {6, 1, 1}},
                           Aabb{{0, 5, 0}, {1, 6, 1}}};
    const Bvh tree(boxes);
    const DebugOptions trees{.show = DebugLayer::Trees}, bounds{.show = DebugLayer::Bounds};
    DebugGeometry geometry;
    draw(geometry, tree, Pose{}, trees);
    EXPECT_EQ(lineCount(geometry), 12u * tree.nodes().size());
    geometry.clear();
    draw(geometry, boxes[0], bounds);
    EXPECT_EQ(lineCount(geometry), 12u);
    draw(geometry, Aabb{}, bounds);                                                          // empty
    draw(geometry, sat3d::bounds(HalfSpace{}, Pose{{}, {0.8f, 0.6f, 0.0f, 0.0f}}), bounds);  // infinite
    draw(geometry, boxes[0], trees);                                                         // another layer
    EXPECT_EQ(lineCount(geometry), 12u);
    geometry.clear();
    BroadPhase broadPhase;
    for (std::uint32_t item = 0; item < 3; ++item) {
        broadPhase.set(item, boxes[item]);
    }
    broadPhase.update();
    draw(geometry, broadPhase, trees);
    EXPECT_GE(lineCount(geometry), 12u * 4u);  // each item, and the box of all
    EXPECT_EQ(lineCount(geometry) % 12, 0u);
}

}  // namespace
