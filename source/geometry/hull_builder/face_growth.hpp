#pragma once

/// @file
/// Growth of faces over nearly coplanar neighbors.

#include "geometry/hull_builder/face_partition.hpp"
#include "geometry/hull_builder/support_search.hpp"

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Grows each face, the largest first: joins the connected neighbors that lie within `tolerance` (meters) of
/// its plane and have a similar normal. Faces that are already joined do not change. The result may not be a
/// valid polyhedron: see mergeFaces(). Returns the newly joined faces.
/// @param support  supports of the same hull
/// @param arena  memory of the computation and of the result
ArenaVector<std::uint32_t> growFaces(FacePartition& faces, SupportSearch& support, double tolerance,
                                     Arena& arena);

}  // namespace sat3d::SAT3D_ABI
