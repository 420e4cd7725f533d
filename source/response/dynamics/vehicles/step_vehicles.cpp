#include "math/is_finite.hpp"
#include "response/contacts/kinematic_acceleration.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/vehicle/powertrain.hpp"
#include "response/vehicle/sprung_masses.hpp"
#include "response/vehicle/vehicle_table.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr float kTwoPi = 6.28318530717958647692f;

/// How much a spring gives way for each meter along the normal of the ground. Ground that is steeper than 60
/// degrees to the vehicle counts as 60 degrees.
float springPerNormal(const glm::vec3& normal, const glm::vec3& up) {
    constexpr float kLeastCosine = 0.5f;
    return 1.0f / std::max(glm::dot(normal, up), kLeastCosine);
}

/// N/m.
template <class T>
float springStiffness(const VehicleRecord<T>& vehicle, std::uint32_t wheel) {
    const float omega = kTwoPi * vehicle.vehicle.wheels[wheel].hertz;
    return vehicle.sprungMasses[wheel] * omega * omega;
}

float torqueToForce(float torque, float radius) {
    return std::min(torque / radius, std::numeric_limits<float>::max());
}

/// The slip by the speeds of a tread, and of the ground under it: see TireGrip.
float slipOf(float sliding, float rolling, float tread) {
    const float way = std::max(std::abs(rolling), std::abs(tread));
    return way > 0.0f ? sliding / way : 0.0f;
}

float wrapped(float angle) {
    constexpr float kPi = 0.5f * kTwoPi;
    return angle - kTwoPi * std::floor((angle + kPi) / kTwoPi);
}

}  // namespace

/// Gives the solver the wheels of all vehicles that this step moves.
template <class T>
void DynamicsStep<T>::loadVehicles() {
    s_.activeVehicles.clear();
    s_.solverWheels.clear(), s_.solverTreads.clear(), s_.solverAxles.clear(), s_.loadedWheels.clear();
    for (const VehicleId id : s_.vehicles.ids()) {
        VehicleRecord<T>& vehicle = s_.vehicles.at(id.index);
        const Record* const record = s_.find(vehicle.vehicle.body);
        if (isMover(record) && vehicle.isCast) {
            s_.activeVehicles.push_back(id.index);
            loadVehicle(id.index, *record);
        }
    }
}

template <class T>
void DynamicsStep<T>::loadVehicle(std::uint32_t index, const Record& record) {
    VehicleRecord<T>& vehicle = s_.vehicles.at(index);
    vehicle.firstTread = static_cast<std::uint32_t>(s_.solverTreads.size());
    vehicle.firstAxle = static_cast<std::uint32_t>(s_.solverAxles.size());
    s_.solverTreads.resize(vehicle.firstTread + vehicle.treadSpeeds.size());
    setTreads(vehicle, dt_, std::span(s_.solverTreads).subspan(vehicle.firstTread));
    findSprungMasses(vehicle.vehicle, record.body.mass.mass, record.body.mass.center, vehicle.sprungMasses);
    const auto firstWheel = static_cast<std::uint32_t>(s_.solverWheels.size());
    for (std::uint32_t i = 0; i < vehicle.vehicle.wheels.size(); ++i) {
        if (vehicle.state.wheels[i].touches) {
            s_.loadedWheels.push_back({index, i});
            loadWheel(vehicle, i, record, s_.solverWheels.emplace_back());
        }
    }
    loadAxles(vehicle, firstWheel);
}

