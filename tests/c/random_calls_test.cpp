// Calls of the interface for C at random, with good and bad arguments: every one gives a status.

#include "both_precisions.hpp"
#include "random_caller.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <sat3d.h>
#include <vector>

namespace sat3d::test {
namespace {

class SpatialCaller : public RandomCaller {
public:
    explicit SpatialCaller(std::uint32_t seed) : RandomCaller(seed) {
        EXPECT_OK(s3_drawing_create(&drawing_));
        calls_ = calls();
    }
    ~SpatialCaller() { s3_drawing_destroy(drawing_); }
    SpatialCaller(const SpatialCaller&) = delete;
    SpatialCaller& operator=(const SpatialCaller&) = delete;

private:
    s3_vec3 vector() {
        const float x = number(), y = number(), z = number();
        return {x, y, z};
    }
    s3_position position() {
        static constexpr std::array kExtreme{Real(1e9), Real(1e18), Real(1e30),
                                             std::numeric_limits<Real>::max()};
        const auto [x, y, z] = vector();
        return {random_.chance(0.03) ? kExtreme[random_.below(kExtreme.size())] : Real(x), Real(y), Real(z)};
    }
    s3_quat rotation() { return asC<s3_quat>(glm::quat(random_.rotation())); }
    s3_pose pose() {
        const auto [x, y, z, w] = rotation();
        s3_pose pose{position(), {Real(x), Real(y), Real(z), Real(w)}};
        if (random_.chance(0.02)) {
            pose.rotation.w = number();
        }
        return pose;
    }
    s3_ray ray() {
        const s3_position origin = position();
        const s3_vec3 direction = vector();
        return {origin, direction, std::abs(number())};
    }
    s3_status addObjectSomewhere() {
        const s3_shape* const of = shape();
        return addObject(of, pose());
    }
    s3_status setBody() {
        s3_body body = s3_default_body();
        const s3_shape* const solid = shape();
        const float density = std::abs(number());
        const s3_status status = s3_shape_mass(solid, density, &body.mass);
        if (status != S3_OK) {
            return status;
        }
        body.velocity = vector();
        body.friction = number();
        return s3_world_set_body(world_, id(), &body);
    }
    s3_status setSurface() {
        s3_part_surface surface{random_.below(4), s3_default_material(), vector()};
        surface.material.friction = std::abs(number());
        surface.material.friction_combine = random_.below(6);
        const s3_id object = id();
        return random_.chance(0.5) ? s3_world_set_surface(world_, object, &surface)
                                   : s3_world_set_material(world_, object, &surface.material);
    }
    s3_status makeHull() {
        std::vector<s3_vec3> points(random_.below(12));
        for (s3_vec3& point : points) {
            point = vector();
        }
        s3_shape* made = nullptr;
        return keep(s3_hull_create(points.data(), points.size(), &made), made);
    }
    s3_status makeCompound() {
        const s3_vec3 place = vector();
        const s3_local_pose first{place, rotation()}, second{{0, 1, 0}, rotation()};
        const std::array<s3_compound_child, 2> children{{{shape(), first, 1, 2}, {shape(), second, 3, 4}}};
        s3_shape* made = nullptr;
        return keep(s3_compound_create(children.data(), random_.below(3), &made), made);
    }

