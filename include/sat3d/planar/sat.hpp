#pragma once

/// @file
/// The separating axis test (SAT) in the plane.

#include <sat3d/core/config.hpp>
#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Separation of two convex polygons along the axis that separates them most.
struct PlanarSeparation {
    /// Signed. Negative: the polygons overlap, and -separation is the penetration depth. 0: they touch.
    /// Positive: the largest gap along an edge normal, which is a lower bound of the distance.
    double separation = 0.0;
    /// Unit separating axis. If the polygons overlap, moving B by -separation * normalAToB makes them touch.
    glm::dvec2 normalAToB{0.0};
    bool isEdgeOfA = true;   ///< whether the axis is normal to an edge of A; otherwise to an edge of B
    std::uint32_t edge = 0;  ///< index of that edge: it runs from vertex `edge` to the next one
};

/// Computes the largest separation over the edge normals of both polygons. It decides exactly whether they
/// overlap, and gives the minimum translation vector if they do.
/// @code
/// auto result = sat3d::planarSeparation(*polygonA, *polygonB);
/// if (result.separation < 0.0) { moveB(-result.separation * result.normalAToB); }
/// @endcode
/// Among equal axes, edges of A come before edges of B, and lower indices before higher ones.
/// @param a, b  loops of vertices in one frame, clockwise or counter-clockwise: strictly convex, at least two
/// each (asserted); two make a segment with two opposite edges. Make a ConvexPolygon of points that may
/// violate this.
/// @note  Brute force below 14 vertices in all, otherwise rotating calipers. No allocation.
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparation(std::span<const glm::dvec2> a,
                                                          std::span<const glm::dvec2> b) noexcept;
[[nodiscard]] inline PlanarSeparation planarSeparation(const ConvexPolygon& a,
                                                       const ConvexPolygon& b) noexcept {
    return planarSeparation(a.vertices(), b.vertices());
}

/// planarSeparation() by brute force. It scans all vertices for the supports of each edge normal: O(n (n +
/// m)). The result equals that of planarSeparationRotatingCalipers() bit for bit.
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparationBruteForce(std::span<const glm::dvec2> a,
                                                                    std::span<const glm::dvec2> b) noexcept;

/// planarSeparation() by rotating calipers: it visits the edge normals in angular order, as edges of the
/// Minkowski difference, so the supporting vertices only advance: O(n + m).
/// Source: G. Toussaint, "Solving Geometric Problems with the Rotating Calipers", 1983.
[[nodiscard]] SAT3D_API PlanarSeparation
planarSeparationRotatingCalipers(std::span<const glm::dvec2> a, std::span<const glm::dvec2> b) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
