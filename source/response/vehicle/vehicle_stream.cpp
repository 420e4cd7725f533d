#include "response/vehicle/vehicle_stream.hpp"

#include "response/motion/visit_rule.hpp"
#include "response/vehicle/vehicle_faults.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/response/vehicle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

void visitWheel(StateStream& stream, VehicleWheel& wheel) {
    stream(wheel.center, wheel.radius, wheel.travel, wheel.hertz, wheel.dampingRatio);
    Tire& tire = wheel.tire;
    for (TireGrip* grip : {&tire.along, &tire.across}) {
        stream(grip->friction, grip->peakSlip);
    }
    stream(tire.slidingShare);
    visitRule(stream, tire.frictionCombine, tire.materialId);
    stream(wheel.steers, wheel.inertia, wheel.brakeTorque, wheel.handBrakeTorque, wheel.driveShare);
    stream(wheel.track, wheel.cast, wheel.width);
}

void visitEngine(StateStream& stream, VehicleEngine& engine) {
    visitList(stream, engine.torque, [&](auto& point) { stream(point.rpm, point.torque); });
    stream(engine.idleRpm, engine.maxRpm, engine.inertia, engine.brakingTorque);
    visitList(stream, engine.gears, stream);
    stream(engine.reverseGear, engine.shiftSeconds, engine.upRpm, engine.downRpm);
}

void visitSettings(StateStream& stream, Vehicle& vehicle) {
    stream(vehicle.body, vehicle.forward, vehicle.up);
    visitList(stream, vehicle.wheels, [&](VehicleWheel& wheel) { visitWheel(stream, wheel); });
    visitList(stream, vehicle.axles, [&](VehicleAxle& axle) {
        stream(axle.left, axle.right, axle.antiRoll, axle.lockTorque, axle.steeringSpeed);
    });
    visitEngine(stream, vehicle.engine);
    stream(vehicle.maxSteering);
}

template <class T>
void visitWheelState(StateStream& stream, BasicWheelState<T>& wheel) {
    stream(wheel.touches, wheel.ground, wheel.point, wheel.normal);
    stream(wheel.compression, wheel.load, wheel.forceAlong, wheel.forceAcross);
    stream(wheel.slip, wheel.slipAcross, wheel.spin, wheel.roll, wheel.steering);
}

template <class T>
void visitVehicleContents(StateStream& stream, VehicleRecord<T>& record) {
    visitSettings(stream, record.vehicle);
    VehicleInput& input = record.input;
    stream(input.throttle, input.brake, input.handBrake, input.steering, input.gear);
    visitList(stream, record.state.wheels, [&](auto& wheel) { visitWheelState(stream, wheel); });
    stream(record.state.speed, record.state.rpm, record.state.gear);
    visitList(stream, record.impulses,
              [&](WheelImpulses& wheel) { stream(wheel.spring, wheel.stop, wheel.along, wheel.across); });
    visitList(stream, record.treadSpeeds, stream);
    visitList(stream, record.lockImpulses, stream);
    visitList(stream, record.gives, stream);
    stream(record.gear, record.shiftSeconds);
}

template <class T>
void visitVehicle(StateStream& stream, VehicleRecord<T>& slot) {
    visitSlot(stream, slot, [&](VehicleRecord<T>& record) { visitVehicleContents(stream, record); });
}

/// Whether what a step begins with is sound.
template <class T>
bool hasSoundState(const VehicleRecord<T>& record) {
    const auto isNumber = [](float a) { return std::isfinite(a); };
    const auto isOfWheel = [](const WheelImpulses& wheel) {
        return std::isfinite(wheel.spring + wheel.stop + wheel.along + wheel.across);
    };
    return std::ranges::all_of(record.treadSpeeds, isNumber) &&
           std::ranges::all_of(record.lockImpulses, isNumber) &&
           std::ranges::all_of(record.gives, [](float give) { return give >= 0.0f; }) &&
           std::ranges::all_of(record.impulses, isOfWheel) &&
           std::isfinite(record.state.rpm + record.shiftSeconds);
}

/// @param record  whose numbers that follow from its settings are derived
template <class T>
bool isBad(const VehicleRecord<T>& record) {
    const std::size_t wheels = record.vehicle.wheels.size();
    const auto gears = static_cast<std::int32_t>(record.vehicle.engine.gears.size());
    return faultOf(record.vehicle) != nullptr || !isSound(record.input) || record.gear < -1 ||
           record.gear > gears || record.state.wheels.size() != wheels || record.impulses.size() != wheels ||
           record.gives.size() != wheels || record.treadSpeeds.size() != record.treadCount() ||
           record.lockImpulses.size() != record.vehicle.axles.size() || !hasSoundState(record);
}

}  // namespace

template <class T>
void writeVehicles(StateStream& stream, const VehicleTable<T>& table) {
    writeList(stream, table.slots(), [&](VehicleRecord<T>& record) { visitVehicle(stream, record); });
}

template <class T>
const char* readVehicles(StateStream& stream, VehicleTable<T>& table) {
    std::vector<VehicleRecord<T>> slots;
    visitList(stream, slots, [&](VehicleRecord<T>& record) { visitVehicle(stream, record); });
    for (VehicleRecord<T>& record : slots) {
        if (!record.exists || stream.hasFailed()) {
            continue;
        }
        record.derive();
        if (isBad(record)) {
            return "has a bad vehicle";
        }
        table.bakePrisms(record, std::span<const VehicleRecord<T>>(slots));
    }
    table.restore(std::move(slots));
    return nullptr;
}

#define SAT3D_INSTANTIATE(T)                                           \
    template void writeVehicles(StateStream&, const VehicleTable<T>&); \
    template const char* readVehicles(StateStream&, VehicleTable<T>&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
