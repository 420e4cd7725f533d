#include "layout.hpp"
#include "world_errors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;
using c::in;
using c::packed;
using c::statusOf;
using c::unpacked;

static_assert(S3_RAY_CAST == static_cast<int>(WheelCast::RayCast) &&
              S3_SPHERE_CAST == static_cast<int>(WheelCast::SphereCast) &&
              S3_CYLINDER_CAST == static_cast<int>(WheelCast::CylinderCast));
static_assert(S3_NO_TRACK == VehicleWheel::kNoTrack && S3_AUTOMATIC == VehicleInput::kAutomatic);
constexpr std::size_t kMaxTorques = std::size(s3_vehicle_engine{}.torque),
                      kMaxGears = std::size(s3_vehicle_engine{}.gears);

s3_vehicle_wheel wheelOf(const VehicleWheel& wheel) {
    return {sizeof(s3_vehicle_wheel),
            wheel.steers,
            c::out<s3_vec3>(wheel.center),
            wheel.radius,
            wheel.travel,
            wheel.hertz,
            wheel.dampingRatio,
            c::out<s3_tire_grip>(wheel.tire.along),
            c::out<s3_tire_grip>(wheel.tire.across),
            wheel.tire.slidingShare,
            wheel.inertia,
            wheel.brakeTorque,
            wheel.handBrakeTorque,
            wheel.driveShare,
            wheel.track,
            static_cast<std::uint32_t>(wheel.cast),
            wheel.width};
}

VehicleWheel wheelOf(const s3_vehicle_wheel& given) {
    VehicleWheel wheel;
    wheel.center = in(given.center);
    wheel.radius = given.radius;
    wheel.travel = given.travel;
    wheel.hertz = given.hertz;
    wheel.dampingRatio = given.damping_ratio;
    wheel.tire.along = in(given.along);
    wheel.tire.across = in(given.across);
    wheel.tire.slidingShare = given.sliding_share;
    wheel.steers = given.steers;
    wheel.inertia = given.inertia;
    wheel.brakeTorque = given.brake_torque;
    wheel.handBrakeTorque = given.hand_brake_torque;
    wheel.driveShare = given.drive_share;
    wheel.track = given.track;
    wheel.cast = static_cast<WheelCast>(given.cast);
    wheel.width = given.width;
    return wheel;
}

/// @param engine  with as many torques and gears as fit: all vehicles of a world of C came this way
s3_vehicle_engine engineOf(const VehicleEngine& engine) {
    s3_vehicle_engine given{};
    given.torque_count = static_cast<std::uint32_t>(engine.torque.size());
    std::ranges::transform(engine.torque, given.torque, c::out<s3_torque_at>);
    given.idle_rpm = engine.idleRpm;
    given.max_rpm = engine.maxRpm;
    given.inertia = engine.inertia;
    given.braking_torque = engine.brakingTorque;
    given.gear_count = static_cast<std::uint32_t>(engine.gears.size());
    std::ranges::copy(engine.gears, given.gears);
    given.reverse_gear = engine.reverseGear;
    given.shift_seconds = engine.shiftSeconds;
    given.up_rpm = engine.upRpm;
    given.down_rpm = engine.downRpm;
    return given;
}

VehicleEngine engineOf(const s3_vehicle_engine& given) {
    VehicleEngine engine;
    const auto torque = in(given.torque, given.torque_count);
    engine.torque.assign(torque.begin(), torque.end());
    engine.idleRpm = given.idle_rpm;
    engine.maxRpm = given.max_rpm;
    engine.inertia = given.inertia;
    engine.brakingTorque = given.braking_torque;
    engine.gears.assign(given.gears, given.gears + given.gear_count);
    engine.reverseGear = given.reverse_gear;
    engine.shiftSeconds = given.shift_seconds;
    engine.upRpm = given.up_rpm;
    engine.downRpm = given.down_rpm;
    return engine;
}

