// Positions in double keep their precision far from the origin in the plane, too.

#include "both_precisions.hpp"

#include <sat3d.h>

namespace sat3d::test {
namespace {

TEST(CPlaneFar, PushesAndPointsAreExact) {
    s3_shape* box = nullptr;
    EXPECT_OK(s3_box_create({0, 0}, {0.5f, 0.5f}, S3_NO_ROTATION, &box));
    s3_pose a = S3_NO_POSE, b = S3_NO_POSE;
    a.position = placeInC(0.25, 1e7);
    b.position = placeInC(1.0, 1e7);
    s3_penetration push;
    EXPECT_OK(s3_penetrate(box, &a, box, &b, 0.0f, &push));
    EXPECT_EQ(push.depth, 0.25f);
    b.position.x += 0.5;
    s3_distance gap;
    EXPECT_OK(s3_measure_distance(box, &a, box, &b, &gap));
    EXPECT_EQ(gap.separation, 0.25f);
    EXPECT_EQ(gap.point_a.x, 10000000.75);
    EXPECT_EQ(gap.point_b.x, 10000001.0);
    s3_shape_release(box);
}

TEST(CPlaneFar, BodiesMoveByMillimeters) {
    s3_shape* box = nullptr;
    s3_world* world = nullptr;
    EXPECT_OK(s3_box_create({0, 0}, {0.5f, 0.5f}, S3_NO_ROTATION, &box));
    EXPECT_OK(s3_world_create(nullptr, &world));
    s3_object object = s3_default_object();
    s3_id floor = 0, crate = 0;
    object.shape = box;
    object.kind = S3_STATIC;
    object.pose.position = placeInC(0.0, 1e7 - 0.5);
    EXPECT_OK(s3_world_add(world, &object, &floor));
    object.kind = S3_MOVING;
    object.pose.position = placeInC(0.25, 1e7 + 0.625);
    EXPECT_OK(s3_world_add(world, &object, &crate));
    s3_body body = s3_default_body();
    EXPECT_OK(s3_shape_mass(box, 500.0f, &body.mass));
    body.velocity = {0.06f, 0.0f};
    EXPECT_OK(s3_world_set_body(world, crate, &body));

    s3_pose pose;
    EXPECT_OK(s3_world_step(world, 1.0f / 60.0f));
    EXPECT_OK(s3_world_get_pose(world, crate, &pose));
    EXPECT_NEAR(pose.position.x, 10000000.251, 1e-5);
    for (int i = 0; i < 120; ++i) {
        EXPECT_OK(s3_world_step(world, 1.0f / 60.0f));
    }
    EXPECT_OK(s3_world_get_pose(world, crate, &pose));
    EXPECT_NEAR(pose.position.y, 1e7 + 0.5, 0.01);
    s3_world_destroy(world);
    s3_shape_release(box);
}

}  // namespace
}  // namespace sat3d::test
