// Positions in double keep their precision far from the origin, where floats are a meter apart.

#include "both_precisions.hpp"

#include <cmath>

namespace sat3d::test {
namespace {

constexpr Real kFarther = Real(1e7);

/// A world with a floor and a crate above it, both far out.
class CFar : public testing::Test {
protected:
    CFar() {
        EXPECT_OK(s3_box_create({0, 0, 0}, {0.5f, 0.5f, 0.5f}, S3_NO_ROTATION, &crate_));
        EXPECT_OK(s3_box_create({0, 0, 0}, {10, 1, 10}, S3_NO_ROTATION, &floor_));
        EXPECT_OK(s3_world_create(nullptr, &world_));
        floorId_ = add(floor_, {kFarther, -1, kFarther}, S3_STATIC);
        crateId_ = add(crate_, {kFarther + Real(0.25), Real(0.75), kFarther}, S3_MOVING);
        s3_body body = s3_default_body();
        EXPECT_OK(s3_shape_mass(crate_, 500.0f, &body.mass));
        EXPECT_OK(s3_world_set_body(world_, crateId_, &body));
    }
    ~CFar() override {
        s3_world_destroy(world_);
        s3_shape_release(floor_);
        s3_shape_release(crate_);
    }
    s3_id add(const s3_shape* shape, const s3_position& position, std::uint32_t kind) {
        s3_object object = s3_default_object();
        object.shape = shape;
        object.kind = kind;
        object.pose.position = position;
        s3_id id = 0;
        EXPECT_OK(s3_world_add(world_, &object, &id));
        return id;
    }
    [[nodiscard]] s3_pose crate() const {
        s3_pose pose;
        EXPECT_OK(s3_world_get_pose(world_, crateId_, &pose));
        return pose;
    }

    s3_shape* crate_ = nullptr;
    s3_shape* floor_ = nullptr;
    s3_world* world_ = nullptr;
    s3_id floorId_ = 0, crateId_ = 0;
};

TEST_F(CFar, PushesAndPointsAreExact) {
    s3_pose a = crate(), b = a;
    b.position.x += Real(0.75);
    s3_penetration push;
    EXPECT_OK(s3_penetrate(crate_, &a, crate_, &b, 0.0f, &push));
    EXPECT_EQ(push.depth, 0.25f);
    b.position.x += Real(0.5);
    s3_distance gap;
    EXPECT_OK(s3_measure_distance(crate_, &a, crate_, &b, &gap));
    EXPECT_EQ(gap.separation, 0.25f);
    EXPECT_EQ(gap.point_a.x, 10000000.75);
    EXPECT_EQ(gap.point_b.x, 10000001.0);
}

TEST_F(CFar, BodiesMoveByMillimeters) {
    EXPECT_OK(s3_world_set_velocity(world_, crateId_, {0.06f, 0, 0}, {0, 0, 0}));
    EXPECT_OK(s3_world_step(world_, 1.0f / 60.0f));
    EXPECT_NEAR(crate().position.x, 10000000.251, 1e-5);
    for (int i = 0; i < 120; ++i) {
        EXPECT_OK(s3_world_step(world_, 1.0f / 60.0f));
    }
    EXPECT_NEAR(crate().position.y, 0.5, 0.01);
    const s3_impact* impacts = nullptr;
    std::size_t count = 0;
    EXPECT_OK(s3_world_set_velocity(world_, crateId_, {0, 0, 0.1f}, {0, 0, 0}));  // wakes it
    EXPECT_OK(s3_world_step(world_, 1.0f / 60.0f));
    EXPECT_OK(s3_world_impacts(world_, &impacts, &count));
    ASSERT_EQ(count, 1u);
    for (std::uint32_t k = 0; k < impacts[0].point_count; ++k) {
        EXPECT_NEAR(std::abs(impacts[0].points[k].position.x - crate().position.x), 0.5, 0.01);
    }
}

TEST_F(CFar, DrawingsAreRelativeToTheirOrigin) {
    s3_drawing* drawing = nullptr;
    EXPECT_OK(s3_drawing_create(&drawing));
    EXPECT_OK(s3_drawing_set_origin(drawing, {kFarther, 0, kFarther}));
    const s3_pose pose = crate();
    EXPECT_OK(s3_drawing_add_shape(drawing, crate_, &pose, S3_LAYER_FACES));
    s3_drawing_view view;
    EXPECT_OK(s3_drawing_get_view(drawing, &view));
    ASSERT_GT(view.triangle_position_count, 0u);
    for (std::size_t i = 0; i < view.triangle_position_count; ++i) {
        EXPECT_EQ(std::abs(view.triangle_positions[i].x - 0.25f), 0.5f);
    }
    s3_drawing_destroy(drawing);
}

}  // namespace
}  // namespace sat3d::test