/// Fills the caller's arrays, and a vehicle that points to them.
s3_vehicle vehicleOf(const Vehicle& vehicle, s3_vehicle_wheel* wheels, s3_vehicle_axle* axles) {
    std::ranges::transform(vehicle.wheels, wheels, [](const VehicleWheel& wheel) { return wheelOf(wheel); });
    std::ranges::transform(vehicle.axles, axles, c::out<s3_vehicle_axle>);
    return {sizeof(s3_vehicle),          vehicle.maxSteering,
            packed(vehicle.body),        c::out<s3_vec3>(vehicle.forward),
            c::out<s3_vec3>(vehicle.up), wheels,
            vehicle.wheels.size(),       axles,
            vehicle.axles.size(),        engineOf(vehicle.engine)};
}

Vehicle vehicleOf(const s3_vehicle& given) {
    Vehicle vehicle;
    vehicle.body = unpacked(given.body);
    vehicle.forward = in(given.forward);
    vehicle.up = in(given.up);
    for (const s3_vehicle_wheel& wheel : std::span(given.wheels, given.wheel_count)) {
        vehicle.wheels.push_back(wheelOf(wheel));
    }
    const auto axles = in(given.axles, given.axle_count);
    vehicle.axles.assign(axles.begin(), axles.end());
    vehicle.engine = engineOf(given.engine);
    vehicle.maxSteering = given.max_steering;
    return vehicle;
}

/// The library checks numbers; this checks what it could not even read.
s3_status check(const s3_vehicle* vehicle) {
    s3_status bad = Checks().needed(vehicle, "the vehicle").options(vehicle, "the vehicle").status();
    if (!bad) {
        Checks checks;
        checks.array(vehicle->wheels, vehicle->wheel_count, "the array of wheels")
            .array(vehicle->axles, vehicle->axle_count, "the array of axles");
        for (std::size_t i = 0; i < vehicle->wheel_count && checks.status() == S3_OK; ++i) {
            checks.options(&vehicle->wheels[i], "a wheel")
                .enumerator(vehicle->wheels[i].cast, S3_CYLINDER_CAST, "the cast of a wheel");
        }
        bad = checks.status();
    }
    if (!bad && (vehicle->engine.torque_count > kMaxTorques || vehicle->engine.gear_count > kMaxGears)) {
        bad = fail(S3_BAD_INDEX, "the engine has more than 16 torques or 16 gears");
    }
    return bad;
}

s3_wheel_state stateOf(const Vehicle& vehicle, std::uint32_t wheel, const c::WheelState& state) {
    return {state.touches,
            packed(state.ground),
            c::out<s3_position>(state.point),
            c::out<s3_vec3>(state.normal),
            c::out<s3_local_pose>(wheelPose(vehicle, wheel, state.compression, state.steering, state.roll)),
            state.compression,
            state.load,
            state.forceAlong,
            state.forceAcross,
            state.slip,
            state.slipAcross,
            state.spin,
            state.roll,
            state.steering};
}

}  // namespace

s3_vehicle_wheel s3_default_vehicle_wheel(void) {
    return wheelOf(VehicleWheel{});
}

s3_vehicle s3_default_vehicle(void) {
    return vehicleOf(Vehicle{}, nullptr, nullptr);
}

s3_vehicle_engine s3_constant_engine(float torque, float max_spin) {
    return engineOf(VehicleEngine::constant(torque, max_spin));
}

s3_status s3_vehicle_car(s3_id body, const s3_vec3 standing[4], float radius, s3_vehicle_wheel wheels[4],
                         s3_vehicle_axle axles[2], s3_vehicle* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .output(result)
                                  .needed(wheels, "the array of wheels")
                                  .needed(axles, "the array of axles")
                                  .finite(standing, 4, "the array of centers")
                                  .aboveZero(radius, "the radius")
                                  .status();
        if (!bad) {
            std::array<glm::vec3, 4> centers;
            std::ranges::copy(in(standing, 4), centers.begin());
            *result = vehicleOf(Vehicle::car(unpacked(body), centers, radius), wheels, axles);
        }
        return bad;
    });
}

s3_status s3_vehicle_tank(s3_id body, const s3_vec3* left, size_t left_count, const s3_vec3* right,
                          size_t right_count, float radius, s3_vehicle_wheel* wheels,
                          s3_vehicle_axle axles[1], s3_vehicle* result) {
    return guarded([&] {
        s3_status bad = Checks()
                            .output(result)
                            .needed(wheels, "the array of wheels")
                            .needed(axles, "the array of axles")
                            .finite(left, left_count, "the array of centers on the left")
                            .finite(right, right_count, "the array of centers on the right")
                            .aboveZero(radius, "the radius")
                            .status();
        if (!bad && (left_count == 0 || right_count == 0)) {
            bad = fail(S3_BAD_INDEX, "a tank needs a wheel on each side");
        }
        if (!bad) {
            *result =
                vehicleOf(Vehicle::tank(unpacked(body), in(left, left_count), in(right, right_count), radius),
                          wheels, axles);
        }
        return bad;
    });
}

