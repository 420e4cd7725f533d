#pragma once

/// @file
/// Joins the faces of a hull that differ by less than the noise of its points.

#include "geometry/face_partition.hpp"

namespace sat3d::inline SAT3D_ABI {

/// Joins neighbouring faces whose vertices all lie within `tolerance` (metres) of one plane. What is left is
/// a valid polyhedron: every face is a loop of at least three corners, convex and flat within twice the
/// tolerance, whose dropped vertices lie within twice the tolerance of it, and two faces share a corner or
/// an edge or nothing. Faces that cannot be joined so stay as exact as they were.
/// @param arena  for what it needs
/// @return  metres: no vertex of the hull lies farther outside the hull of the remaining corners than this.
double mergeFaces(FacePartition& faces, double tolerance, Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
