// Joints, vehicles, movers and events of the interface for C are those of the library, bit for bit.

#include "both_precisions.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sat3d.h>
#include <vector>

namespace sat3d::test {
namespace {

constexpr float kStep = 1.0f / 60.0f;

/// A world in C and the same in C++: a floor, and boxes.
class CMotion : public testing::Test {
protected:
    CMotion() {
        EXPECT_OK(s3_world_create(nullptr, &inC_));
        s3_shape* floor = nullptr;
        EXPECT_OK(s3_half_space_create({0, 1, 0}, 0.0f, &floor));
        floor_ = add(floor, HalfSpace{{0, 1, 0}, 0.0f}, {}, S3_STATIC);
        s3_shape_release(floor);
    }
    ~CMotion() override { s3_world_destroy(inC_); }

    s3_id add(s3_shape* shape, Shape same, const c::Pose& pose, std::uint32_t kind = S3_MOVING) {
        s3_object object = s3_default_object();
        object.shape = shape;
        object.kind = kind;
        object.pose = asC<s3_pose>(pose);
        s3_id id = 0;
        EXPECT_OK(s3_world_add(inC_, &object, &id));
        EXPECT_TRUE(
            world_.add({.shape = std::move(same), .pose = pose, .kind = static_cast<ObjectKind>(kind)}));
        return id;
    }
    /// @param density  0: no body
    s3_id addBox(const glm::vec3& half, const glm::vec3& position, float density,
                 std::uint32_t kind = S3_MOVING) {
        s3_shape* box = nullptr;
        EXPECT_OK(s3_box_create({0, 0, 0}, {half.x, half.y, half.z}, S3_NO_ROTATION, &box));
        const Box same{.halfExtents = half};
        const s3_id id = add(box, same, placed({position, {1, 0, 0, 0}}), kind);
        if (density > 0.0f) {
            s3_body body = s3_default_body();
            EXPECT_OK(s3_shape_mass(box, density, &body.mass));
            EXPECT_OK(s3_world_set_body(inC_, id, &body));
            EXPECT_FALSE(dynamics_.setBody(world_, object(id), {.mass = *massFromDensity(same, density)}));
        }
        s3_shape_release(box);
        return id;
    }
    static ObjectId object(s3_id id) {
        return {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)};
    }
    void step() {
        EXPECT_OK(s3_world_step(inC_, kStep));
        dynamics_.step(world_, kStep);
    }
    void expectSamePose(s3_id id) {
        s3_pose pose;
        EXPECT_OK(s3_world_get_pose(inC_, id, &pose));
        EXPECT_TRUE(equal(pose, world_.find(object(id))->pose));
    }

