#pragma once

/// @file
/// The separating axis test (SAT) in the plane.

#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

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
/// @param a, b  in one frame. ConvexPolygon::fromLoop() makes a polygon of a loop in either winding, and
/// refuses a loop that is not convex
/// @note  Brute force below 14 vertices in all, O(n m); otherwise rotating calipers, O(n + m). No allocation.
/// Source: G. Toussaint, "Solving Geometric Problems with the Rotating Calipers", 1983.
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparation(const ConvexPolygon& a,
                                                          const ConvexPolygon& b) noexcept;

}  // namespace sat3d::SAT3D_ABI
