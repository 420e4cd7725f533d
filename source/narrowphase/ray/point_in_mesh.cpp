#include "narrowphase/ray/point_in_mesh.hpp"

#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/math/exact.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Corners = std::array<glm::dvec3, 3>;

/// Seen along the axis: the two that follow it.
glm::dvec2 seen(const glm::dvec3& point, int axis) {
    return {point[(axis + 1) % 3], point[(axis + 2) % 3]};
}

/// How often the triangle runs round a point, seen along z: 1, -1 or 0. A point on an edge counts to the
/// right of it, one level with a corner above it, so that of triangles that share them each point is in one.
int turnsRound(const Corners& corners, const glm::dvec3& point) {
    const glm::dvec2 p = seen(point, 2);
    int turns = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec2 from = seen(corners[i], 2), to = seen(corners[(i + 1) % 3], 2);
        if (from.y <= p.y && p.y < to.y && orient2d(from, to, p) > 0) {
            ++turns;
        } else if (to.y <= p.y && p.y < from.y && orient2d(from, to, p) < 0) {
            --turns;
        }
    }
    return turns;
}

/// Whether a point of the triangle's plane lies in it or on its border. Seen along the axis that the plane
/// crosses most steeply.
bool isWithin(const Corners& corners, const glm::dvec3& point, const glm::dvec3& normal) {
    const glm::dvec3 size(std::abs(normal.x), std::abs(normal.y), std::abs(normal.z));
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    bool left = false, right = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const int side =
            orient2d(seen(corners[i], axis), seen(corners[(i + 1) % 3], axis), seen(point, axis));
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

}  // namespace

bool windsRound(const TriangleMesh& mesh, const glm::dvec3& point) noexcept {
    if (!mesh.isSolid() || !(std::abs(point.x) + std::abs(point.y) + std::abs(point.z) < 1e75)) {
        return false;
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto isAbove = [&](const Aabb& box) {
        const bool above = double(box.lower.x) <= point.x && point.x <= double(box.upper.x) &&
                           double(box.lower.y) <= point.y && point.y <= double(box.upper.y) &&
                           point.z <= double(box.upper.z);
        return above ? 0.0 : kInfinity;
    };
    int winding = 0;
    bool onSurface = false;
    mesh.data().tree.search(0.0, isAbove, [&](std::uint32_t number, double limit) {
        const Triangle triangle = mesh.triangle(number);
        const Corners corners{glm::dvec3(triangle.corners[0]), glm::dvec3(triangle.corners[1]),
                              glm::dvec3(triangle.corners[2])};
        const int side = orient3d(corners[0], corners[1], corners[2], point);
        if (side == 0) {
            onSurface = onSurface || isWithin(corners, point, areaNormal(triangle));
        } else if (const int turns = turnsRound(corners, point); turns * side < 0) {
            winding += turns;
        }
        return limit;
    });
    return winding > 0 && !onSurface;
}

}  // namespace sat3d::inline SAT3D_ABI