template <class T>
void DynamicsStep<T>::loadWheel(const VehicleRecord<T>& vehicle, std::uint32_t number, const Record& record,
                                SolverWheel<Dimension>& to) const {
    const VehicleWheel& wheel = vehicle.vehicle.wheels[number];
    const glm::dvec2& direction = vehicle.directions[number];
    const auto& state = vehicle.state.wheels[number];
    const Record* const ground = s_.find(state.ground);
    to.bodyA = ground != nullptr ? ground->stepBody : kNone, to.bodyB = record.stepBody;
    to.tread = vehicle.firstTread + vehicle.treadOf[number];
    to.armA = to.bodyA != kNone ? Vector(state.point - ground->center()) : Vector(0.0f);
    to.armB = Vector(state.point - record.center());
    to.normal = state.normal;
    const Vector up = directionInWorld(record.pose, vehicle.vehicle.up),
                 right = glm::cross(vehicle.vehicle.forward, vehicle.vehicle.up),
                 forward =
                     directionInWorld(record.pose, vehicle.vehicle.forward * static_cast<float>(direction.x) +
                                                       right * static_cast<float>(direction.y));
    const Vector onGround = forward - to.normal * glm::dot(forward, to.normal);
    const float length = glm::length(onGround);
    to.along = length > 0.0f ? onGround / length : forward;
    const WheelGround& surface = vehicle.grounds[number];
    to.groundVelocity = surface.velocity;
    if (ground != nullptr && ground->body.isKinematic()) {
        const Vector faster = accelerationBetween(*ground, dt_, s_.lastSeconds).at(to.armA);
        to.groundAcceleration = faster - to.normal * glm::dot(faster, to.normal);
        to.groundVelocity -= (0.5f * dt_) * to.groundAcceleration;
    }
    to.maxImpulse = surface.maxImpulse;
    to.compression = state.compression - vehicle.gives[number], to.travel = wheel.travel;
    to.perNormal = springPerNormal(to.normal, up);
    to.stiffness = springStiffness(vehicle, number);
    to.damping = 2.0f * wheel.dampingRatio * vehicle.sprungMasses[number] * (kTwoPi * wheel.hertz);
    to.slidingShare = wheel.tire.slidingShare;
    to.rolling.friction = surface.along, to.rolling.peakSlip = wheel.tire.along.peakSlip;
    to.sideways.friction = surface.across, to.sideways.peakSlip = wheel.tire.across.peakSlip;
    const WheelImpulses& impulses = vehicle.impulses[number];
    const float scale = substepScale();
    to.springImpulse = scale * impulses.spring, to.stopImpulse = scale * impulses.stop;
    to.rolling.impulse = scale * impulses.along, to.sideways.impulse = scale * impulses.across;
}

/// @param firstWheel  of the vehicle, in solverWheels
template <class T>
void DynamicsStep<T>::loadAxles(const VehicleRecord<T>& vehicle, std::uint32_t firstWheel) {
    const auto endWheel = static_cast<std::uint32_t>(s_.solverWheels.size());
    const auto placeOf = [&](std::uint32_t number) {
        for (std::uint32_t i = firstWheel; i < endWheel; ++i) {
            if (s_.loadedWheels[i].wheel == number) {
                return i;
            }
        }
        return SolverAxle::kNoWheel;
    };
    for (std::size_t i = 0; i < vehicle.vehicle.axles.size(); ++i) {
        const VehicleAxle& axle = vehicle.vehicle.axles[i];
        s_.solverAxles.push_back(
            {.treads = {vehicle.firstTread + vehicle.treadOf[axle.left],
                        vehicle.firstTread + vehicle.treadOf[axle.right]},
             .wheels = {placeOf(axle.left), placeOf(axle.right)},
             .firstWheel = firstWheel,
             .endWheel = endWheel,
             .speedDifference = 2.0f * vehicle.input.steering * axle.steeringSpeed,
             .lockForce = torqueToForce(axle.lockTorque, vehicle.vehicle.wheels[axle.left].radius),
             .antiRoll = axle.antiRoll,
             .stiffness = {springStiffness(vehicle, axle.left), springStiffness(vehicle, axle.right)},
             .lockImpulse = substepScale() * vehicle.lockImpulses[i]});
    }
}

