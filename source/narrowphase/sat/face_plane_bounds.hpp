#pragma once

/// @file
/// Bounds that rule out faces and edges of a hull as separating axes. They need only the hull's face
/// planes and a few points.

#include "narrowphase/convex/convex_proxy.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Upper bounds of the separation between a hull and a polytope of a few vertices, along the normals of the
/// hull's faces and edges. They need no support query and usually suffice to skip an axis.
class FacePlaneBounds {
public:
    static constexpr std::uint32_t kMaxPoints = 8;

    [[nodiscard]] static bool canTake(const ConvexProxy& hull, const ConvexProxy& few) noexcept {
        return hull.hull() != nullptr && few.hull() == nullptr;
    }

    /// @param hull, few  as canTake() requires
    FacePlaneBounds(const ConvexProxy& hull, const ConvexProxy& few) noexcept
        : faces_(hull.hull()->faces()),
          edges_(hull.hull()->edges()),
          below_(hull.hull()->data().mesh.maxPlanarityError),
          count_(few.vertexCount()) {
        for (std::uint32_t i = 0; i < count_; ++i) {
            points_[i] = hull.inHull(few.vertex(i));
        }
    }

    /// Upper bound of the separation along a face normal.
    [[nodiscard]] double mostOverFace(std::uint32_t face) const noexcept {
        const Plane& plane = faces_[face].plane;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < count_; ++i) {
            least = std::min(least, glm::dot(plane.normal, points_[i]));
        }
        return least - (plane.offset - below_);
    }

    /// Whether no axis between the normals of an edge's two faces is better than the best known axis. This is
    /// true if one point lies deep enough below both planes. (Along a p + b q with a, b >= 0 and a + b >= 1,
    /// the point lies below the edge by a times its depth below the one plane plus b times its depth below
    /// the other: docs/kernels.md.)
    /// @param best  the separation along the known axis
    [[nodiscard]] bool noneIsBetter(std::uint32_t edge, double best) const noexcept {
        const auto& [left, right] = edges_[edge].faces;
        const Plane &p = faces_[left].plane, &q = faces_[right].plane;
        const double lower = std::min(best, 0.0) - below_;
        const double mostP = p.offset + lower, mostQ = q.offset + lower;
        for (std::uint32_t i = 0; i < count_; ++i) {
            if (glm::dot(p.normal, points_[i]) <= mostP && glm::dot(q.normal, points_[i]) <= mostQ) {
                return true;
            }
        }
        return false;
    }

private:
    std::span<const ConvexHull::Face> faces_;
    std::span<const ConvexHull::Edge> edges_;
    double below_;  ///< largest distance of a face's vertex below its plane
    std::uint32_t count_;
    std::array<glm::dvec3, kMaxPoints> points_;  ///< in the hull's frame
};

}  // namespace sat3d::SAT3D_ABI
