#include "support/hulls.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/raycast_all.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::at;

constexpr float kNoExit = std::numeric_limits<float>::infinity();

/// Three plates of 0.2 m across x, the last one listed first; the second and the third overlap.
Compound threePlates() {
    const Box plate{{0, 0, 0}, {0.1f, 1, 1}};
    return test::compoundOf({{plate, at(3.1f, 0, 0)}, {plate, at(1, 0, 0)}, {plate, at(3, 0, 0)}});
}

TEST(RaycastAll, HitsEveryPlateInOrder) {
    std::array<RayHit, 8> buffer;
    const auto hits = raycastAll(threePlates(), at(10, 0, 0), Ray{{5, 0.5f, 0}, {2, 0, 0}}, buffer);
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_EQ(hits.data(), buffer.data());
    const std::array<std::uint32_t, 3> children{1, 2, 0};
    const std::array<float, 3> entries{5.9f, 7.9f, 8.0f};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(hits[i].entry.child, children[i]);
        EXPECT_FLOAT_EQ(hits[i].entry.distance, entries[i]);
        EXPECT_FLOAT_EQ(hits[i].exit.distance, entries[i] + 0.2f);
        EXPECT_EQ(hits[i].entry.normal, glm::vec3(-1, 0, 0));
        EXPECT_EQ(hits[i].entry.face, 0u);
        EXPECT_EQ(hits[i].exit.face, 1u);
    }
}

TEST(RaycastAll, KeepsTheFirstInASmallRoom) {
    std::array<RayHit, 2> buffer;
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    for (const std::size_t size : {0u, 1u, 2u}) {
        const auto hits = raycastAll(threePlates(), Pose{}, ray, std::span(buffer).first(size));
        ASSERT_EQ(hits.size(), size);
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_EQ(hits[i].entry.child, i + 1);
        }
    }
}

TEST(RaycastAll, EndsAtTheRaysLength) {
    std::array<RayHit, 8> buffer;
    const auto hits = raycastAll(threePlates(), Pose{}, Ray{{0, 0, 0}, {1, 0, 0}, 2.95f}, buffer);
    ASSERT_EQ(hits.size(), 2u);
    EXPECT_FLOAT_EQ(hits[1].exit.distance, 3.1f) << "exit beyond the length";
    const auto inside = raycastAll(threePlates(), Pose{}, Ray{{3.05f, 0, 0}, {1, 0, 0}}, buffer);
    ASSERT_EQ(inside.size(), 2u);
    EXPECT_TRUE(inside[0].startedInside && inside[1].startedInside);
    EXPECT_EQ(inside[0].entry.child, 0u) << "the lowest numbered of equals";
}

TEST(RaycastAll, OfAConvexShapeIsRaycast) {
    std::array<RayHit, 4> buffer;
    const auto ball = raycastAll(Sphere{{0, 0, 0}, 2.0f}, at(0, 0, 10), Ray{}, buffer);
    ASSERT_EQ(ball.size(), 1u);
    EXPECT_EQ(ball[0].exit.distance, 12.0f);
    const auto ground = raycastAll(Shape(HalfSpace{}), at(0, 0, 0), Ray{{0, 0, 4}, {0, 0, -1}}, buffer);
    ASSERT_EQ(ground.size(), 1u);
    EXPECT_EQ(ground[0].exit.distance, kNoExit);
    EXPECT_TRUE(raycastAll(Sphere{}, at(5, 0, 0), Ray{}, buffer).empty());
}

