#include "support/surfaces.hpp"

#include <sat3d/shapes/collision_model.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

namespace sat3d::test {
namespace {

TEST(CollisionModelBounds, ContainAllBodiesAndMeshes) {
    CollisionModel model;
    model.bodies = {{"ball", Sphere{{1, 2, 3}, 0.5f}}, {"crate", Box{{-4, 0, 0}, {1, 1, 1}}}};
    model.meshes = {{"floor", meshOf(Triangle{{{{0, -2, 0}, {9, -2, 0}, {0, -2, 7}}}})}};
    EXPECT_EQ(bounds(model, Pose{}), (Aabb{{-5, -2, -1}, {9, 2.5f, 7}}));
    const Pose quarterTurn{{10, 0, 0}, glm::angleAxis(1.57079633f, glm::vec3(0, 0, 1))};
    const Aabb moved = bounds(model, quarterTurn);
    EXPECT_NEAR(moved.lower.x, 7.5f, 1e-5f);
    EXPECT_NEAR(moved.upper.x, 12.0f, 1e-5f);
    EXPECT_NEAR(moved.lower.y, -5.0f, 1e-5f);
    EXPECT_EQ(moved, bounds(model, DPose{quarterTurn.position, quarterTurn.rotation}));
}

TEST(CollisionModelBounds, AreEmptyWithoutShapes) {
    EXPECT_TRUE(bounds(CollisionModel{}, Pose{}).isEmpty());
}

}  // namespace
}  // namespace sat3d::test
