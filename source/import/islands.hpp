#pragma once

/// The loose parts of a surface.

#include "import/surface.hpp"

#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// A welded surface taken apart where faces share no vertex, in the order of the parts' first vertices;
/// vertices and faces keep their order. Linear time, no recursion.
std::vector<Surface> islands(const Surface& surface);

}  // namespace sat3d::inline SAT3D_ABI::importing