TEST(RaycastAll, PairsEntriesAndExitsOfASolid) {
    test::TriangleList list = test::boxTriangles({1, 1, 1});
    const auto second = test::boxTriangles({1, 1, 1});
    for (const std::uint32_t index : second.indices) {
        list.indices.push_back(index + 8);
    }
    for (const glm::vec3& vertex : second.vertices) {
        list.vertices.push_back(vertex + glm::vec3(5, 0, 0));
    }
    std::array<RayHit, 8> buffer;
    for (const Sides sides : {Sides::Front, Sides::Both}) {
        const TriangleMesh mesh = test::meshOf(list, sides);
        // Through the diagonals that the triangles of each face share.
        const auto hits = raycastAll(mesh, Pose{}, Ray{{-4, 0, 0}, {1, 0, 0}}, buffer);
        ASSERT_EQ(hits.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            const float start = 3.0f + 5.0f * static_cast<float>(i);
            EXPECT_EQ(hits[i].entry.distance, start);
            EXPECT_EQ(hits[i].entry.normal, glm::vec3(-1, 0, 0));
            EXPECT_EQ(hits[i].exit.distance, start + 2.0f);
            EXPECT_EQ(hits[i].exit.normal, glm::vec3(1, 0, 0));
            EXPECT_EQ(hits[i].exit.face, 0u);
        }
        const auto one =
            raycastAll(mesh, Pose{}, Ray{{-4, 0.2f, 0.1f}, {1, 0, 0}, 9.0f}, std::span(buffer).first(1));
        ASSERT_EQ(one.size(), 1u);
        EXPECT_EQ(one[0].exit.distance, 5.0f) << "the exit of a hit in a full buffer";

        const auto inside = raycastAll(mesh, Pose{}, Ray{{0, 0.2f, 0.1f}, {1, 0, 0}}, buffer);
        ASSERT_EQ(inside.size(), sides == Sides::Both ? 2u : 1u);
        EXPECT_EQ(inside[0].entry.distance, sides == Sides::Both ? 1.0f : 4.0f);
        EXPECT_EQ(inside[0].entry.face, sides == Sides::Both ? 1u : 0u);
    }
}

TEST(RaycastAll, BodiesThatTouchHaveAnEntryEach) {
    test::TriangleList list = test::boxTriangles({1, 1, 1});
    const auto second = test::boxTriangles({1, 1, 1});
    for (const std::uint32_t index : second.indices) {
        list.indices.push_back(index + 8);
    }
    for (const glm::vec3& vertex : second.vertices) {
        list.vertices.push_back(vertex + glm::vec3(2, 0, 0));
    }
    std::array<RayHit, 8> buffer;
    for (const Sides sides : {Sides::Front, Sides::Both}) {
        for (const float direction : {1.0f, -1.0f}) {
            const Ray ray{{1 - 6 * direction, 0.3f, 0.1f}, {direction, 0, 0}};
            const auto hits = raycastAll(test::meshOf(list, sides), Pose{}, ray, buffer);
            ASSERT_EQ(hits.size(), 2u);
            EXPECT_EQ(hits[0].exit.distance, 6.0f);
            EXPECT_EQ(hits[1].entry.distance, 6.0f);
            EXPECT_EQ(hits[1].exit.distance, 8.0f);
        }
    }
}

TEST(RaycastAll, CrossesATerrainOncePerSlope) {
    // Ridges along y at x = 1, 3, 5.
    std::vector<float> heights;
    for (int row = 0; row < 3; ++row) {
        for (const float height : {0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f}) {
            heights.push_back(height);
        }
    }
    std::array<RayHit, 8> buffer;
    const Ray ray{{-1, 1.25f, 0.5f}, {1, 0, 0}};
    const auto front = raycastAll(test::fieldOf(heights, 7), Pose{}, ray, buffer);
    ASSERT_EQ(front.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_FLOAT_EQ(front[i].entry.distance, 1.5f + 2.0f * static_cast<float>(i));
        EXPECT_EQ(front[i].exit.distance, kNoExit);
    }
    const auto both =
        raycastAll(test::fieldOf(heights, 7, {1, 1}, {Sides::Both, {}, {}}), Pose{}, ray, buffer);
    ASSERT_EQ(both.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_FLOAT_EQ(both[i].entry.distance, 1.5f + static_cast<float>(i));
        EXPECT_EQ(both[i].entry.face, i % 2);
        EXPECT_LT(both[i].entry.normal.x, 0.0f) << "against the ray";
    }
}

TEST(RaycastAll, FarFromTheOriginInDouble) {
    std::array<RayHit, 4> buffer;
    const auto hits = raycastAll(threePlates(), DPose{{1e7, 0, 0}}, DRay{{1e7, 0, 0}, {1, 0, 0}}, buffer);
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_FLOAT_EQ(hits[0].entry.distance, 0.9f);
}

}  // namespace
