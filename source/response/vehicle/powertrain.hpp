#pragma once

/// @file
/// Engine, gearbox and brakes: what they do to the treads in a step.

#include "response/solver/wheels/solver_wheel.hpp"
#include "response/vehicle/vehicle_table.hpp"

#include <sat3d/response/vehicle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The engine and the gearbox of a vehicle in a step.
template <class T>
class Powertrain {
public:
    explicit Powertrain(const VehicleRecord<T>& record)
        : record_(record), engine_(record.vehicle.engine), input_(record.input) {
        for (const VehicleWheel& wheel : record.vehicle.wheels) {
            shares_ += wheel.driveShare;
        }
        for (std::size_t i = 0; shares_ > 0.0f && i < record.vehicle.wheels.size(); ++i) {
            const VehicleWheel& wheel = record.vehicle.wheels[i];
            spin_ += shareOf(wheel) * record.treadSpeeds[record.treadOf[i]] / wheel.radius;
        }
    }

    [[nodiscard]] bool isMissing() const { return engine_.torque.empty() || shares_ == 0.0f; }

    /// The gear that the driver wants, or that the gearbox chooses.
    [[nodiscard]] std::int32_t wantedGear() const {
        const auto highest = static_cast<std::int32_t>(engine_.gears.size());
        if (input_.gear != VehicleInput::kAutomatic) {
            return std::clamp(input_.gear, -1, highest);
        }
        const std::int32_t gear = record_.gear;
        if (input_.throttle < 0.0f) {
            return -1;
        }
        if (gear <= 0) {
            return input_.throttle > 0.0f ? 1 : gear;
        }
        const float rpm = rpmOf(gear);
        return rpm > engine_.upRpm ? std::min(gear + 1, highest)
                                   : (rpm < engine_.downRpm ? std::max(gear - 1, 1) : gear);
    }

    /// The rpm at the end of the step.
    [[nodiscard]] float rpmAfter(float rpm, float dt) const {
        if (isEngaged()) {
            return std::clamp(std::abs(rpmOf(record_.gear)), engine_.idleRpm, engine_.maxRpm);
        }
        const float torque =
            std::abs(input_.throttle) * torqueAt(rpm) - engine_.brakingTorque * (rpm / engine_.maxRpm);
        const float free = engine_.inertia > 0.0f ? rpm + torque / engine_.inertia * dt * kRpmPerSpin : 0.0f;
        return std::clamp(free, engine_.idleRpm, engine_.maxRpm);
    }

    /// Adds what the engine does to a wheel to its tread.
    void addTo(SolverTread& tread, const VehicleWheel& wheel) const {
        if (isMissing() || !isEngaged() || wheel.driveShare == 0.0f) {
            return;
        }
        const float ratio = ratioOf(record_.gear), share = shareOf(wheel),
                    rpm = std::abs(rpmOf(record_.gear));
        tread.mass += engine_.inertia * ratio * ratio * share / (wheel.radius * wheel.radius);
        const float perTorque = std::abs(ratio) * share / wheel.radius;
        const bool drives = record_.gear < 0 ? input_.throttle != 0.0f : input_.throttle > 0.0f;
        if (drives) {
            tread.driveForce += std::abs(input_.throttle) *
                                torqueAt(std::clamp(rpm, engine_.idleRpm, engine_.maxRpm)) * perTorque;
            tread.driveSpeed = engine_.maxRpm / (kRpmPerSpin * ratio) * wheel.radius;
        } else {
            tread.brakeForce += engine_.brakingTorque * (rpm / engine_.maxRpm) * perTorque;
        }
    }

private:
    static constexpr float kRpmPerSpin = 9.54929658551372f;

    [[nodiscard]] float shareOf(const VehicleWheel& wheel) const { return wheel.driveShare / shares_; }
    [[nodiscard]] bool isEngaged() const { return record_.gear != 0 && record_.shiftSeconds <= 0.0f; }
    /// Turns of the engine for one of the wheels, below 0 in reverse.
    [[nodiscard]] float ratioOf(std::int32_t gear) const {
        return gear < 0 ? -engine_.reverseGear : engine_.gears[static_cast<std::size_t>(gear - 1)];
    }
    /// The rpm that the wheels ask for.
    [[nodiscard]] float rpmOf(std::int32_t gear) const { return kRpmPerSpin * ratioOf(gear) * spin_; }

    [[nodiscard]] float torqueAt(float rpm) const {
        const auto& curve = engine_.torque;
        const auto next = std::ranges::lower_bound(curve, rpm, {}, &VehicleEngine::TorqueAt::rpm);
        if (next == curve.begin() || next == curve.end()) {
            return next == curve.end() ? curve.back().torque : next->torque;
        }
        const auto& before = *(next - 1);
        const float share = (rpm - before.rpm) / (next->rpm - before.rpm);
        return before.torque + share * (next->torque - before.torque);
    }

    const VehicleRecord<T>& record_;
    const VehicleEngine& engine_;
    const VehicleInput& input_;
    float shares_ = 0.0f;
    float spin_ = 0.0f;  ///< of the wheels as the engine feels it, rad/s
};

/// Shifts gears.
template <class T>
void shift(VehicleRecord<T>& record, float dt) {
    const Powertrain<T> powertrain(record);
    if (powertrain.isMissing()) {
        return;
    }
    record.shiftSeconds = std::max(record.shiftSeconds - dt, 0.0f);
    const std::int32_t wanted = record.shiftSeconds > 0.0f ? record.gear : powertrain.wantedGear();
    if (wanted != record.gear) {
        record.gear = wanted;
        record.shiftSeconds = record.vehicle.engine.shiftSeconds;
    }
    record.state.gear = record.shiftSeconds > 0.0f ? 0 : record.gear;
    record.state.rpm = powertrain.rpmAfter(record.state.rpm, dt);
}

/// Sets what drives and brakes the treads of a vehicle in a step. The forces of the ground come later.
/// Treads in the air come to rest.
/// @param treads  of this vehicle
template <class T>
void setTreads(const VehicleRecord<T>& record, float dt, std::span<SolverTread> treads) {
    constexpr float kBearings = 0.2f;  // 1/s
    const Powertrain<T> powertrain(record);
    for (std::size_t i = 0; i < treads.size(); ++i) {
        treads[i] = {.speed = record.treadSpeeds[i] / (1.0f + kBearings * dt), .mass = 0.0f};
    }
    for (std::size_t i = 0; i < record.vehicle.wheels.size(); ++i) {
        if (record.state.wheels[i].touches) {
            treads[record.treadOf[i]].speed = record.treadSpeeds[record.treadOf[i]];
        }
    }
    for (std::size_t i = 0; i < record.vehicle.wheels.size(); ++i) {
        const VehicleWheel& wheel = record.vehicle.wheels[i];
        SolverTread& tread = treads[record.treadOf[i]];
        tread.mass += wheel.inertia / (wheel.radius * wheel.radius);
        tread.brakeForce +=
            (record.input.brake * wheel.brakeTorque + record.input.handBrake * wheel.handBrakeTorque) /
            wheel.radius;
        powertrain.addTo(tread, wheel);
    }
}

}  // namespace sat3d::SAT3D_ABI
