#include "narrowphase/ray/point_in_mesh.hpp"

#include "narrowphase/ray/ray_interval.hpp"
#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/math/exact.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

using Vertices = std::array<glm::dvec3, 3>;

/// Projects along an axis: the coordinates of the two that follow it.
glm::dvec2 projected(const glm::dvec3& point, int axis) {
    return {point[(axis + 1) % 3], point[(axis + 2) % 3]};
}

/// The winding number of a triangle around a point, projected along z: 1, -1 or 0. A point on an edge counts
/// as right of it, and a point level with a vertex as above it. Therefore of the triangles that share a
/// feature exactly one holds the point.
int windingAround(const Vertices& vertices, const glm::dvec3& point) {
    const glm::dvec2 p = projected(point, 2);
    int winding = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec2 from = projected(vertices[i], 2), to = projected(vertices[(i + 1) % 3], 2);
        if (from.y <= p.y && p.y < to.y && orient2d(from, to, p) > 0) {
            ++winding;
        } else if (to.y <= p.y && p.y < from.y && orient2d(from, to, p) < 0) {
            --winding;
        }
    }
    return winding;
}

/// Whether a point of the triangle's plane lies in the triangle or on its border. Projected along the
/// normal's largest component.
bool isWithin(const Vertices& vertices, const glm::dvec3& point, const glm::dvec3& normal) {
    const glm::dvec3 size(std::abs(normal.x), std::abs(normal.y), std::abs(normal.z));
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    bool left = false, right = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const int side = orient2d(projected(vertices[i], axis), projected(vertices[(i + 1) % 3], axis),
                                  projected(point, axis));
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

}  // namespace

bool isInsideMesh(const TriangleMesh& mesh, const glm::dvec3& point) noexcept {
    if (!mesh.isWatertight() || !(std::abs(point.x) + std::abs(point.y) + std::abs(point.z) < 1e75)) {
        return false;
    }
    const auto isAbove = [&](const Aabb& box) {
        const bool above = double(box.lower.x) <= point.x && point.x <= double(box.upper.x) &&
                           double(box.lower.y) <= point.y && point.y <= double(box.upper.y) &&
                           point.z <= double(box.upper.z);
        return above ? 0.0 : kInfinity;
    };
    int winding = 0;
    bool onSurface = false;
    mesh.data().tree.traverse(0.0, isAbove, [&](std::uint32_t number, double limit) {
        const Triangle triangle = mesh.triangle(number);
        const Vertices vertices{glm::dvec3(triangle.corners[0]), glm::dvec3(triangle.corners[1]),
                                glm::dvec3(triangle.corners[2])};
        const int side = orient3d(vertices[0], vertices[1], vertices[2], point);
        if (side == 0) {
            onSurface = onSurface || isWithin(vertices, point, areaNormal(triangle));
        } else if (const int count = windingAround(vertices, point); count * side < 0) {
            winding += count;
        }
        return limit;
    });
    return winding > 0 && !onSurface;
}

}  // namespace sat3d::SAT3D_ABI
