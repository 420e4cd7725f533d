#pragma once

/// @file
/// Grows faces over their near-coplanar neighbours.

#include "geometry/hull_builder/face_partition.hpp"

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Joins to each face, the largest first, the connected neighbours that lie within `tolerance` of its plane
/// and look to the same side; faces already joined stay as they are. Geometry only: what comes out need not
/// be a polyhedron. Returns the newly joined faces.
/// @param support  of the same hull
/// @param arena  for what it needs, the result included
ArenaVector<std::uint32_t> growFaces(FacePartition& faces, SupportSearch& support, double tolerance,
                                     Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
