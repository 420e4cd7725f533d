#pragma once

/// @file
/// Merging of the nearly coplanar faces of a hull.

#include "geometry/hull_builder/face_partition.hpp"
#include "geometry/hull_builder/support_search.hpp"

#include <sat3d/geometry/plane.hpp>

namespace sat3d::SAT3D_ABI {

/// The result of mergeFaces().
struct MergedFaces {
    double outside;             ///< meters: no vertex lies farther outside the merged hull
    ArenaVector<Plane> planes;  ///< per face, for joined faces only: supporting plane with the Newell
                                ///< normal; empty if no faces were joined
};

/// Distances in meters.
struct MergeTolerance {
    double reach;  ///< a face grows over neighbors that lie within this distance of its plane
    double slack;  ///< the largest deviation of a joined face
};

/// Joins nearly coplanar neighboring faces. The result is a valid polyhedron: each face is a loop of at least
/// three vertices, convex and planar within the slack; two faces share nothing, one vertex or one edge; and
/// removed vertices lie within the slack of their face. Faces that would violate this are not joined.
/// @param support  supports of the same hull
/// @param arena  memory of the computation and of the result
MergedFaces mergeFaces(FacePartition& faces, SupportSearch& support, const MergeTolerance& tolerance,
                       Arena& arena);

}  // namespace sat3d::SAT3D_ABI
