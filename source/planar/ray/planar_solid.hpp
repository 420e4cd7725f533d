#pragma once

/// @file
/// The children of a compound as one solid: where they touch, it has no border.
///
/// A point on a common border of children is in the interior of none of them, but in that of their union. So
/// a ray along such a border is inside if it is inside on both of its sides: shifted by next to nothing to
/// the left, and shifted to the right.

#include "planar/ray/planar_chord.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Children whose borders are closer than this touch: a few roundings of their coordinates as floats. Meters.
/// @param circle  around the child, in the compound's frame
[[nodiscard]] double touchingTolerance(const BoundingCircle& circle) noexcept;

/// Returns the first part of a line inside the union of all children that ends after a t, or nothing. Entry
/// and exit name their child, the lowest numbered of equals.
/// @param line  in the compound's frame
[[nodiscard]] std::optional<PlanarChord> firstChordThrough(const PlanarCompound& compound,
                                                           const PlanarLine& line,
                                                           double after = 0.0) noexcept;

/// Whether a point that is in no child is inside the union: on a common border of children.
/// @param point  in the compound's frame
[[nodiscard]] bool isOnInnerBorder(const PlanarCompound& compound, const glm::dvec2& point) noexcept;

/// Whether a point is inside a shape, perhaps a compound.
/// @param point  in the shape's frame
[[nodiscard]] bool containsLocal(const PlanarShapeRef& shape, const glm::dvec2& point) noexcept;

/// Whether a shape without width, which overlaps no child, overlaps their union: a point or a segment on a
/// common border of children.
/// @param thin         a core that isThin()
/// @param thinInSolid  from the frame of that core to the compound's
[[nodiscard]] bool isOnInnerBorder(const PlanarCompound& compound, const PlanarProxy& thin,
                                   const PlanarTransform& thinInSolid) noexcept;

}  // namespace sat3d::SAT3D_ABI