    s3_world* inC_ = nullptr;
    s3_id floor_ = 0;
    c::World world_;
    c::Dynamics dynamics_;
};

TEST_F(CMotion, JointsAreThoseOfTheLibrary) {
    const s3_id arm = addBox({0.5f, 0.1f, 0.1f}, {0.5f, 5, 0}, 800.0f);
    const s3_id tip = addBox({0.5f, 0.1f, 0.1f}, {1.5f, 5, 0}, 800.0f);
    const s3_id ball = addBox({0.2f, 0.2f, 0.2f}, {2.2f, 4, 0}, 800.0f);
    const s3_id rod = addBox({0.2f, 0.2f, 0.2f}, {2.2f, 3, 0}, 800.0f);
    const s3_id sled = addBox({0.2f, 0.2f, 0.2f}, {-3, 5, 0}, 800.0f);
    const s3_id held = addBox({0.2f, 0.2f, 0.2f}, {-6, 5, 0}, 800.0f);
    std::array<s3_joint, 6> joints;
    EXPECT_OK(s3_joint_hinge(inC_, S3_NO_OBJECT, arm, placeInC(0, 5, 0), {0, 0, 2}, &joints[0]));
    EXPECT_OK(s3_joint_hinge(inC_, arm, tip, placeInC(1, 5, 0), {0, 0, 1}, &joints[1]));
    EXPECT_OK(s3_joint_ball(inC_, tip, ball, placeInC(2, 4.5, 0), {0, 1, 0}, &joints[2]));
    EXPECT_OK(s3_joint_rod(inC_, ball, rod, placeInC(2.2, 4, 0), placeInC(2.2, 3, 0), &joints[3]));
    EXPECT_OK(s3_joint_slider(inC_, S3_NO_OBJECT, sled, placeInC(-3, 5, 0), {1, 1, 0}, &joints[4]));
    EXPECT_OK(s3_joint_fixed(inC_, S3_NO_OBJECT, held, placeInC(-6, 5, 0), &joints[5]));
    joints[0].twist.drive = {500.0f, 1.0f, 0.0f, 0.0f, 0.0f};
    joints[1].twist.lower = -0.5f, joints[1].twist.upper = 0.7f;
    joints[3].distance.lower = 0.0f;
    joints[4].offsets[0] = {-2.0f, 2.0f, {INFINITY, 0.0f, 1.0f, 2.0f, 0.5f}};
    joints[5].break_force = 100.0f;
    joints[5].break_torque = 1e6f;
    joints[5].collides = true;
    std::array same{
        c::Joint::hinge(world_, kWorldFrame, object(arm), place(0, 5, 0), {0, 0, 2}),
        c::Joint::hinge(world_, object(arm), object(tip), place(1, 5, 0), {0, 0, 1}),
        c::Joint::ball(world_, object(tip), object(ball), place(2, 4.5, 0), {0, 1, 0}),
        c::Joint::rod(world_, object(ball), object(rod), place(2.2, 4, 0), place(2.2, 3, 0)),
        c::Joint::slider(world_, kWorldFrame, object(sled), place(-3, 5, 0), {1, 1, 0}),
        c::Joint::fixed(world_, kWorldFrame, object(held), place(-6, 5, 0)),
    };
    same[0].turns.twist.drive = JointDrive::motor(1.0f, 500.0f);
    same[1].turns.twist = JointAxis::range(-0.5f, 0.7f);
    same[3].distance.lower = 0.0f;
    same[4].offsets[0] = {-2.0f, 2.0f, JointDrive::spring(2.0f, 0.5f, 1.0f)};
    same[5].breakForce = 100.0f;
    same[5].breakTorque = 1e6f;
    same[5].collides = true;
    std::vector<s3_joint_id> ids;
    std::vector<JointId> sameIds;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        s3_joint_id id = 0;
        EXPECT_OK(s3_world_add_joint(inC_, &joints[i], &id));
        ids.push_back(id);
        sameIds.push_back(*dynamics_.addJoint(world_, same[i]));
        s3_joint read;
        EXPECT_OK(s3_world_get_joint(inC_, id, &read));
        EXPECT_EQ(std::memcmp(&read.a, &joints[i].a, sizeof read - offsetof(s3_joint, a)), 0);
        EXPECT_EQ(read.collides, joints[i].collides);
        EXPECT_TRUE(equal(read.frame_in_b, same[i].frameInB));
    }
    const s3_broken_joint* broken = nullptr;
    std::size_t count = 0;
    for (int i = 0; i < 90; ++i) {
        step();
        if (i == 0) {
            EXPECT_OK(s3_world_broken_joints(inC_, &broken, &count));
            ASSERT_EQ(count, 1u);
            EXPECT_EQ(broken->id, ids[5]);
            EXPECT_EQ(broken->b, held);
            EXPECT_TRUE(equal(broken->force, dynamics_.brokenJoints()[0].force));
        }
    }
    EXPECT_OK(s3_world_broken_joints(inC_, &broken, &count));
    EXPECT_EQ(count, 0u);
    for (const s3_id id : {arm, tip, ball, rod, sled, held}) {
        expectSamePose(id);
    }
    for (std::size_t i = 0; i < 5; ++i) {
        s3_joint_state state;
        EXPECT_OK(s3_world_joint_state(inC_, ids[i], &state));
        const JointState expected = *dynamics_.jointState(world_, sameIds[i]);
        EXPECT_EQ(state.twist, expected.twist);
        EXPECT_EQ(state.swing, expected.swing);
        EXPECT_EQ(state.distance, expected.distance);
        EXPECT_TRUE(equal(state.offset, expected.offset));
        EXPECT_TRUE(equal(state.force, expected.force));
    }
    s3_joint_state state;
    EXPECT_OK(s3_world_joint_state(inC_, ids[4], &state));
    EXPECT_NE(state.offset.x, 0.0f);
    // A change, a removal, and all that are left.
    joints[0].twist.drive.speed = -1.0f;
    EXPECT_OK(s3_world_set_joint(inC_, ids[0], &joints[0]));
    same[0].turns.twist.drive.speed = -1.0f;
    EXPECT_FALSE(dynamics_.setJoint(world_, sameIds[0], same[0]));
    EXPECT_OK(s3_world_remove_joint(inC_, ids[1]));
    EXPECT_TRUE(dynamics_.removeJoint(sameIds[1]));
    step();
    expectSamePose(arm);
    std::array<s3_joint_id, 3> left{};
    EXPECT_OK(s3_world_joint_ids(inC_, left.data(), left.size(), &count));
    EXPECT_EQ(count, 4u);
    EXPECT_EQ(left[1], ids[2]);
}

