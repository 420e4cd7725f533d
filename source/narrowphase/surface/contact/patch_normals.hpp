#pragma once

/// @file
/// The angle within which triangles belong to one patch of contacts.

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Cosines: normals within 0.8 degrees belong to one patch. The patch's normal is that of its deepest
/// triangle, so that two triangles of a patch may differ by twice the angle.
inline constexpr double kSamePatch = 0.9999, kWithinPatch = 0.9996;

}  // namespace sat3d::inline SAT3D_ABI
