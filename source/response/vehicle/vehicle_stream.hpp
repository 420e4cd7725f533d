#pragma once

/// @file
/// Vehicles in hashes and snapshots.

#include "response/vehicle/vehicle_table.hpp"
#include "world/state_stream.hpp"

namespace sat3d::SAT3D_ABI {

/// Writes all vehicles.
template <class T>
void writeVehicles(StateStream& stream, const VehicleTable<T>& table);

/// Reads the vehicles of a snapshot. Returns what is wrong with it, or nullptr.
template <class T>
[[nodiscard]] const char* readVehicles(StateStream& stream, VehicleTable<T>& table);

}  // namespace sat3d::SAT3D_ABI