/// A leaf on a hinge in the world, and a knocker on the leaf, as a file declares them.
TEST_F(CMotion, JointsOfModelsAreThoseOfTheLibrary) {
    CollisionModel model;
    model.nodes = {{"leaf", std::nullopt, {}}, {"knocker", 0u, {}}, {"frame", std::nullopt, {}}};
    model.bodies = {{"leaf", Box{}, 0}, {"knocker", Box{}, 1}, {"frame", Box{}, 2}};
    model.rigidBodies = {{.node = 0}, {.node = 1}};
    model.bodies[0].rigidBody = 0u, model.bodies[1].rigidBody = 1u;
    const ModelJointRange locked{0.0f, 0.0f};
    const ModelJoint hinge{.name = "hinge",
                           .frameA = {{-0.5f, 0, 0}, {1, 0, 0, 0}},
                           .frameB = {{-0.5f, 0, 0}, {1, 0, 0, 0}},
                           .offsets = {locked, locked, locked},
                           .twist = {-0.5f, 0.7f},
                           .maxSwing = 0.0f};
    ModelJoint ring = hinge;
    ring.name = "ring";
    ring.nodeA = 0, ring.nodeB = 1;
    ring.rigidBodyA = 0u, ring.rigidBodyB = 1u;
    ring.collides = true;
    model.joints = {hinge, ring};
    const std::vector<std::byte> bytes = saveBaked(model);
    s3_model* loaded = nullptr;
    ASSERT_EQ(s3_model_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &loaded),
              S3_OK)
        << s3_last_error();
    std::array<std::int64_t, 3> rigidBodies{};
    for (std::size_t i = 0; i < rigidBodies.size(); ++i) {
        EXPECT_OK(s3_model_part_rigid_body(loaded, i, &rigidBodies[i]));
    }
    EXPECT_EQ(rigidBodies, (std::array<std::int64_t, 3>{0, 1, -1}));
    std::size_t count = 0;
    EXPECT_OK(s3_model_joint_count(loaded, &count));
    ASSERT_EQ(count, 2u);
    std::array<s3_model_joint, 2> declared;
    EXPECT_OK(s3_model_get_joint(loaded, 0, &declared[0]));
    EXPECT_OK(s3_model_get_joint(loaded, 1, &declared[1]));
    EXPECT_STREQ(declared[1].name, "ring");
    EXPECT_EQ(declared[0].rigid_body_a, -1);
    EXPECT_EQ(declared[1].rigid_body_a, 0);
    EXPECT_EQ(declared[1].rigid_body_b, 1);

    const c::Pose pose = placed({{0.0f, 5.0f, 0.0f}, {0.8f, 0.0f, 0.6f, 0.0f}});
    const std::array bodies{addBox({0.5f, 0.1f, 0.1f}, {0, 5, 0}, 800.0f),
                            addBox({0.1f, 0.1f, 0.1f}, {0, 5, 0}, 800.0f)};
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const s3_id a = i == 0 ? S3_NO_OBJECT : bodies[0];
        s3_joint joint;
        const s3_pose modelPose = asC<s3_pose>(pose);
        EXPECT_OK(s3_joint_from_model(loaded, i, a, bodies[i], &modelPose, &joint));
        const auto same = c::Joint::fromModel(model.joints[i], object(a), object(bodies[i]), pose);
        EXPECT_EQ(joint.a, a);
        EXPECT_EQ(joint.collides, i == 1);
        EXPECT_EQ(joint.twist.upper, 0.7f);
        EXPECT_TRUE(equal(joint.frame_in_a, same.frameInA));
        EXPECT_TRUE(equal(joint.frame_in_b, same.frameInB));
        s3_joint_id id = 0;
        EXPECT_OK(s3_world_add_joint(inC_, &joint, &id));
        EXPECT_TRUE(dynamics_.addJoint(world_, same));
    }
    s3_model_destroy(loaded);
    for (int i = 0; i < 60; ++i) {
        step();
    }
    expectSamePose(bodies[0]);
    expectSamePose(bodies[1]);
}