s3_status s3_world_add_vehicle(s3_world* world, const s3_vehicle* vehicle, s3_vehicle_id* result) {
    return guarded([&] {
        s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            bad = check(vehicle);
        }
        if (bad) {
            return bad;
        }
        const auto added = world->dynamics.addVehicle(world->world, vehicleOf(*vehicle));
        if (!added) {
            return c::failWith(added.error());
        }
        *result = packed(*added);
        return bad;
    });
}

s3_status s3_world_set_vehicle(s3_world* world, s3_vehicle_id id, const s3_vehicle* vehicle) {
    return guarded([&] {
        s3_status bad = Checks().vehicle(world, id).status();
        if (!bad) {
            bad = check(vehicle);
        }
        return bad ? bad
                   : statusOf(world->dynamics.setVehicle(world->world, unpacked<VehicleId>(id),
                                                         vehicleOf(*vehicle)));
    });
}

s3_status s3_world_get_vehicle(s3_world* world, s3_vehicle_id id, s3_vehicle* result) {
    return guarded([&] {
        const s3_status bad = Checks().vehicle(world, id).output(result).status();
        if (!bad) {
            const Vehicle& vehicle = *world->dynamics.findVehicle(unpacked<VehicleId>(id));
            world->wheels.resize(vehicle.wheels.size());
            world->axles.resize(vehicle.axles.size());
            *result = vehicleOf(vehicle, world->wheels.data(), world->axles.data());
        }
        return bad;
    });
}

s3_status s3_world_remove_vehicle(s3_world* world, s3_vehicle_id id) {
    return guarded([&] {
        const s3_status bad = Checks().vehicle(world, id).status();
        if (!bad) {
            world->dynamics.removeVehicle(unpacked<VehicleId>(id));
        }
        return bad;
    });
}

s3_status s3_world_vehicle_ids(s3_world* world, s3_vehicle_id* ids, size_t capacity, size_t* count) {
    return c::listIds(world, ids, capacity, count, [&] { return world->dynamics.vehicles(); });
}

s3_vehicle_input s3_default_vehicle_input(void) {
    return {sizeof(s3_vehicle_input), 0.0f, 0.0f, 0.0f, 0.0f, S3_AUTOMATIC};
}

s3_status s3_world_set_vehicle_input(s3_world* world, s3_vehicle_id id, const s3_vehicle_input* input) {
    return guarded([&] {
        const s3_status bad =
            Checks().vehicle(world, id).needed(input, "the input").options(input, "the input").status();
        if (bad) {
            return bad;
        }
        const bool isSet =
            world->dynamics.setVehicleInput(unpacked<VehicleId>(id), {.throttle = input->throttle,
                                                                      .brake = input->brake,
                                                                      .handBrake = input->hand_brake,
                                                                      .steering = input->steering,
                                                                      .gear = input->gear});
        return isSet ? bad
                     : fail(S3_BAD_NUMBER, "throttle and steering are -1 to 1, brake and hand brake 0 to 1");
    });
}

s3_status s3_world_vehicle_state(s3_world* world, s3_vehicle_id id, s3_vehicle_state* result) {
    return guarded([&] {
        const s3_status bad = Checks().vehicle(world, id).output(result).status();
        if (!bad) {
            const Vehicle& vehicle = *world->dynamics.findVehicle(unpacked<VehicleId>(id));
            const c::VehicleState& state = *world->dynamics.vehicleState(unpacked<VehicleId>(id));
            world->wheelStates.clear();
            for (std::uint32_t i = 0; i < state.wheels.size(); ++i) {
                world->wheelStates.push_back(stateOf(vehicle, i, state.wheels[i]));
            }
            *result = {state.speed, state.rpm, state.gear, world->wheelStates.data(),
                       world->wheelStates.size()};
        }
        return bad;
    });
}
