#pragma once

/// @file
/// The thresholds of contacts with surfaces, by the stages of contact_draft.hpp. Fractions are of the body's
/// size (its bounding radius) unless they say otherwise. Tolerances of rounding are elsewhere: in SurfacePair
/// and, with those that all manifolds share, in pair/contact_tolerances.hpp.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

// All stages. One angle, 0.8 degrees, decides what is one plane: a hill of triangles gives a body that lies
// on it one patch of contacts, and a body that rolls over an edge feels none that is flatter.

/// Cosines: normals within 0.8 degrees belong to one patch. The patch's normal is that of its deepest
/// triangle, so that two triangles of a patch may differ by twice the angle.
inline constexpr double kSamePatch = 0.9999, kWithinPatch = 0.9996;
/// A sine: that of the angle, and a little less, so that an edge that is no longer part of a patch, as floats
/// decide, has a normal of its own. A capsule whose deviation from an edge is smaller lies along it.
inline constexpr double kPatchSine = 0.014;

// 1. Propose: which points of the body's face lie on a patch, and which four of them hold it.

/// The tolerance of heights: triangles of a patch that are as high as this over each other are one ground.
inline constexpr double kSameHeight = 2.5e-4;
/// Points that hover by more than this over the deepest of a patch carry no load.
inline constexpr double kRaisedBand = 1e-3;
/// A point that hovers by this fraction of a length counts as nearer by that length.
inline constexpr double kHover = 2e-3;
/// A point counts as on the side of a triangle up to this fraction of the side's length.
inline constexpr double kOnTriangleSide = 1e-6;

// 1. Propose: which pushes over edges and vertices the surface allows.

/// Points within this fraction of a triangle's size of an edge or vertex lie on it.
inline constexpr double kOnFeature = 2e-5;
/// Cosines: a normal that leans by less into the surface is allowed. At an edge, whose normals are cut where
/// they begin to lean, only rounding leans by less.
inline constexpr double kLean = 1e-6, kLeanAtEdge = 1e-9;

// 2. Judge, and 3. cover: which contacts are not needed, and which lack.

/// A push is dropped if a push that is shorter by this factor frees the body as well.
inline constexpr double kMuchLonger = 1.5;
/// It frees the body of a triangle if it leaves no more than this fraction of its own depth.
inline constexpr double kRest = 0.1;
/// A push along a normal that the surface allows stands for the shortest unless it is longer by this factor.
inline constexpr double kLongPush = 2.0;
/// From this far off a triangle the body is moved back to find where it leaves it: a fraction of the body,
/// and of the triangle if the body is hardly more than a point.
inline constexpr double kClear = 0.01, kLeastClear = 1e-8;

}  // namespace sat3d::SAT3D_ABI