    s3_joint_axis axis() {
        const float lower = number(), force = number();
        return {random_.chance(0.5) ? 0.0f : lower,
                number(),
                {random_.chance(0.5) ? 0.0f : force, number(), number(), number(), number()}};
    }
    s3_status addJoint() {
        s3_joint joint;
        const s3_id a = random_.chance(0.3) ? S3_NO_OBJECT : id(), b = id();
        const s3_position point = position(), other = position();
        const s3_vec3 along = vector();
        const s3_status status = random_.chance(0.5) ? s3_joint_hinge(world_, a, b, point, along, &joint)
                                                     : s3_joint_rod(world_, a, b, point, other, &joint);
        if (status != S3_OK) {
            return status;
        }
        if (random_.chance(0.3)) {
            joint.twist = axis();
        }
        joint.break_force = random_.chance(0.5) ? kInfinity : number();
        return RandomCaller::addJoint(joint);
    }
    s3_status addVehicle() {
        std::array<s3_vec3, 4> standing{{{-1, -1, 1}, {1, -1, 1}, {-1, -1, -1}, {1, -1, -1}}};
        standing[random_.below(4)] = vector();
        std::array<s3_vehicle_wheel, 4> wheels;
        std::array<s3_vehicle_axle, 2> axles;
        s3_vehicle vehicle;
        const s3_id body = id();
        const float radius = number();
        const s3_status status =
            s3_vehicle_car(body, standing.data(), radius, wheels.data(), axles.data(), &vehicle);
        if (status != S3_OK) {
            return status;
        }
        vehicle.engine = s3_constant_engine(std::abs(number()), std::abs(number()));
        if (random_.chance(0.2)) {
            wheels[random_.below(4)].hertz = number();
            wheels[random_.below(4)].cast = random_.below(4);
            wheels[random_.below(4)].width = number();
            axles[0].left = random_.below(6);
            vehicle.engine.gear_count = random_.below(20);
        }
        s3_vehicle_id made = 0;
        const s3_status added = s3_world_add_vehicle(world_, &vehicle, &made);
        if (added == S3_OK) {
            vehicles_.push_back(made);
        }
        return added;
    }

