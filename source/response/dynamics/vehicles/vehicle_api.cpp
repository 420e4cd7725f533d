#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/vehicle/vehicle_faults.hpp"
#include "world/objects/object_faults.hpp"

#include <sat3d/response/dynamics.hpp>

#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
void wakeVehicle(DynamicsState<T>& state, ObjectId body) {
    if (auto* record = state.find(body)) {
        wakeIsland(state, *record);
        record->restSeconds = 0.0f;
    }
}

template <class T>
void setRecord(DynamicsState<T>& state, VehicleId id, const Vehicle& vehicle) {
    auto& record = state.vehicles.at(id.index);
    record.set(vehicle);
    state.vehicles.bakePrisms(record);
}

template <class T>
std::optional<WorldError> errorOf(const BasicWorld<T>& world, DynamicsState<T>& state,
                                  const Vehicle& vehicle) {
    const auto* const object = world.find(vehicle.body);
    const std::string name =
        "the vehicle of " + describeObject(object != nullptr ? object->name : "", vehicle.body.index);
    if (object == nullptr) {
        return WorldError{WorldError::Code::StaleId, name + ": the object does not exist"};
    }
    const auto bad = [&](const std::string& what) {
        return WorldError{WorldError::Code::BadVehicle, name + " " + what};
    };
    const auto* const record = state.find(vehicle.body);
    if (record == nullptr || !record->body.isDynamic()) {
        return bad("has nothing to carry: its object needs a body with a finite mass, see setBody()");
    }
    const char* const fault = faultOf(vehicle);
    return fault != nullptr ? std::optional(bad(fault)) : std::nullopt;
}

}  // namespace

template <class T>
auto BasicDynamics<T>::addVehicle(const World& world, const Vehicle& vehicle) -> Result<VehicleId, WorldError>
requires Spatial<T> {
    if (auto error = errorOf(world, *state_, vehicle)) {
        return Unexpected{*error};
    }
    wakeVehicle(*state_, vehicle.body);
    const VehicleId id = state_->vehicles.add();
    setRecord(*state_, id, vehicle);
    return id;
}

template <class T>
auto BasicDynamics<T>::setVehicle(const World& world, VehicleId id, const Vehicle& vehicle)
    -> std::optional<WorldError>
requires Spatial<T> {
    const Vehicle* const before = findVehicle(id);
    if (before == nullptr) {
        return WorldError{WorldError::Code::StaleId,
                          "vehicle " + std::to_string(id.index) + " was removed before"};
    }
    if (auto error = errorOf(world, *state_, vehicle)) {
        return error;
    }
    wakeVehicle(*state_, before->body);
    wakeVehicle(*state_, vehicle.body);
    setRecord(*state_, id, vehicle);
    return std::nullopt;
}

template <class T>
bool BasicDynamics<T>::removeVehicle(VehicleId id) requires Spatial<T> {
    const Vehicle* const vehicle = findVehicle(id);
    if (vehicle == nullptr) {
        return false;
    }
    wakeVehicle(*state_, vehicle->body);
    state_->vehicles.remove(id.index);
    return true;
}

template <class T>
bool BasicDynamics<T>::setVehicleInput(VehicleId id, const VehicleInput& input) requires Spatial<T> {
    if (state_->vehicles.find(id) == nullptr || !isSound(input)) {
        return false;
    }
    auto& record = state_->vehicles.at(id.index);
    if (record.input != input) {
        wakeVehicle(*state_, record.vehicle.body);
        record.input = input;
    }
    return true;
}

template <class T>
auto BasicDynamics<T>::findVehicle(VehicleId id) const noexcept -> const Vehicle* requires Spatial<T> {
    const auto* record = state_->vehicles.find(id);
    return record != nullptr ? &record->vehicle : nullptr;
}
template <class T>
auto BasicDynamics<T>::vehicleState(VehicleId id) const noexcept -> const VehicleState* requires Spatial<T> {
    const auto* record = state_->vehicles.find(id);
    return record != nullptr ? &record->state : nullptr;
}
template <class T>
auto BasicDynamics<T>::vehicles() const noexcept -> std::span<const VehicleId>
requires Spatial<T> {
    return state_->vehicles.ids();
}

#define SAT3D_INSTANTIATE(T)                                                                                 \
    template auto BasicDynamics<T>::addVehicle(const World&, const Vehicle&)->Result<VehicleId, WorldError>; \
    template auto BasicDynamics<T>::setVehicle(const World&, VehicleId, const Vehicle&)                      \
        ->std::optional<WorldError>;                                                                         \
    template bool BasicDynamics<T>::removeVehicle(VehicleId);                                                \
    template bool BasicDynamics<T>::setVehicleInput(VehicleId, const VehicleInput&);                         \
    template auto BasicDynamics<T>::findVehicle(VehicleId) const noexcept->const Vehicle*;                   \
    template auto BasicDynamics<T>::vehicleState(VehicleId) const noexcept->const VehicleState*;             \
    template auto BasicDynamics<T>::vehicles() const noexcept->std::span<const VehicleId>
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
