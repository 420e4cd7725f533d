// Shapes that slide over surfaces of many triangles: internal edges must not give contacts.

#include "support/floors.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>

namespace {

using namespace sat3d;

constexpr float kDepth = 0.004f, kMargin = 0.01f;
constexpr glm::vec3 kUp{0.0f, 0.0f, 1.0f};

/// Two large triangles beside many small ones: vertices inside of edges.
TriangleMesh floorWithTJunctions() {
    test::TriangleList list;
    list.addQuad({-20, -20, 0}, {5, -20, 0}, {5, 20, 0}, {-20, 20, 0});
    for (int i = 0; i < 13; ++i) {
        const float low = -20.0f + 40.0f * float(i) / 13.0f, high = -20.0f + 40.0f * float(i + 1) / 13.0f;
        list.addQuad({5, low, 0}, {20, low, 0}, {20, high, 0}, {5, high, 0});
    }
    return test::meshOf(list);
}

template <class T>
float deepestOf(const BasicManifold<T>& manifold) {
    float deepest = 1.0f;
    for (const auto& point : manifold.points()) {
        deepest = std::min(deepest, point.separation);
    }
    return deepest;
}

/// A path over a floor through z = 0 of its own frame.
struct Slide {
    DPose floorPose;
    glm::dvec2 from, to;
    int steps;
};

/// The expected contacts, which must keep their ids.
struct Touching {
    std::size_t manifolds, points;
};

/// Slides a shape that is `kDepth` deep in a floor, and checks that all manifolds are the floor's.
/// @param height of the shape's pose above its lowest point
template <class Mover, class Floor>
void expectFloorOnly(const Mover& mover, const glm::quat& rotation, double height, const Touching& touching,
                     const Floor& floor, const Slide& slide) {
    std::array<DManifold, 8> buffer;
    std::set<std::uint64_t> names;
    const glm::vec3 up(slide.floorPose.rotation * glm::dvec3(kUp));
    for (int i = 0; i < slide.steps; ++i) {
        const glm::dvec2 place = slide.from + (slide.to - slide.from) * (double(i) / slide.steps);
        const DPose pose = slide.floorPose * DPose{{place, height - double(kDepth)}, glm::dquat(rotation)};
        const auto manifolds = collide(mover, pose, floor, slide.floorPose, buffer, {.margin = kMargin});
        ASSERT_EQ(manifolds.size(), touching.manifolds) << "step " << i;
        std::set<std::uint64_t> here;
        std::size_t points = 0;
        for (const DManifold& manifold : manifolds) {
            ASSERT_LT(glm::length(manifold.normal + up), 1e-6f) << "step " << i;
            ASSERT_NEAR(deepestOf(manifold), -kDepth, 2e-6f) << "step " << i;
            points += manifold.pointCount;
            for (const DContactPoint& point : manifold.points()) {
                here.insert(point.id);
            }
        }
        ASSERT_EQ(points, touching.points) << "step " << i;
        ASSERT_EQ(here.size(), touching.points) << "two points with one id, step " << i;
        names = i == 0 ? here : names;
        ASSERT_EQ(here, names) << "ids must last, step " << i;
    }
}

template <class Floor>
void expectAllShapes(const Floor& floor, int steps, const DPose& floorPose = {}) {
    const glm::quat level(1, 0, 0, 0), turned = glm::angleAxis(0.4f, kUp);
    const ConvexShape crate = Box{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const Slide aside{floorPose, {1.5, 1.6}, {17.2, 1.6}, steps},
        across{floorPose, {1.5, 1.6}, {17.2, 16.9}, steps};
    expectFloorOnly(crate, level, 0.5, {1, 4}, floor, aside);
    expectFloorOnly(crate, level, 0.5, {1, 4}, floor, across);
    expectFloorOnly(crate, turned, 0.5, {1, 4}, floor, across);
    const glm::quat onEdge = glm::angleAxis(0.25f * 3.14159265f, glm::vec3(0, 1, 0));
    expectFloorOnly(crate, onEdge, std::sqrt(0.5), {1, 2}, floor, across);
    expectFloorOnly(Sphere{{}, 0.6f}, level, 0.6, {1, 1}, floor, across);
    const float r = 0.3f;
    expectFloorOnly(Capsule{{-0.7f, 0, 0}, {0.7f, 0, 0}, r}, turned, double(r), {1, 2}, floor, across);
    expectFloorOnly(Capsule{{0, 0, -0.7f}, {0, 0, 0.7f}, r}, level, double(0.7f + r), {1, 1}, floor, across);
    expectFloorOnly(test::table(), turned, 0.1, {3, 9}, floor, across);
}

TEST(InternalEdges, GiveNoContactsOnMeshes) {
    expectAllShapes(test::crookedFloor(20, 1.0f, Sides::Front), 200);
    expectAllShapes(test::crookedFloor(50, 0.4f, Sides::Both), 60);
}

TEST(InternalEdges, GiveNoContactsOnPosedFloors) {
    const DPose pose{{31.0, -7.3, 1.7}, test::kAslant};
    expectAllShapes(test::crookedFloor(20, 1.0f, Sides::Front), 30, pose);
    expectAllShapes(test::levelField(), 30, pose);
}

TEST(InternalEdges, GiveNoContactsOnTerrain) {
    expectAllShapes(test::levelField(), 200);
}

TEST(InternalEdges, TenThousandStepsSlow) {
    expectAllShapes(test::crookedFloor(20, 1.0f, Sides::Front), 10000);
    expectAllShapes(test::crookedFloor(20, 1.0f, Sides::Both), 10000);
    expectAllShapes(test::levelField(), 10000);
    expectAllShapes(test::crookedFloor(20, 1.0f, Sides::Both), 10000, {{31.0, -7.3, 1.7}, test::kAslant});
}

TEST(InternalEdges, GiveNoContactsWithoutSharedVertices) {
    const TriangleMesh floor = floorWithTJunctions();
    const glm::quat turned = glm::angleAxis(0.3f, kUp);
    const Slide across{{}, {2.0, -9.0}, {8.0, 9.0}, 300};
    expectFloorOnly(Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, turned, 0.5, {1, 4}, floor, across);
    expectFloorOnly(Sphere{{}, 0.5f}, turned, 0.5, {1, 1}, floor, across);
}

/// Two slopes that meet at x = 0, in strips: a ridge, or a valley for a negative angle.
TriangleMesh slopes(float rise) {
    test::TriangleList list;
    for (int i = -8; i < 8; ++i) {
        const float low = float(i), high = low + 1.0f, fall = -4.0f * rise;
        list.addQuad({-4, low, fall}, {0, low, 0}, {0, high, 0}, {-4, high, fall});
        list.addQuad({0, low, 0}, {4, low, fall}, {4, high, fall}, {0, high, 0});
    }
    return test::meshOf(list);
}

TEST(InternalEdges, RidgeNormalsLieBetweenThoseOfTheSides) {
    const float rise = 0.5f;
    const TriangleMesh ridge = slopes(rise);
    const float most = std::sin(std::atan(rise));
    std::array<Manifold, 8> buffer;
    const std::array<ConvexShape, 3> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.4f, 0.3f}},
                                            Capsule{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.3f}};
    for (const ConvexShape& shape : shapes) {
        int onSides = 0, onRidge = 0;
        for (int i = 0; i <= 400; ++i) {
            // The shape falls onto the ridge, and 2 mm into it.
            const float x = -1.5f + 3.0f * float(i) / 400.0f, y = -3.0f + 6.0f * float(i) / 400.0f;
            Pose pose{{x, y, 3.0f}};
            const Sweep fall = sweep(shape, pose, ridge, Pose{}, {{0, 0, -6.0f}});
            ASSERT_TRUE(fall);
            pose.position.z -= 6.0f * fall.fraction + 0.002f;
            const auto manifolds = collide(shape, pose, ridge, Pose{}, buffer, {.margin = 0.001f});
            ASSERT_GE(manifolds.size(), 1u);
            for (const Manifold& manifold : manifolds) {
                const glm::vec3 toShape = -manifold.normal;
                EXPECT_NEAR(toShape.y, 0.0f, 1e-5f) << "no normal leans along the ridge, step " << i;
                EXPECT_LT(std::abs(toShape.x), most + 1e-5f) << "step " << i;
                EXPECT_GT(toShape.z, 0.0f);
                const bool onSide = std::abs(std::abs(toShape.x) - most) < 1e-5f;
                ++(onSide ? onSides : onRidge);
            }
        }
        EXPECT_GT(onRidge, 20);
        EXPECT_GT(onSides, shape.index() == 2 ? -1 : 20) << "a level crate lies on the ridge only";
    }
}

