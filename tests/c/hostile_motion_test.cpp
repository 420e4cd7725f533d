// Bad input to joints, vehicles and movers of the interface for C: every function answers with an error, and
// nothing changes.

#include "both_precisions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sat3d.h>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;

constexpr s3_vec3 kZero{0, 0, 0}, kUp{0, 1, 0};
constexpr s3_position kPoint{0, 0, 0};

/// A world with two bodies, a joint of them, and a vehicle on one of them.
class CHostileMotion : public testing::Test {
protected:
    CHostileMotion() {
        EXPECT_OK(s3_box_create(kZero, {1, 0.3f, 2}, S3_NO_ROTATION, &box_));
        EXPECT_OK(s3_world_create(nullptr, &world_));
        for (s3_id* const id : {&car_, &trailer_}) {
            s3_object object = s3_default_object();
            object.shape = box_;
            object.pose.position.z = id == &car_ ? Real(0) : Real(-5);
            EXPECT_OK(s3_world_add(world_, &object, id));
            s3_body body = s3_default_body();
            EXPECT_OK(s3_shape_mass(box_, 300.0f, &body.mass));
            EXPECT_OK(s3_world_set_body(world_, *id, &body));
        }
        EXPECT_OK(s3_joint_ball(world_, car_, trailer_, {0, 0, -2.5f}, kUp, &description_));
        EXPECT_OK(s3_world_add_joint(world_, &description_, &joint_));
        EXPECT_OK(s3_vehicle_car(car_, kStanding.data(), 0.3f, wheels_.data(), axles_.data(), &settings_));
        EXPECT_OK(s3_world_add_vehicle(world_, &settings_, &vehicle_));
        before_ = hash();
    }
    ~CHostileMotion() override {
        EXPECT_EQ(hash(), before_);
        s3_world_destroy(world_);
        s3_shape_release(box_);
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t value = 0;
        EXPECT_OK(s3_world_hash(world_, &value));
        return value;
    }

    static constexpr std::array<s3_vec3, 4> kStanding{
        {{-0.8f, -0.4f, 1}, {0.8f, -0.4f, 1}, {-0.8f, -0.4f, -1}, {0.8f, -0.4f, -1}}};
    s3_shape* box_ = nullptr;
    s3_world* world_ = nullptr;
    s3_id car_ = 0, trailer_ = 0;
    s3_joint_id joint_ = 0;
    s3_vehicle_id vehicle_ = 0;
    s3_joint description_{};
    s3_vehicle settings_{};
    std::array<s3_vehicle_wheel, 4> wheels_{};
    std::array<s3_vehicle_axle, 2> axles_{};
    std::uint64_t before_ = 0;
    s3_pose pose_ = S3_NO_POSE;
};

