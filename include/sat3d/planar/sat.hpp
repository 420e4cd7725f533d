#pragma once

/// @file
/// The separating axis test in the plane.

#include <sat3d/core/config.hpp>
#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// How far two convex polygons are apart along their best axis.
struct PlanarSeparation {
    /// Signed: negative is overlap, minus its depth; 0 touching; for polygons apart the largest gap along an
    /// edge normal, a lower bound of their distance.
    double separation = 0.0;
    glm::dvec2 normalAToB{0.0};  ///< unit; moving B by -separation * normalAToB makes overlapping ones touch
    bool edgeOfA = true;         ///< whose edge the axis is normal to
    std::uint32_t edge = 0;      ///< that edge's index: it runs from this corner to the next
};

/// Largest separation over the edge normals of both polygons: exact overlap decision, and the minimum
/// translation when they overlap. Ties go to A, then to the lowest index.
/// @param a, b  corners counter-clockwise, strictly convex, at least two each (a segment counts as two edges
/// back to back), in one frame. Spans let callers avoid building polygons.
/// @note  all pairs up to a dozen corners, above that in linear time (below); no allocation.
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparation(std::span<const glm::dvec2> a,
                                                          std::span<const glm::dvec2> b) noexcept;

/// The two ways behind planarSeparation, by name, for tests and teaching. Both give the same answer, bit for
/// bit. All edges against all corners, O(n (n + m)).
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparationAllPairs(std::span<const glm::dvec2> a,
                                                                  std::span<const glm::dvec2> b) noexcept;
/// Turns a line once around both polygons, so that the edges of both come by in the order of their angle
/// (they are the edges of the Minkowski difference) and the supporting corners only ever move on, O(n + m).
/// Source: G. Toussaint, "Solving Geometric Problems with the Rotating Calipers", 1983.
[[nodiscard]] SAT3D_API PlanarSeparation planarSeparationMerged(std::span<const glm::dvec2> a,
                                                                std::span<const glm::dvec2> b) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
