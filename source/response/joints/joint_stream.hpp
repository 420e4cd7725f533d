#pragma once

/// @file
/// Joints in hashes and snapshots.

#include "response/joints/joint_table.hpp"
#include "world/state_stream.hpp"

namespace sat3d::SAT3D_ABI {

/// Writes all joints.
template <class T>
void writeJoints(StateStream& stream, const JointTable<T>& table);

/// Reads the joints of a snapshot. Returns what is wrong with it, or nullptr.
template <class T>
[[nodiscard]] const char* readJoints(StateStream& stream, JointTable<T>& table);

}  // namespace sat3d::SAT3D_ABI