TEST_F(CHostileMotion, NullIsRefusedEverywhere) {
    s3_joint joint;
    s3_joint_state jointState;
    s3_vehicle vehicle;
    s3_vehicle_state vehicleState;
    s3_moved moved;
    s3_standing standing;
    s3_step_events events;
    const s3_vehicle_input input = s3_default_vehicle_input();
    std::uint64_t id = 0;
    std::size_t count = 0;
    bool yes = false;
    s3_pose place;
    s3_vehicle noWheels = settings_;
    noWheels.wheels = nullptr;
    s3_vehicle noAxles = settings_;
    noAxles.axles = nullptr;
    const std::array statuses{
        s3_joint_fixed(nullptr, 0, car_, kPoint, &joint),
        s3_joint_hinge(world_, 0, car_, kPoint, kUp, nullptr),
        s3_joint_slider(nullptr, 0, car_, kPoint, kUp, &joint),
        s3_joint_ball(world_, 0, car_, kPoint, kUp, nullptr),
        s3_joint_rod(world_, 0, car_, kPoint, kPoint, nullptr),
        s3_world_add_joint(nullptr, &description_, &id),
        s3_world_add_joint(world_, nullptr, &id),
        s3_world_add_joint(world_, &description_, nullptr),
        s3_world_set_joint(world_, joint_, nullptr),
        s3_world_get_joint(world_, joint_, nullptr),
        s3_world_remove_joint(nullptr, joint_),
        s3_world_joint_ids(world_, nullptr, 1, &count),
        s3_world_joint_ids(world_, &id, 1, nullptr),
        s3_world_joint_state(nullptr, joint_, &jointState),
        s3_world_joint_state(world_, joint_, nullptr),
        s3_world_broken_joints(world_, nullptr, &count),
        s3_vehicle_car(car_, nullptr, 0.3f, wheels_.data(), axles_.data(), &vehicle),
        s3_vehicle_car(car_, kStanding.data(), 0.3f, nullptr, axles_.data(), &vehicle),
        s3_vehicle_tank(car_, kStanding.data(), 2, nullptr, 2, 0.3f, wheels_.data(), axles_.data(), &vehicle),
        s3_vehicle_tank(car_, kStanding.data(), 2, kStanding.data(), 2, 0.3f, wheels_.data(), nullptr,
                        &vehicle),
        s3_world_add_vehicle(nullptr, &settings_, &id),
        s3_world_add_vehicle(world_, nullptr, &id),
        s3_world_add_vehicle(world_, &noWheels, &id),
        s3_world_add_vehicle(world_, &noAxles, &id),
        s3_world_set_vehicle(world_, vehicle_, nullptr),
        s3_world_get_vehicle(world_, vehicle_, nullptr),
        s3_world_remove_vehicle(nullptr, vehicle_),
        s3_world_vehicle_ids(world_, nullptr, 1, &count),
        s3_world_set_vehicle_input(world_, vehicle_, nullptr),
        s3_world_set_vehicle_input(nullptr, vehicle_, &input),
        s3_world_vehicle_state(world_, vehicle_, nullptr),
        s3_world_vehicle_state(nullptr, vehicle_, &vehicleState),
        s3_world_move_and_slide(world_, nullptr, &pose_, kZero, kZero, nullptr, nullptr, &moved),
        s3_world_move_and_slide(world_, box_, nullptr, kZero, kZero, nullptr, nullptr, &moved),
        s3_world_move_and_slide(world_, box_, &pose_, kZero, kZero, nullptr, nullptr, nullptr),
        s3_world_stand_on(world_, &pose_, nullptr, 4, nullptr, nullptr, &yes, &standing),
        s3_world_stand_on(world_, &pose_, kStanding.data(), 4, nullptr, nullptr, nullptr, &standing),
        s3_world_freed(world_, box_, &pose_, 1, nullptr, &yes, nullptr),
        s3_world_freed(nullptr, box_, &pose_, 1, nullptr, &yes, &place),
        s3_world_step_events(nullptr, &events),
        s3_world_step_events(world_, nullptr),
        s3_world_move_kinematic(world_, car_, nullptr, 1),
    };
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        EXPECT_EQ(statuses[i], S3_NULL_ARGUMENT) << "call " << i;
    }
}

TEST_F(CHostileMotion, IdsOfNothingAreRefused) {
    s3_joint joint;
    s3_joint_state jointState;
    s3_vehicle vehicle;
    s3_vehicle_state vehicleState;
    const s3_vehicle_input input = s3_default_vehicle_input();
    const std::uint64_t next = std::uint64_t{1} << 32;
    for (const std::uint64_t bad : {std::uint64_t{0}, joint_ + next, joint_ + 1, ~std::uint64_t{0}}) {
        EXPECT_EQ(s3_world_get_joint(world_, bad, &joint), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_joint(world_, bad, &description_), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_remove_joint(world_, bad), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_joint_state(world_, bad, &jointState), S3_WORLD_STALE_ID);
        EXPECT_THAT(s3_last_error(), HasSubstr("no joint"));
        EXPECT_EQ(s3_world_get_vehicle(world_, bad, &vehicle), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_vehicle(world_, bad, &settings_), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_remove_vehicle(world_, bad), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_vehicle_input(world_, bad, &input), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_vehicle_state(world_, bad, &vehicleState), S3_WORLD_STALE_ID);
        EXPECT_THAT(s3_last_error(), HasSubstr("no vehicle"));
    }
    EXPECT_EQ(s3_joint_hinge(world_, car_ + next, trailer_, kPoint, kUp, &joint), S3_WORLD_STALE_ID);
    EXPECT_EQ(s3_joint_hinge(world_, car_, S3_NO_OBJECT, kPoint, kUp, &joint), S3_WORLD_STALE_ID);
    std::uint64_t id = 0;
    joint = description_;
    joint.b += next;
    EXPECT_EQ(s3_world_add_joint(world_, &joint, &id), S3_WORLD_STALE_ID);
    vehicle = settings_;
    vehicle.body = 0;
    EXPECT_EQ(s3_world_add_vehicle(world_, &vehicle, &id), S3_WORLD_STALE_ID);
    EXPECT_EQ(id, 0u);
}