TEST(InternalEdges, ValleyNormalsAreThoseOfTheSides) {
    const float rise = -0.5f;
    const TriangleMesh valley = slopes(rise);
    const float most = std::sin(std::atan(0.5f));
    std::array<Manifold, 8> buffer;
    const std::array<ConvexShape, 3> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.4f, 0.3f}},
                                            Capsule{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.3f}};
    for (const ConvexShape& shape : shapes) {
        int both = 0;
        for (int i = 0; i <= 400; ++i) {
            const float x = -1.5f + 3.0f * float(i) / 400.0f, y = -3.0f + 6.0f * float(i) / 400.0f;
            Pose pose{{x, y, 5.0f}};
            const Sweep fall = sweep(shape, pose, valley, Pose{}, {{0, 0, -6.0f}});
            ASSERT_TRUE(fall);
            pose.position.z -= 6.0f * fall.fraction + 0.002f;
            const auto manifolds = collide(shape, pose, valley, Pose{}, buffer, {.margin = 0.01f});
            ASSERT_GE(manifolds.size(), 1u);
            ASSERT_LE(manifolds.size(), 2u);
            for (const Manifold& manifold : manifolds) {
                EXPECT_NEAR(std::abs(manifold.normal.x), most, 1e-5f) << "step " << i;
                EXPECT_NEAR(manifold.normal.y, 0.0f, 1e-5f) << "step " << i;
            }
            both += manifolds.size() == 2 ? 1 : 0;
        }
        EXPECT_GT(both, 0);
    }
}