TEST_F(CMotion, VehiclesAreThoseOfTheLibrary) {
    const s3_id carBody = addBox({0.9f, 0.3f, 2.0f}, {0, 0.9f, 0}, 300.0f);
    const s3_id tankBody = addBox({1.5f, 0.4f, 3.0f}, {8, 1.2f, 0}, 2000.0f);
    const std::array<s3_vec3, 4> standing{
        {{-0.8f, -0.5f, 1.3f}, {0.8f, -0.5f, 1.3f}, {-0.8f, -0.5f, -1.3f}, {0.8f, -0.5f, -1.3f}}};
    std::array<s3_vehicle_wheel, 4> wheels;
    std::array<s3_vehicle_axle, 2> axles;
    s3_vehicle car;
    EXPECT_OK(s3_vehicle_car(carBody, standing.data(), 0.35f, wheels.data(), axles.data(), &car));
    car.engine = s3_constant_engine(2500.0f, 60.0f);
    wheels[2].along.friction = 0.9f;
    axles[0].anti_roll = 5000.0f;
    std::array<glm::vec3, 4> centers;
    std::memcpy(&centers, &standing, sizeof centers);
    Vehicle sameCar = Vehicle::car(object(carBody), centers, 0.35f);
    sameCar.engine = VehicleEngine::constant(2500.0f, 60.0f);
    sameCar.wheels[2].tire.along.friction = 0.9f;
    sameCar.axles[0].antiRoll = 5000.0f;
    const std::array<s3_vec3, 3> left{{{-1.2f, -0.8f, 2}, {-1.2f, -0.8f, 0}, {-1.2f, -0.8f, -2}}};
    const std::array<s3_vec3, 3> right{{{1.2f, -0.8f, 2}, {1.2f, -0.8f, 0}, {1.2f, -0.8f, -2}}};
    std::array<glm::vec3, 3> leftCenters, rightCenters;
    std::memcpy(&leftCenters, &left, sizeof left);
    std::memcpy(&rightCenters, &right, sizeof right);
    std::array<s3_vehicle_wheel, 6> roadWheels;
    s3_vehicle_axle tracks;
    s3_vehicle tank;
    EXPECT_OK(
        s3_vehicle_tank(tankBody, left.data(), 3, right.data(), 3, 0.4f, roadWheels.data(), &tracks, &tank));
    tank.engine = s3_constant_engine(60000.0f, 40.0f);
    tank.engine.gear_count = 2;
    tank.engine.gears[1] = 0.5f;
    tank.engine.reverse_gear = 2.0f;
    tank.engine.shift_seconds = 0.2f;
    tank.engine.braking_torque = 100.0f;
    tank.engine.inertia = 0.1f;
    Vehicle sameTank = Vehicle::tank(object(tankBody), leftCenters, rightCenters, 0.4f);
    sameTank.engine = VehicleEngine::constant(60000.0f, 40.0f);
    sameTank.engine.gears.push_back(0.5f);
    sameTank.engine.reverseGear = 2.0f;
    sameTank.engine.shiftSeconds = 0.2f;
    sameTank.engine.brakingTorque = 100.0f;
    sameTank.engine.inertia = 0.1f;
    std::array<s3_vehicle_id, 2> ids{};
    EXPECT_OK(s3_world_add_vehicle(inC_, &car, &ids[0]));
    EXPECT_OK(s3_world_add_vehicle(inC_, &tank, &ids[1]));
    const std::array sameIds{*dynamics_.addVehicle(world_, sameCar), *dynamics_.addVehicle(world_, sameTank)};
    s3_vehicle_input input = s3_default_vehicle_input();
    input.throttle = 0.8f, input.steering = 0.3f;
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_OK(s3_world_set_vehicle_input(inC_, ids[k], &input));
        EXPECT_TRUE(dynamics_.setVehicleInput(sameIds[k], {.throttle = 0.8f, .steering = 0.3f}));
    }
    for (int i = 0; i < 90; ++i) {
        step();
    }
    for (std::size_t k = 0; k < 2; ++k) {
        expectSamePose(k == 0 ? carBody : tankBody);
        s3_vehicle_state state;
        EXPECT_OK(s3_world_vehicle_state(inC_, ids[k], &state));
        const c::VehicleState& expected = *dynamics_.vehicleState(sameIds[k]);
        EXPECT_EQ(state.speed, expected.speed);
        EXPECT_GT(state.speed, 1.0f);
        EXPECT_EQ(state.rpm, expected.rpm);
        EXPECT_EQ(state.gear, expected.gear);
        ASSERT_EQ(state.wheel_count, expected.wheels.size());
        const Vehicle& vehicle = k == 0 ? sameCar : sameTank;
        for (std::uint32_t i = 0; i < state.wheel_count; ++i) {
            const s3_wheel_state& wheel = state.wheels[i];
            const c::WheelState& same = expected.wheels[i];
            EXPECT_TRUE(wheel.touches);
            EXPECT_EQ(wheel.ground, floor_);
            EXPECT_EQ(wheel.load, same.load);
            EXPECT_EQ(wheel.spin, same.spin);
            EXPECT_EQ(wheel.force_across, same.forceAcross);
            EXPECT_TRUE(equal(wheel.point, same.point));
            EXPECT_TRUE(equal(wheel.pose, wheelPose(vehicle, i, same.compression, same.steering, same.roll)));
        }
    }
    s3_vehicle read;
    EXPECT_OK(s3_world_get_vehicle(inC_, ids[1], &read));
    EXPECT_EQ(read.wheel_count, 6u);
    EXPECT_EQ(read.max_steering, tank.max_steering);
    EXPECT_EQ(read.body, tankBody);
    for (std::size_t i = 0; i < roadWheels.size(); ++i) {
        const s3_vehicle_wheel &wheel = read.wheels[i], &given = roadWheels[i];
        EXPECT_EQ(
            std::memcmp(&wheel.center, &given.center, sizeof wheel - offsetof(s3_vehicle_wheel, center)), 0);
        EXPECT_EQ(wheel.steers, given.steers);
    }
    EXPECT_EQ(std::memcmp(&read.engine, &tank.engine, sizeof read.engine), 0);
    // It can be added again, and so is what it says.
    EXPECT_OK(s3_world_set_vehicle(inC_, ids[1], &read));
    EXPECT_FALSE(dynamics_.setVehicle(world_, sameIds[1], sameTank));
    step();
    expectSamePose(tankBody);
    std::array<s3_vehicle_id, 2> all{};
    std::size_t count = 0;
    EXPECT_OK(s3_world_remove_vehicle(inC_, ids[0]));
    EXPECT_OK(s3_world_vehicle_ids(inC_, all.data(), all.size(), &count));
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(all[0], ids[1]);
}