TEST_F(CHostileMotion, BadNumbersAreRefused) {
    std::uint64_t id = 0;
    s3_joint made;
    s3_moved moved;
    s3_standing standing;
    s3_pose place;
    bool yes = false;
    s3_vehicle vehicle;
    std::array<s3_vehicle_wheel, 4> wheels;
    std::array<s3_vehicle_axle, 2> axles;
    for (const float bad : {kNaN, kInfinity, -kInfinity}) {
        EXPECT_EQ(s3_joint_fixed(world_, 0, car_, {bad, 0, 0}, &made), S3_BAD_NUMBER);
        EXPECT_EQ(s3_joint_hinge(world_, 0, car_, kPoint, {0, bad, 0}, &made), S3_BAD_NUMBER);
        EXPECT_EQ(s3_joint_rod(world_, 0, car_, kPoint, {0, bad, 0}, &made), S3_BAD_NUMBER);
        s3_joint joint = description_;
        joint.frame_in_a.position.x = bad;
        EXPECT_EQ(s3_world_set_joint(world_, joint_, &joint), S3_WORLD_BAD_JOINT);
        joint = description_;
        joint.frame_in_b.rotation.w = bad;
        EXPECT_EQ(s3_world_add_joint(world_, &joint, &id), S3_WORLD_BAD_JOINT);
        joint = description_;
        joint.twist.drive.hertz = bad;
        EXPECT_EQ(s3_world_set_joint(world_, joint_, &joint), S3_WORLD_BAD_JOINT);
        for (float* const number : {&wheels_[1].radius, &wheels_[1].center.y, &wheels_[1].along.friction,
                                    &axles_[0].anti_roll, &settings_.forward.x, &settings_.max_steering}) {
            const float good = *number;
            *number = bad;
            EXPECT_EQ(s3_world_set_vehicle(world_, vehicle_, &settings_), S3_WORLD_BAD_VEHICLE);
            *number = good;
        }
        EXPECT_EQ(s3_vehicle_car(car_, kStanding.data(), bad, wheels.data(), axles.data(), &vehicle),
                  S3_BAD_NUMBER);
        auto standingAt = kStanding;
        standingAt[2].z = bad;
        EXPECT_EQ(s3_vehicle_car(car_, standingAt.data(), 1, wheels.data(), axles.data(), &vehicle),
                  S3_BAD_NUMBER);
        s3_vehicle_input input = s3_default_vehicle_input();
        input.throttle = bad;
        EXPECT_EQ(s3_world_set_vehicle_input(world_, vehicle_, &input), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, {bad, 0, 0}, kZero, nullptr, nullptr, &moved),
                  S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, kZero, {bad, 0, 0}, nullptr, nullptr, &moved),
                  S3_BAD_NUMBER);
        s3_move_options move = s3_default_move_options();
        move.skin = bad;
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, kZero, kZero, &move, nullptr, &moved),
                  S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_stand_on(world_, &pose_, standingAt.data(), 4, nullptr, nullptr, &yes, &standing),
                  S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_freed(world_, box_, &pose_, -1, nullptr, &yes, &place), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_move_kinematic(world_, car_, &pose_, bad), S3_BAD_NUMBER);
    }
    for (const float bad : {kNaN, 0.0f, -1.0f}) {
        s3_body body;
        EXPECT_OK(s3_world_get_body(world_, car_, &body));
        body.max_speed = bad;
        EXPECT_EQ(s3_world_set_body(world_, car_, &body), S3_WORLD_BAD_BODY);
    }
    EXPECT_EQ(s3_joint_slider(world_, 0, car_, kPoint, kZero, &made), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_freed(world_, box_, &pose_, kNaN, nullptr, &yes, &place), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_move_kinematic(world_, car_, &pose_, 1), S3_WORLD_BAD_BODY);
    s3_move_options steep = s3_default_move_options();
    steep.steepest = 1.6f;
    EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, kZero, kZero, &steep, nullptr, &moved),
              S3_BAD_NUMBER);
    s3_joint self = description_;
    self.a = self.b;
    EXPECT_EQ(s3_world_add_joint(world_, &self, &id), S3_WORLD_BAD_JOINT);
    EXPECT_THAT(s3_last_error(), HasSubstr("itself"));
}

