#pragma once

/// @file
/// The part of a chord inside a convex shape, which tells where the path near it is.

#include "narrowphase/ray/relative_path.hpp"

#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

struct ChordClip {
    bool mayEnter = false;     ///< false: the path is outside, as the chord misses the widened shape
    bool staysInside = false;  ///< the path is inside, as the chord is inside the narrowed shape
    /// The part of the chord inside the shape, as shares of the chord. Empty unless enter < leave. Adjacent
    /// chords agree on whether their common point is inside.
    double enter = 0.0, leave = 0.0;
    /// kNoFace if the chord starts or ends inside, or on the surface by rounding, and for round shapes:
    /// normalAt() finds the face then.
    std::uint32_t enterFace = RayIntersection::kNoFace, leaveFace = RayIntersection::kNoFace;
    bool startsInside = false, endsInside = false;
};

/// Clips a chord at a convex shape or a half-space, in the shape's frame.
[[nodiscard]] ChordClip clippedChord(const ShapeRef& shape, const PathChord& chord) noexcept;

/// The unit normal at a point of the surface.
/// @param face  of the point, or kNoFace: then that of the closest face
[[nodiscard]] glm::dvec3 normalAt(const ShapeRef& shape, const glm::dvec3& point,
                                  std::uint32_t& face) noexcept;

}  // namespace sat3d::SAT3D_ABI
