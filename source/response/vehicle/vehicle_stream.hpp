#pragma once

/// @file
/// Vehicles in hashes and snapshots.

#include "response/motion/visit_numbers.hpp"
#include "response/vehicle/vehicle_faults.hpp"
#include "response/vehicle/vehicle_table.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/response/vehicle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Visits the size of a list, and then its elements. A reader that runs out of bytes reads no more of them.
/// @param more  returns whether the stream can go on
template <class Visit, class More, class Element, class Use>
void visitList(const Visit& visit, const More& more, std::vector<Element>& list, const Use& use) {
    auto size = static_cast<std::uint32_t>(list.size());
    visit(size);
    const std::size_t known = list.size();
    for (std::uint32_t i = 0; i < size && more(); ++i) {
        if (i >= known) {
            list.emplace_back();
        }
        use(list[i]);
    }
}

template <class Visit>
void visitWheel(const Visit& visit, VehicleWheel& wheel) {
    visitVector(visit, wheel.center);
    visit(wheel.radius), visit(wheel.travel), visit(wheel.hertz), visit(wheel.dampingRatio);
    Tire& tire = wheel.tire;
    for (TireGrip* grip : {&tire.along, &tire.across}) {
        visit(grip->friction), visit(grip->peakSlip);
    }
    visit(tire.slidingShare);
    visitRule(visit, tire.frictionCombine, tire.materialId);
    visitFlag(visit, wheel.steers);
    visit(wheel.inertia), visit(wheel.brakeTorque), visit(wheel.handBrakeTorque), visit(wheel.driveShare);
    visit(wheel.track);
    auto cast = static_cast<std::uint8_t>(wheel.cast);
    visit(cast);
    wheel.cast = static_cast<WheelCast>(cast);
    visit(wheel.width);
}

template <class Visit, class More>
void visitEngine(const Visit& visit, const More& more, VehicleEngine& engine) {
    visitList(visit, more, engine.torque, [&](auto& point) { visit(point.rpm), visit(point.torque); });
    visit(engine.idleRpm), visit(engine.maxRpm), visit(engine.inertia), visit(engine.brakingTorque);
    visitList(visit, more, engine.gears, visit);
    visit(engine.reverseGear), visit(engine.shiftSeconds), visit(engine.upRpm), visit(engine.downRpm);
}

template <class Visit, class More>
void visitSettings(const Visit& visit, const More& more, Vehicle& vehicle) {
    visitId(visit, vehicle.body);
    visitVector(visit, vehicle.forward), visitVector(visit, vehicle.up);
    visitList(visit, more, vehicle.wheels, [&](VehicleWheel& wheel) { visitWheel(visit, wheel); });
    visitList(visit, more, vehicle.axles, [&](VehicleAxle& axle) {
        visit(axle.left), visit(axle.right), visit(axle.antiRoll), visit(axle.lockTorque);
        visit(axle.steeringSpeed);
    });
    visitEngine(visit, more, vehicle.engine);
    visit(vehicle.maxSteering);
}

template <class Visit, class T>
void visitWheelState(const Visit& visit, BasicWheelState<T>& wheel) {
    visitFlag(visit, wheel.touches);
    visitId(visit, wheel.ground);
    visitVector(visit, wheel.point), visitVector(visit, wheel.normal);
    visit(wheel.compression), visit(wheel.load), visit(wheel.forceAlong), visit(wheel.forceAcross);
    visit(wheel.slip), visit(wheel.slipAcross), visit(wheel.spin), visit(wheel.roll), visit(wheel.steering);
}

/// Whether what a step begins with is finite.
template <class T>
[[nodiscard]] bool hasFiniteState(const VehicleRecord<T>& record) {
    const auto isNumber = [](float a) { return std::isfinite(a); };
    const auto isOfWheel = [](const WheelImpulses& wheel) {
        return std::isfinite(wheel.spring + wheel.stop + wheel.along + wheel.across);
    };
    return std::ranges::all_of(record.treadSpeeds, isNumber) &&
           std::ranges::all_of(record.lockImpulses, isNumber) &&
           std::ranges::all_of(record.impulses, isOfWheel) &&
           std::isfinite(record.state.rpm + record.shiftSeconds);
}

/// See visit_numbers.hpp.
template <class Visit, class More, class T>
void visitVehicle(const Visit& visit, const More& more, VehicleRecord<T>& record) {
    visit(record.generation);
    visitFlag(visit, record.exists);
    if (!record.exists) {
        return;
    }
    visitSettings(visit, more, record.vehicle);
    VehicleInput& input = record.input;
    visit(input.throttle), visit(input.brake), visit(input.handBrake), visit(input.steering),
        visit(input.gear);
    visitList(visit, more, record.state.wheels, [&](auto& wheel) { visitWheelState(visit, wheel); });
    visit(record.state.speed), visit(record.state.rpm), visit(record.state.gear);
    visitList(visit, more, record.impulses, [&](WheelImpulses& wheel) {
        visit(wheel.spring), visit(wheel.stop), visit(wheel.along), visit(wheel.across);
    });
    visitList(visit, more, record.treadSpeeds, visit);
    visitList(visit, more, record.lockImpulses, visit);
    visit(record.gear), visit(record.shiftSeconds);
}

template <class T, class Visit>
void writeVehicles(const VehicleTable<T>& table, const Visit& visit) {
    visit(static_cast<std::uint32_t>(table.slots().size()));
    for (VehicleRecord<T> record : table.slots()) {
        visitVehicle(
            visit, [] { return true; }, record);
    }
}

/// Reads the vehicles of a snapshot, which may end before. Returns what is wrong with it, or nullptr.
/// @param visit  reads into a number
template <class T, class Source, class Visit>
[[nodiscard]] const char* readVehicles(Source& source, const Visit& visit, VehicleTable<T>& table) {
    std::vector<VehicleRecord<T>> slots;
    std::uint32_t count = 0;
    if (source.restSize() > 0) {
        visit(count);
    }
    while (slots.size() < count && !source.hasFailed()) {
        VehicleRecord<T>& record = slots.emplace_back();
        visitVehicle(
            visit, [&] { return !source.hasFailed(); }, record);
        if (!record.exists || source.hasFailed()) {
            continue;
        }
        record.derive();
        const std::size_t wheels = record.vehicle.wheels.size();
        const auto gears = static_cast<std::int32_t>(record.vehicle.engine.gears.size());
        if (faultOf(record.vehicle) != nullptr || !isSound(record.input) || record.gear < -1 ||
            record.gear > gears || record.state.wheels.size() != wheels || record.impulses.size() != wheels ||
            record.treadSpeeds.size() != record.treadCount() ||
            record.lockImpulses.size() != record.vehicle.axles.size() || !hasFiniteState(record)) {
            return "has a bad vehicle";
        }
        table.bakePrisms(record, std::span<const VehicleRecord<T>>(slots));
    }
    table.restore(std::move(slots));
    return nullptr;
}

}  // namespace sat3d::SAT3D_ABI
