#pragma once

/// @file
/// Joins the faces of a hull that differ by less than the noise of its points.

#include "geometry/hull_builder/face_partition.hpp"

#include <sat3d/geometry/plane.hpp>

namespace sat3d::inline SAT3D_ABI {

struct MergedFaces {
    double outside;             ///< metres: no vertex lies farther outside the hull of the remaining corners
    ArenaVector<Plane> planes;  ///< of joined faces, by their numbers: along Newell's normal of the corners,
                                ///< touching the hull; empty where there are none
};

/// Joins neighbouring faces whose vertices all lie within `tolerance` (metres) of one plane. What is left is
/// a valid polyhedron: every face is a loop of at least three corners, convex and flat within twice the
/// tolerance, whose dropped vertices lie within twice the tolerance of it, and two faces share a corner or
/// an edge or nothing. Faces that cannot be joined so stay as exact as they were.
/// @param support  of the same hull
/// @param arena  for what it needs, the result included
MergedFaces mergeFaces(FacePartition& faces, SupportSearch& support, double tolerance, Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
