#pragma once

/// @file
/// The vehicles of a Dynamics.

#include "response/records/slot_table.hpp"
#include "response/vehicle/wheel_prism.hpp"

#include <sat3d/response/vehicle.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Impulses of a wheel in the last substep, for warm starting.
struct WheelImpulses {
    float spring = 0.0f, stop = 0.0f, along = 0.0f, across = 0.0f;
};

/// What the ground does to a wheel in one step.
struct WheelGround {
    float along = 0.0f, across = 0.0f;  ///< friction at the peak
    glm::vec3 velocity{0.0f};           ///< of its surface in its own motion, m/s, world frame
    float maxImpulse = 0.0f;            ///< see BasicContactSettings
};

/// The give of a wheel without ground below it.
inline constexpr float kNoGround = std::numeric_limits<float>::infinity();

/// The part of a spring's compression that does not push, meters, 0 or more. A wheel that finds its ground
/// when it is deep in it already, as on a car that turns over from its side, would else throw the car up.
/// @param give         of the step before, or kNoGround
/// @param compression  of the spring, meters
[[nodiscard]] inline float giveOf(float give, float compression, float seconds) {
    constexpr float kSpeed = 0.5f;  // m/s with which the spring takes up its load
    return std::max(std::min(give - kSpeed * seconds, compression), 0.0f);
}

/// A vehicle, or the place of a removed one.
template <class T>
struct VehicleRecord {
    std::uint32_t generation = 0;  ///< of the vehicle, or of the last one here
    bool exists = false;
    Vehicle vehicle;
    VehicleInput input;
    BasicVehicleState<T> state;
    std::vector<WheelImpulses> impulses;  ///< by wheel
    std::vector<float> treadSpeeds;       ///< m/s, by tread
    std::vector<float> lockImpulses;      ///< by axle: see SolverAxle
    std::vector<float> gives;             ///< by wheel: see giveOf()
    std::int32_t gear = 0;                ///< the one that is in, or comes in after shifting
    float shiftSeconds = 0.0f;            ///< until it is in

    // Derived.
    std::vector<std::uint32_t> treadOf;  ///< by wheel: its own tread, or that of its track
    std::vector<WheelPrism> prisms;      ///< by wheel, if it casts a cylinder

    // Memory of one step.
    bool isCast = false;                 ///< whether its wheels have been cast in this step
    float approach = 0.0f;               ///< m/s with which what is near comes up to it, at most
    std::vector<glm::dvec2> directions;  ///< by wheel: cosine and sine of its angle, above 0 to the right
    std::vector<WheelGround> grounds;    ///< by wheel
    std::vector<float> sprungMasses;     ///< kg, by wheel
    std::uint32_t firstTread = 0, firstAxle = 0;  ///< of the solver

    /// @param object  index of an object
    [[nodiscard]] bool standsOn(std::uint32_t object) const {
        return std::ranges::any_of(
            state.wheels, [&](const auto& wheel) { return wheel.touches && wheel.ground.index == object; });
    }

    /// Takes other settings. What turns goes on turning if the vehicle still has as many wheels and tracks.
    void set(const Vehicle& settings) {
        vehicle = settings;
        derive();
        const std::size_t wheels = vehicle.wheels.size(), treads = treadCount();
        if (state.wheels.size() != wheels || treadSpeeds.size() != treads) {
            state.wheels.assign(wheels, {});
            gives.assign(wheels, 0.0f);
            impulses.assign(wheels, {});
            treadSpeeds.assign(treads, 0.0f);
        }
        lockImpulses.resize(vehicle.axles.size(), 0.0f);
    }
    /// Wheels without a track have a tread each.
    void derive() {
        const auto& wheels = vehicle.wheels;
        std::uint32_t treads = 0;
        treadOf.resize(wheels.size());
        directions.resize(wheels.size());
        grounds.resize(wheels.size());
        sprungMasses.resize(wheels.size());
        std::map<std::uint32_t, std::uint32_t> treadOfTrack;
        for (std::size_t i = 0; i < wheels.size(); ++i) {
            const bool isOfTrack = wheels[i].track != VehicleWheel::kNoTrack;
            treadOf[i] = isOfTrack ? treadOfTrack.try_emplace(wheels[i].track, treads).first->second : treads;
            treads += treadOf[i] == treads ? 1 : 0;
        }
    }
    [[nodiscard]] std::size_t treadCount() const {
        return treadOf.empty() ? 0 : std::size_t{*std::ranges::max_element(treadOf)} + 1;
    }
};

template <class T>
class VehicleTable : public SlotTable<VehicleId, VehicleRecord<T>> {
public:
    /// Gives a vehicle the prisms of its wheels. It takes those that another vehicle has already: one of the
    /// table, or of a snapshot that is read.
    void bakePrisms(VehicleRecord<T>& record, std::span<const VehicleRecord<T>> ofSnapshot = {}) const {
        const Vehicle& vehicle = record.vehicle;
        std::vector<WheelPrism> prisms;
        for (const VehicleWheel& wheel : vehicle.wheels) {
            const WheelPrism* known = findPrism(prisms, vehicle, wheel);
            for (const auto& records : {this->slots(), ofSnapshot}) {
                for (std::size_t i = 0; known == nullptr && i < records.size(); ++i) {
                    known = findPrism(records[i].prisms, vehicle, wheel);
                }
            }
            prisms.push_back(known != nullptr ? *known : WheelPrism::of(vehicle, wheel));
        }
        record.prisms = std::move(prisms);
    }

private:
    [[nodiscard]] static const WheelPrism* findPrism(const std::vector<WheelPrism>& prisms,
                                                     const Vehicle& vehicle, const VehicleWheel& wheel) {
        const auto found =
            std::ranges::find_if(prisms, [&](const WheelPrism& prism) { return prism.fits(vehicle, wheel); });
        return found != prisms.end() ? &*found : nullptr;
    }
};

}  // namespace sat3d::SAT3D_ABI
