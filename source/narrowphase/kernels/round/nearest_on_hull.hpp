#pragma once

/// @file
/// The point of a hull that is closest to a point outside.

#include "shapes/convex_hull/hull_data.hpp"

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The point of a hull that is closest to a point outside, in the hull's frame.
struct NearestOnHull {
    enum class Feature : std::uint8_t { Vertex, Edge, Face };

    glm::dvec3 point;
    double squaredDistance;
    Feature feature;                        ///< the lowest-dimensional feature that holds the point
    std::uint32_t face;                     ///< a face with this feature, in the kernel's order
    std::array<std::uint32_t, 2> vertices;  ///< of the edge, along the loop of the face; or twice the vertex

    /// Whether both points lie on the same vertex, edge or face.
    [[nodiscard]] bool hasFeatureOf(const NearestOnHull& other) const noexcept {
        if (feature != other.feature) {
            return false;
        }
        return feature == Feature::Face ? face == other.face
                                        : vertices == other.vertices || (vertices[0] == other.vertices[1] &&
                                                                         vertices[1] == other.vertices[0]);
    }
};

/// Whether nearestOnHull() can answer for the hull: only for huge hulls, it cannot.
[[nodiscard]] inline bool hasNearest(const HullData& hull) noexcept {
    return !hull.kernel.adjacency.faces.empty();
}

/// Walks from a face to the closest one. Each step goes to a face around the closest point of the last face.
/// The faces that look away from the point are left out, except for those that it lies on up to rounding:
/// their distance is 0. The distance is convex, so that a point without a closer neighbor is the closest one.
/// @param point  in the hull's frame, outside
/// @param face   a face that looks toward the point, in the kernel's order; best one near the closest point
[[nodiscard]] NearestOnHull nearestOnHull(const HullData& hull, const glm::dvec3& point,
                                          std::uint32_t face) noexcept;

/// The index in the mesh of the edge that holds a closest point.
[[nodiscard]] std::uint32_t meshEdgeOf(const HullData& hull, const NearestOnHull& nearest) noexcept;

}  // namespace sat3d::SAT3D_ABI