TEST_F(CMotion, MoversAreThoseOfTheLibrary) {
    const s3_id wall = addBox({0.2f, 2.0f, 5.0f}, {2, 2, 0}, 0.0f, S3_STATIC);
    s3_shape* capsule = nullptr;
    EXPECT_OK(s3_capsule_create({0, 0.4f, 0}, {0, 1.4f, 0}, 0.4f, &capsule));
    const Capsule same{{0, 0.4f, 0}, {0, 1.4f, 0}, 0.4f};
    c::Pose samePose = placed({{0, 0.02f, 0}, {1, 0, 0, 0}});
    auto pose = asC<s3_pose>(samePose);
    s3_moved moved;
    bool metWall = false;
    for (int i = 0; i < 60; ++i) {
        EXPECT_OK(s3_world_move_and_slide(inC_, capsule, &pose, {0.05f, -0.01f, 0.02f}, {0, 0.01f, 0},
                                          nullptr, nullptr, &moved));
        const c::Moved expected =
            moveAndSlide(world_, same, samePose, {{0.05f, -0.01f, 0.02f}, {0, 0.01f, 0}, {}});
        EXPECT_TRUE(equal(moved.pose, expected.pose));
        EXPECT_TRUE(equal(moved.left, expected.left));
        ASSERT_EQ(moved.stop_count, expected.stopCount);
        for (std::uint32_t k = 0; k < moved.stop_count; ++k) {
            metWall |= moved.stops[k].object == wall;
        }
        for (std::uint32_t k = 0; k < moved.stop_count; ++k) {
            EXPECT_TRUE(equal(moved.stops[k].point, expected.stops()[k].point));
        }
        pose = moved.pose;
        samePose = expected.pose;
    }
    EXPECT_TRUE(metWall);
    EXPECT_TRUE(moved.is_standing);
    EXPECT_EQ(moved.ground.object, floor_);

    const std::array<s3_vec3, 4> feet{{{-1, 0, 2}, {1, 0, 2}, {-1, 0, -2}, {1, 0, -2}}};
    const std::array<glm::vec3, 4> sameFeet{{{-1, 0, 2}, {1, 0, 2}, {-1, 0, -2}, {1, 0, -2}}};
    s3_standing standing;
    bool yes = false;
    samePose = placed({{0, 0.7f, 0}, {1, 0, 0, 0}});
    pose = asC<s3_pose>(samePose);
    EXPECT_OK(s3_world_stand_on(inC_, &pose, feet.data(), 4, nullptr, nullptr, &yes, &standing));
    ASSERT_TRUE(yes);
    EXPECT_TRUE(equal(standing.pose, standOn(world_, samePose, sameFeet)->pose));
    EXPECT_EQ(standing.ground[0].object, floor_);
    pose.position.y = 50.0f;
    EXPECT_OK(s3_world_stand_on(inC_, &pose, feet.data(), 4, nullptr, nullptr, &yes, &standing));
    EXPECT_FALSE(yes);

    s3_pose place;
    samePose = placed({{1.9f, 1, 0}, {1, 0, 0, 0}});
    pose = asC<s3_pose>(samePose);
    EXPECT_OK(s3_world_freed(inC_, capsule, &pose, INFINITY, nullptr, &yes, &place));
    ASSERT_TRUE(yes);
    EXPECT_TRUE(equal(place, *freed(world_, same, samePose)));
    EXPECT_OK(s3_world_freed(inC_, capsule, &pose, 0.01f, nullptr, &yes, &place));
    EXPECT_FALSE(yes);
    s3_shape_release(capsule);
}

