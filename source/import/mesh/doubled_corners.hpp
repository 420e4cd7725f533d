#pragma once

/// Corners that a mesh has twice, a little apart.

#include <sat3d/geometry/hull_builder.hpp>

#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI::importing {

/// A hull whose doubled corners do not split its faces.
struct MendedHull {
    HullMesh hull;
    double apart;             ///< the largest distance of two points of a corner, meters
    float coplanarTolerance;  ///< with which the hull is built
};

/// Builds the hull of a mesh with doubled corners again, with a tolerance of twice their distance. Four
/// corners off by that distance lie in no plane, so their face falls into triangles, on which contacts find
/// only a part of it. Returns nothing if there are no such corners, or if the faces do not become larger
/// (bevels).
/// @param hull  of the points, with the default tolerance
/// @note  O(n log n)
std::optional<MendedHull> withoutDoubledCorners(std::span<const glm::vec3> points, const HullMesh& hull);

}  // namespace sat3d::SAT3D_ABI::importing
