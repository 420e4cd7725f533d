#pragma once

/// @file
/// Separation of two convex shapes in the frame of the pair: GJK for disjoint cores, separating axes for
/// overlapping ones.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The gap between the bounding spheres of two shapes: a lower bound of their separation, in spite of
/// rounding.
[[nodiscard]] double boundingSphereGap(const ConvexProxy& a, const ConvexProxy& b) noexcept;

/// Returns the separation of two convex shapes. kernel_answers.hpp handles boxes and hulls, kernels/round
/// spheres and capsules.
/// @param limit  as SeparationQuery::limit
[[nodiscard]] Separation convexSeparation(const ConvexProxy& a, const ConvexProxy& b,
                                          double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Returns the separation of a shape and a triangle. A one-sided triangle pushes to its front only.
/// @param limit  as SeparationQuery::limit
[[nodiscard]] Separation triangleSeparation(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides,
                                            double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Returns triangleSeparation() of a shape that overlaps a triangle; nothing if separating axes prove that it
/// does not.
[[nodiscard]] std::optional<Separation> triangleOverlap(const ConvexProxy& a, const ConvexProxy& triangle,
                                                        Sides sides) noexcept;

/// Returns the separation of a shape and the half-space of points p with dot(normal, p) <= offset.
[[nodiscard]] Separation halfSpaceSeparation(const ConvexProxy& a, const glm::dvec3& normal,
                                             double offset) noexcept;

/// Returns the separation of two shapes whose cores GJK has found disjoint.
/// @param limit  as SeparationQuery::limit
[[nodiscard]] Separation disjointSeparation(const ConvexProxy& a, const ConvexProxy& b,
                                            const GjkResult& apart,
                                            double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Returns the touching points of two shapes whose separation and normal are known. The shapes may overlap.
/// Computes the points if the separation has none.
/// @param start  start simplex for GJK, may be empty
[[nodiscard]] TouchingPoints touchingPoints(const ConvexProxy& a, const ConvexProxy& b,
                                            const Separation& separation,
                                            const VertexPairs& start = {}) noexcept;

}  // namespace sat3d::SAT3D_ABI