    std::vector<std::function<s3_status()>> calls() {
        return {
            [this] {
                s3_shape* made = nullptr;
                const s3_vec3 center = vector();
                return keep(s3_sphere_create(center, number(), &made), made);
            },
            [this] {
                s3_shape* made = nullptr;
                const s3_vec3 center = vector(), half = vector();
                return keep(s3_box_create(center, half, rotation(), &made), made);
            },
            [this] { return makeHull(); },
            [this] { return makeCompound(); },
            [this] { return addObjectSomewhere(); },
            [this] { return addObjectSomewhere(); },
            [this] { return setBody(); },
            [this] { return setBody(); },
            [this] { return random_.chance(0.1) ? s3_world_remove(world_, id()) : s3_status{S3_OK}; },
            [this] {
                const s3_pose moved = pose();
                return s3_world_set_pose(world_, id(), &moved);
            },
            [this] {
                const s3_id object = id();
                return s3_world_set_shape(world_, object, shape());
            },
            [this] {
                const s3_id object = id();
                return s3_world_set_kind(world_, object, random_.below(4));
            },
            [this] {
                const s3_vec3 velocity = vector(), spin = vector();
                return s3_world_set_velocity(world_, id(), velocity, spin);
            },
            [this] {
                const s3_vec3 impulse = vector();
                const s3_position point = position();
                return s3_world_apply_impulse(world_, id(), impulse, point);
            },
            [this] { return s3_world_step(world_, random_.chance(0.2) ? number() : 1.0f / 60.0f); },
            [this] {
                s3_events events;
                return s3_world_update(world_, &events);
            },
            [this] {
                poseA_ = pose();
                poseB_ = pose();
                s3_penetration push;
                const s3_shape *const a = shape(), *const b = shape();
                return s3_penetrate(a, &poseA_, b, &poseB_, random_.chance(0.9) ? 0.0f : number(), &push);
            },
            [this] {
                poseA_ = pose();
                poseB_ = pose();
                s3_distance gap;
                const s3_shape *const a = shape(), *const b = shape();
                return s3_measure_distance(a, &poseA_, b, &poseB_, &gap);
            },
            [this] {
                const s3_ray cast = ray();
                s3_world_ray_hit hit;
                return s3_world_raycast(world_, &cast, nullptr, &hit);
            },
            [this] {
                poseA_ = pose();
                std::array<s3_id, 4> found{};
                std::size_t count = 0;
                const s3_shape* const asked = shape();
                const std::size_t capacity = random_.below(5);
                return s3_world_overlapping(world_, asked, &poseA_, nullptr, found.data(), capacity, &count);
            },
            [this] {
                poseA_ = pose();
                s3_id object = 0;
                s3_distance gap;
                const s3_shape* const asked = shape();
                const float reach = number();
                return s3_world_closest(world_, asked, &poseA_, reach, nullptr, &object, &gap);
            },
            [this] { return addJoint(); },
            [this] {
                s3_joint joint;
                const s3_joint_id id = oneOf(joints_);
                const s3_status status = s3_world_get_joint(world_, id, &joint);
                joint.swing = axis();
                return status != S3_OK ? status : s3_world_set_joint(world_, id, &joint);
            },
            [this] {
                s3_joint_state state;
                return random_.chance(0.1) ? s3_world_remove_joint(world_, oneOf(joints_))
                                           : s3_world_joint_state(world_, oneOf(joints_), &state);
            },
            [this] {
                const s3_broken_joint* broken = nullptr;
                std::size_t count = 0;
                s3_step_events events;
                const s3_status status = s3_world_broken_joints(world_, &broken, &count);
                return status != S3_OK ? status : s3_world_step_events(world_, &events);
            },
            [this] { return addVehicle(); },
            [this] { return setSurface(); },
            [this] {
                s3_contact_settings wanted{number(), number(), number(),
                                           vector(), number(), random_.chance(0.3)};
                const auto hook = [](const s3_impact*, std::uint32_t, s3_contact_settings* settings,
                                     void* data) {
                    *settings = *static_cast<const s3_contact_settings*>(data);
                };
                return s3_world_step_with_hook(world_, 1.0f / 60.0f, hook, &wanted);
            },
            [this] {
                s3_vehicle_input input = s3_default_vehicle_input();
                input.throttle = 0.5f * number();
                input.gear = static_cast<std::int32_t>(random_.below(4)) - 2;
                return s3_world_set_vehicle_input(world_, oneOf(vehicles_), &input);
            },
            [this] {
                s3_vehicle_state state;
                return random_.chance(0.1) ? s3_world_remove_vehicle(world_, oneOf(vehicles_))
                                           : s3_world_vehicle_state(world_, oneOf(vehicles_), &state);
            },
            [this] {
                poseA_ = pose();
                s3_moved moved;
                const s3_shape* const mover = shape();
                const s3_vec3 translation = vector(), rotation = vector();
                s3_move_options options = s3_default_move_options();
                options.skin = random_.chance(0.9) ? options.skin : number();
                return s3_world_move_and_slide(world_, mover, &poseA_, translation, rotation, &options,
                                               nullptr, &moved);
            },
            [this] {
                poseA_ = pose();
                std::array<s3_vec3, 4> feet{{{-1, 0, 1}, {1, 0, 1}, {-1, 0, -1}, {1, 0, -1}}};
                feet[0] = vector();
                bool stands = false;
                s3_standing standing;
                return s3_world_stand_on(world_, &poseA_, feet.data(), random_.below(5), nullptr, nullptr,
                                         &stands, &standing);
            },
            [this] {
                poseA_ = pose();
                bool isFreed = false;
                s3_pose place;
                const s3_shape* const asked = shape();
                return s3_world_freed(world_, asked, &poseA_, std::abs(number()), nullptr, &isFreed, &place);
            },
            [this] {
                const s3_status status = s3_drawing_add_world(drawing_, world_, random_.below(1u << 15));
                return status == S3_OK ? s3_drawing_clear(drawing_) : status;
            },
        };
    }

    s3_drawing* drawing_ = nullptr;
    std::vector<s3_id> vehicles_;
    s3_pose poseA_{}, poseB_{};
};

TEST(CHostileCalls, RandomCallsGiveStatuses) {
    expectStatusesOfRandomCalls<SpatialCaller>({S3_OK, S3_NULL_ARGUMENT, S3_BAD_NUMBER, S3_BAD_ENUM,
                                                S3_WRONG_SHAPE, S3_SHAPE_BAD_NUMBER, S3_SHAPE_EMPTY,
                                                S3_HULL_FAILED, S3_BAD_INDEX, S3_WORLD_STALE_ID,
                                                S3_WORLD_BAD_BODY, S3_WORLD_BAD_JOINT, S3_WORLD_BAD_VEHICLE});
}

}  // namespace
}  // namespace sat3d::test