/// Rolling along the foot of a wall: contacts with the floor and the wall only.
TEST(InternalEdges, GiveNoContactsBetweenFloorAndWall) {
    test::TriangleList list;
    for (int i = 0; i < 12; ++i) {
        const float low = float(i), high = low + 1.0f;
        list.addQuad({0, low, 0}, {2, low, 0}, {2, high, 0}, {0, high, 0});
        list.addQuad({0, low, 0}, {0, high, 0}, {0, high, 2}, {0, low, 2});
    }
    const TriangleMesh corner = test::meshOf(list, Sides::Front);
    std::array<Manifold, 8> buffer;
    const std::array<ConvexShape, 2> shapes{Sphere{{}, 0.5f}, Box{.halfExtents = {0.5f, 0.5f, 0.5f}}};
    for (const ConvexShape& shape : shapes) {
        for (int i = 0; i < 300; ++i) {
            const Pose pose{{0.495f, 1.0f + 0.033f * float(i), 0.496f}};
            const auto manifolds = collide(shape, pose, corner, Pose{}, buffer, {.margin = 0.01f});
            ASSERT_EQ(manifolds.size(), 2u) << "step " << i;
            EXPECT_LT(glm::length(manifolds[0].normal + glm::vec3(1, 0, 0)), 1e-6f) << "step " << i;
            EXPECT_LT(glm::length(manifolds[1].normal + kUp), 1e-6f) << "step " << i;
            EXPECT_NEAR(deepestOf(manifolds[0]), -0.005f, 2e-6f);
            EXPECT_NEAR(deepestOf(manifolds[1]), -0.004f, 2e-6f);
        }
    }
}

/// A strip of triangles of centimeters between triangles of hundreds of meters: the whole strip lies within
/// what counts as on the edge of the large ones.
TEST(InternalEdges, GiveNoContactsBetweenTinyAndHugeTriangles) {
    for (const float width : {0.02f, 0.05f, 0.2f}) {
        for (const float huge : {50.0f, 200.0f, 1000.0f}) {
            test::TriangleList list;
            list.addQuad({-huge, -huge, 0}, {0, -huge, 0}, {0, huge, 0}, {-huge, huge, 0});
            list.addQuad({width, -huge, 0}, {huge, -huge, 0}, {huge, huge, 0}, {width, huge, 0});
            list.addQuad({0, -huge, 0}, {width, -huge, 0}, {width, -5, 0}, {0, -5, 0});
            list.addQuad({0, 5, 0}, {width, 5, 0}, {width, huge, 0}, {0, huge, 0});
            for (int i = 0; i < 50; ++i) {
                const float low = -5.0f + 0.2f * float(i), high = -5.0f + 0.2f * float(i + 1);
                list.addQuad({0, low, 0}, {width, low, 0}, {width, high, 0}, {0, high, 0});
            }
            const TriangleMesh floor = test::meshOf(list, Sides::Front);
            std::array<Manifold, 8> buffer;
            for (int i = 0; i < 400; ++i) {
                const float radius = 0.1f + 0.17f * float(i % 7), depth = radius * 0.01f * float(1 + i % 11);
                const Pose pose{
                    {radius * (-0.5f + float(i) / 400.0f), -4.0f + 0.02f * float(i), radius - depth}};
                const auto manifolds = collide(floor, Pose{}, Sphere{{}, radius}, pose, buffer);
                ASSERT_EQ(manifolds.size(), 1u) << width << " m beside " << huge << " m, step " << i;
                ASSERT_LT(glm::length(manifolds[0].normal - kUp), 1e-6f);
            }
        }
    }
}

}  // namespace