TEST_F(CMotion, StepEventsAreThoseOfTheLibrary) {
    const s3_id crate = addBox({0.5f, 0.5f, 0.5f}, {0, 1, 0}, 500.0f);
    const s3_id sensor = addBox({2, 2, 2}, {0, 0, 0}, 0.0f, S3_SENSOR);
    int begun = 0, sensed = 0, stayed = 0, ended = 0;
    for (int i = 0; i < 60; ++i) {
        if (i == 40) {
            EXPECT_OK(s3_world_set_velocity(inC_, crate, {0, 20, 0}, {0, 0, 0}));
            EXPECT_TRUE(dynamics_.setVelocity(object(crate), {0, 20, 0}, {}));
        }
        step();
        s3_step_events events;
        EXPECT_OK(s3_world_step_events(inC_, &events));
        const auto expected = dynamics_.events();
        ASSERT_EQ(events.begun_count, expected.begun.size());
        ASSERT_EQ(events.stayed_count, expected.stayed.size());
        ASSERT_EQ(events.ended_count, expected.ended.size());
        for (std::size_t k = 0; k < events.begun_count; ++k) {
            EXPECT_EQ(object(events.begun[k].b), expected.begun[k].objects.b);
            EXPECT_EQ(events.begun[k].impulse, expected.begun[k].impulse);
            EXPECT_EQ(events.begun[k].approach_speed, expected.begun[k].approachSpeed);
            EXPECT_TRUE(equal(events.begun[k].position, expected.begun[k].position));
            sensed += events.begun[k].a == crate && events.begun[k].b == sensor ? 1 : 0;
            begun += events.begun[k].impulse > 0.0f ? 1 : 0;
        }
        stayed += static_cast<int>(events.stayed_count);
        ended += static_cast<int>(events.ended_count);
    }
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(sensed, 1);
    EXPECT_GT(stayed, 10);
    EXPECT_EQ(ended, 2);
}

