#include "geometry/primitives/ear_clipping.hpp"
#include "geometry/primitives/polygon_measures.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/triangulation.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

/// Largest number of remaining vertices for which ears are searched. Without this limit, the search would
/// take cubic time.
constexpr std::size_t kMaxVertices = 1000;

/// Projects the polygon along the coordinate axis that is closest to its normal, and mirrors it if necessary,
/// so that the result is counter-clockwise.
std::vector<glm::dvec2> projected(std::span<const std::uint32_t> polygon,
                                  std::span<const glm::vec3> vertices) {
    const glm::dvec3 normal = newellNormal(vertices, polygon);
    int axis = std::abs(normal.x) > std::abs(normal.y) ? 0 : 1;
    axis = std::abs(normal.z) > std::abs(normal[axis]) ? 2 : axis;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<glm::dvec2> points;
    for (const std::uint32_t vertex : polygon) {
        const glm::dvec3 point(vertices[vertex]);
        points.emplace_back(point[(axis + 1) % 3], side * point[(axis + 2) % 3]);
    }
    return points;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const std::uint32_t> polygon,
                                                      std::span<const glm::vec3> vertices) {
    SAT3D_ASSERT(std::ranges::all_of(polygon, [&](std::uint32_t v) { return v < vertices.size(); }),
                 "a polygon's index is beyond the vertices");
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (polygon.size() == 3) {
        triangles.push_back({polygon[0], polygon[1], polygon[2]});
    } else if (polygon.size() > 3) {
        EarClipping clipping(projected(polygon, vertices));
        for (std::size_t k = 2; k < polygon.size(); ++k) {
            const auto [a, b, c] = clipping.next(clipping.remaining() <= kMaxVertices);
            triangles.push_back({polygon[a], polygon[b], polygon[c]});
        }
    }
    return triangles;
}

}  // namespace sat3d::SAT3D_ABI
