#pragma once

/// @file
/// When a convex shape on a straight path reaches another one, by closed forms.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sat/convex_sat.hpp"

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// Returns a fraction of A's displacement before which A is farther from a triangle than a gap; infinity if
/// it stays farther. Exact up to rounding if A is a sphere or a box, otherwise 0.
/// @param a             not a half-space
/// @param displacement  of A, in the frame of both
/// @param gap           meters, 0 or more; if A is a box, along the axes that separate it from the triangle
/// Source: a ray against the Minkowski difference. That of two polytopes is bounded by planes along the
/// normals of their faces, and along the cross products of their edges: Cameron, Culley, "Determining the
/// Minimum Translational Distance between Two Convex Polyhedra", 1986.
[[nodiscard]] double entryIntoTriangle(const ConvexProxy& a, const std::array<glm::dvec3, 3>& triangle,
                                       const glm::dvec3& displacement, double gap) noexcept;

struct CastEntry {
    double fraction = 0.0;
    /// An axis that separates the shapes until then, with the separation at the start. None for spheres.
    std::optional<SeparatingAxis> axis;
};

/// The same for two convex shapes: exact for a sphere and a triangle, and for two of box and triangle; a
/// lower bound for a sphere and a box or hull; otherwise 0.
/// @param gap  beyond the convex radii
[[nodiscard]] CastEntry castEntry(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& displacement,
                                  double gap) noexcept;

}  // namespace sat3d::SAT3D_ABI