TEST_F(CHostileMotion, OtherVersionsAndIndicesAreRefused) {
    std::uint64_t id = 0;
    s3_moved moved;
    s3_standing standing;
    bool yes = false;
    for (const std::uint32_t size : {0u, 1u, 4096u, ~0u}) {
        s3_joint joint = description_;
        joint.struct_size = size;
        EXPECT_EQ(s3_world_add_joint(world_, &joint, &id), S3_BAD_STRUCT);
        s3_vehicle vehicle = settings_;
        vehicle.struct_size = size;
        EXPECT_EQ(s3_world_add_vehicle(world_, &vehicle, &id), S3_BAD_STRUCT);
        wheels_[3].struct_size = size;
        EXPECT_EQ(s3_world_add_vehicle(world_, &settings_, &id), S3_BAD_STRUCT);
        wheels_[3].struct_size = sizeof(s3_vehicle_wheel);
        wheels_[3].cast = S3_CYLINDER_CAST + 1 + 256 * (size % 2);
        EXPECT_EQ(s3_world_add_vehicle(world_, &settings_, &id), S3_BAD_ENUM);
        wheels_[3].cast = S3_SPHERE_CAST;
        s3_vehicle_input input = s3_default_vehicle_input();
        input.struct_size = size;
        EXPECT_EQ(s3_world_set_vehicle_input(world_, vehicle_, &input), S3_BAD_STRUCT);
        s3_move_options move = s3_default_move_options();
        move.struct_size = size;
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, kZero, kZero, &move, nullptr, &moved),
                  S3_BAD_STRUCT);
        s3_stand_options stand = s3_default_stand_options();
        stand.struct_size = size;
        EXPECT_EQ(s3_world_stand_on(world_, &pose_, kStanding.data(), 4, &stand, nullptr, &yes, &standing),
                  S3_BAD_STRUCT);
    }
    for (const std::uint32_t count : {17u, ~0u}) {
        s3_vehicle vehicle = settings_;
        vehicle.engine.torque_count = count;
        EXPECT_EQ(s3_world_add_vehicle(world_, &vehicle, &id), S3_BAD_INDEX);
        vehicle = settings_;
        vehicle.engine.gear_count = count;
        EXPECT_EQ(s3_world_add_vehicle(world_, &vehicle, &id), S3_BAD_INDEX);
    }
    axles_[1].right = 4;
    EXPECT_EQ(s3_world_set_vehicle(world_, vehicle_, &settings_), S3_WORLD_BAD_VEHICLE);
    s3_vehicle none = settings_;
    none.wheel_count = none.axle_count = 0;
    EXPECT_EQ(s3_world_set_vehicle(world_, vehicle_, &none), S3_WORLD_BAD_VEHICLE);
    EXPECT_THAT(s3_last_error(), HasSubstr("has no wheels"));
    EXPECT_EQ(s3_vehicle_tank(car_, nullptr, 0, kStanding.data(), 2, 0.3f, wheels_.data(), axles_.data(),
                              &settings_),
              S3_BAD_INDEX);
    for (const std::size_t feet : {std::size_t{0}, std::size_t{2}, std::size_t{33}, ~std::size_t{0}}) {
        EXPECT_EQ(
            s3_world_stand_on(world_, &pose_, kStanding.data(), feet, nullptr, nullptr, &yes, &standing),
            S3_BAD_INDEX);
    }
    s3_body body;
    EXPECT_OK(s3_world_get_body(world_, car_, &body));
    body.locked = 1u << 6;
    EXPECT_EQ(s3_world_set_body(world_, car_, &body), S3_BAD_ENUM);
    auto* const shapeAsWorld = reinterpret_cast<s3_world*>(box_);
    EXPECT_EQ(s3_world_add_joint(shapeAsWorld, &description_, &id), S3_BAD_HANDLE);
    EXPECT_EQ(s3_world_add_vehicle(shapeAsWorld, &settings_, &id), S3_BAD_HANDLE);
    EXPECT_EQ(id, 0u);
}

}  // namespace
}  // namespace sat3d::test
