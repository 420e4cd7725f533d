#pragma once

/// @file
/// The thresholds of contacts with surfaces, in the order of the steps of findContacts(). Fractions are of
/// the body's size (its bounding radius) unless they say otherwise. Rounding has tolerances of its own: see
/// SurfacePair and pair/contact_tolerances.hpp.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

// One angle, 0.8 degrees, decides what is one plane: a hill of triangles gives a body that lies on it one
// patch of contacts, and a body that rolls over an edge feels none that is flatter.

/// Cosines: normals within 0.8 degrees belong to one patch. The patch's normal is that of its deepest
/// triangle, so that two triangles of a patch may differ by twice the angle.
inline constexpr double kSamePatch = 0.9999, kWithinPatch = 0.9996;
/// The sine of the angle of kSamePatch.
inline constexpr double kPatchSine = 0.01414;
/// An edge whose arc of normals has a smaller sine is flat: it has no normal of its own. A little below
/// kPatchSine, so that an edge that is no longer part of a patch has one.
inline constexpr double kFlatEdge = 0.014;
/// A capsule that deviates by less from an edge's direction lies along it: a sine.
inline constexpr double kAlongEdge = 0.0141;

// Patches: which points of the body's face lie on a patch.

/// The tolerance of heights: triangles of a patch that are as high as this over each other are one ground.
inline constexpr double kSameHeight = 2.5e-4;
/// Points that hover by more than this over the deepest of a patch carry no load.
inline constexpr double kRaisedBand = 1e-3;
/// Points of a capsule that are closer to its end by this fraction are as good as the end.
inline constexpr double kNearEnd = 0.01;
/// A point must be better by this fraction of the patch's length to replace an earlier one.
inline constexpr double kNearlyAsGood = 0.01;
/// A point that hovers by this fraction of a length counts as nearer by that length.
inline constexpr double kHover = 2e-3;
/// A point counts as on the side of a triangle up to this fraction of the side's length.
inline constexpr double kOnTriangleSide = 1e-6;
/// A cosine: a face of the body hides the others if they all look away from what it looks at.
inline constexpr double kLooksAway = 1e-6;

// Features: pushes over edges and vertices of the surface.

/// Points within this fraction of a triangle's size of an edge or vertex lie on it.
inline constexpr double kOnFeature = 2e-5;
/// A place on an edge may lie this fraction of the edge beyond its ends: rounding.
inline constexpr double kBeyondEnds = 1e-9;
/// A cosine: a normal that leans by less into a triangle at a vertex is allowed.
inline constexpr double kLean = 1e-6;
/// A cosine: a normal that leans by less toward a point of another triangle at an edge is allowed.
inline constexpr double kLeanAtEdge = 1e-9;

// Judging and covering: which contacts others make superfluous, and what is left.

/// A push is dropped if a push that is shorter by this factor frees the body as well.
inline constexpr double kMuchLonger = 1.5;
/// It frees the body of a triangle if it leaves no more than this fraction of its own depth.
inline constexpr double kRest = 0.1;
/// A push over an edge or a vertex is preferred to the exact one unless it is longer by this factor.
inline constexpr double kLongPush = 2.0;
/// From this far off a triangle the body is moved back to find where it leaves it: a fraction of the body,
/// and of the triangle if the body is hardly more than a point.
inline constexpr double kClear = 0.01, kLeastClear = 1e-8;

}  // namespace sat3d::SAT3D_ABI