/// Takes the speeds, forces and impulses of wheels from the solver.
template <class T>
void DynamicsStep<T>::storeVehicles() {
    for (const std::uint32_t index : s_.activeVehicles) {
        VehicleRecord<T>& vehicle = s_.vehicles.at(index);
        const Record& record = *s_.find(vehicle.vehicle.body);
        for (std::size_t i = 0; i < vehicle.treadSpeeds.size(); ++i) {
            const float speed = s_.solverTreads[vehicle.firstTread + i].speed;
            vehicle.treadSpeeds[i] = std::isfinite(speed) ? speed : 0.0f;
        }
        for (std::size_t i = 0; i < vehicle.lockImpulses.size(); ++i) {
            const float impulse = s_.solverAxles[vehicle.firstAxle + i].lockImpulse;
            vehicle.lockImpulses[i] = std::isfinite(impulse) ? impulse : 0.0f;
        }
        for (std::size_t i = 0; i < vehicle.state.wheels.size(); ++i) {
            auto& wheel = vehicle.state.wheels[i];
            wheel.spin = vehicle.treadSpeeds[vehicle.treadOf[i]] / vehicle.vehicle.wheels[i].radius;
            wheel.roll = wrapped(wheel.roll + wheel.spin * dt_);
            wheel.load = wheel.forceAlong = wheel.forceAcross = wheel.slip = wheel.slipAcross = 0.0f;
            vehicle.impulses[i] = {};
        }
        const Vector forward = directionInWorld(record.pose, vehicle.vehicle.forward);
        vehicle.state.speed = glm::dot(forward, s_.solverBodies[record.stepBody].velocity);
        shift(vehicle, dt_);
    }
    for (std::size_t i = 0; i < s_.loadedWheels.size(); ++i) {
        const auto [vehicle, wheel] = s_.loadedWheels[i];
        storeWheel(s_.solverWheels[i], s_.vehicles.at(vehicle), wheel);
    }
    for (const std::uint32_t index : s_.activeVehicles) {
        for (auto& wheel : s_.vehicles.at(index).state.wheels) {
            if (wheel.load == 0.0f) {
                BasicWheelState<T> hanging;
                hanging.spin = wheel.spin, hanging.roll = wheel.roll, hanging.steering = wheel.steering;
                wheel = hanging;
            }
        }
    }
}

template <class T>
void DynamicsStep<T>::storeWheel(const SolverWheel<Dimension>& from, VehicleRecord<T>& vehicle,
                                 std::uint32_t number) const {
    if (!std::isfinite(from.totalLoad + from.rolling.total + from.sideways.total + from.compression)) {
        return;
    }
    auto& wheel = vehicle.state.wheels[number];
    wheel.load = from.totalLoad / dt_;
    wheel.forceAlong = from.rolling.total / dt_, wheel.forceAcross = from.sideways.total / dt_;
    wheel.compression = std::max(from.compression + vehicle.gives[number], 0.0f);
    vehicle.impulses[number] = {from.springImpulse, from.stopImpulse, from.rolling.impulse,
                                from.sideways.impulse};
    const auto velocityAt = [&](std::uint32_t body, const Vector& arm) {
        return body == kNone
                   ? Vector(0.0f)
                   : s_.solverBodies[body].velocity + spinCross(s_.solverBodies[body].angularVelocity, arm);
    };
    const Vector velocity = velocityAt(from.bodyB, from.armB) - velocityAt(from.bodyA, from.armA) -
                            from.groundVelocity - dt_ * from.groundAcceleration;
    const float rolling = glm::dot(velocity, from.along), tread = s_.solverTreads[from.tread].speed;
    const float slip = slipOf(tread - rolling, rolling, tread),
                across = slipOf(glm::dot(velocity, glm::cross(from.along, from.normal)), rolling, tread);
    wheel.slip = std::isfinite(slip) ? slip : 0.0f;
    wheel.slipAcross = std::isfinite(across) ? across : 0.0f;
}

/// The wheels of vehicles that have fallen asleep stand.
template <class T>
void DynamicsStep<T>::stopSleepingVehicles() {
    for (const std::uint32_t index : s_.activeVehicles) {
        VehicleRecord<T>& vehicle = s_.vehicles.at(index);
        const Record* const record = s_.find(vehicle.vehicle.body);
        if (record != nullptr && record->isAsleep()) {
            std::ranges::fill(vehicle.treadSpeeds, 0.0f);
            for (auto& wheel : vehicle.state.wheels) {
                wheel.spin = wheel.slip = wheel.slipAcross = 0.0f;
            }
            vehicle.state.speed = 0.0f;
        }
    }
}

#define SAT3D_INSTANTIATE(T)                        \
    template void DynamicsStep<T>::loadVehicles();  \
    template void DynamicsStep<T>::storeVehicles(); \
    template void DynamicsStep<T>::stopSleepingVehicles()
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
