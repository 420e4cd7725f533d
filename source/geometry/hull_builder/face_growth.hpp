#pragma once

/// @file
/// Growth of faces over nearly coplanar neighbors.

#include "geometry/hull_builder/face_partition.hpp"
#include "geometry/hull_builder/support_search.hpp"

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Joins connected neighbors to each face, the largest face first, if they lie within `tolerance` of its
/// plane and have a similar normal. Faces that are already joined do not change. The result may not be a
/// valid polyhedron: see mergeFaces(). Returns the newly joined faces.
/// @param support  of the same hull
/// @param arena  memory of the computation and of the result
ArenaVector<std::uint32_t> growFaces(FacePartition& faces, SupportSearch& support, double tolerance,
                                     Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