TEST_F(CMotion, KinematicBodiesAndLocksAreThoseOfTheLibrary) {
    const s3_id lift = addBox({1, 0.1f, 1}, {0, 0.5f, 0}, 0.0f);
    const s3_id bar = addBox({0.5f, 0.2f, 0.2f}, {0, 0.9f, 0}, 500.0f);
    s3_body body = s3_default_body();
    EXPECT_OK(s3_world_set_body(inC_, lift, &body));
    EXPECT_FALSE(dynamics_.setBody(world_, object(lift), {}));
    EXPECT_OK(s3_world_get_body(inC_, bar, &body));
    body.locked = S3_LOCK_TURN_X | S3_LOCK_MOVE_Z;
    body.max_speed = 3.0f;
    body.angular_velocity = {1, 1, 0};
    EXPECT_OK(s3_world_set_body(inC_, bar, &body));
    Body same = *dynamics_.find(object(bar));
    same.locked = {.moveZ = true, .turnX = true};
    same.maxSpeed = 3.0f;
    same.angularVelocity = {1, 1, 0};
    EXPECT_FALSE(dynamics_.setBody(world_, object(bar), same));
    EXPECT_OK(s3_world_get_body(inC_, bar, &body));
    EXPECT_EQ(body.locked, std::uint32_t{S3_LOCK_TURN_X} | std::uint32_t{S3_LOCK_MOVE_Z});
    const s3_pose up{placeInC(0, 1.5, 1), {0, 0, 0, 1}};
    EXPECT_OK(s3_world_move_kinematic(inC_, lift, &up, 0.5f));
    EXPECT_TRUE(dynamics_.moveKinematic(object(lift), {place(0, 1.5, 1), {1, 0, 0, 0}}, 0.5f));
    for (int i = 0; i < 40; ++i) {
        step();
    }
    s3_pose pose;
    EXPECT_OK(s3_world_get_pose(inC_, lift, &pose));
    EXPECT_EQ(pose.position.y, 1.5f);
    expectSamePose(lift);
    expectSamePose(bar);
    EXPECT_OK(s3_world_get_pose(inC_, bar, &pose));
    EXPECT_EQ(pose.position.z, 0.0f);
}

}  // namespace
}  // namespace sat3d::test
