#pragma once

/// @file
/// The triangles of a surface, which is a TriangleMesh or a HeightField.

#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/bvh_query.hpp"
#include "shapes/basic/shape_kinds.hpp"
#include "shapes/mesh/height_field_data.hpp"
#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// Which faces of the surface's triangles collide.
[[nodiscard]] inline Sides sidesOf(ShapeRef surface) noexcept {
    return surface.kind() == ShapeRef::Kind::TriangleMesh ? surface.mesh().sides()
                                                          : surface.heightField().sides();
}

[[nodiscard]] inline Triangle triangleOf(ShapeRef surface, std::uint32_t number) noexcept {
    return surface.kind() == ShapeRef::Kind::TriangleMesh ? surface.mesh().data().triangle(number)
                                                          : surface.heightField().data().triangle(number);
}

/// The user's tag of a triangle.
[[nodiscard]] std::uint32_t tagOf(ShapeRef surface, std::uint32_t triangle) noexcept;

/// The indices of a triangle's vertices. Triangles that share a vertex have its index in common.
[[nodiscard]] std::array<std::uint32_t, 3> verticesOf(ShapeRef surface, std::uint32_t triangle) noexcept;

/// The limit of a search, made finite: a bound of infinity means a miss.
[[nodiscard]] inline double finite(double limit) noexcept {
    return std::min(limit, std::numeric_limits<double>::max());
}

/// Visits the triangles in tree nodes with bound(box) <= limit; boxes are in the surface's frame.
/// @param bound  if it has a function box(), it is infinite for what does not overlap that box, and else
/// bounds nothing
/// @param visit  double(const Triangle&, std::uint32_t number, double limit): returns the new limit, not
/// larger
template <class Bound, class Visit>
double forEachTriangle(ShapeRef surface, double limit, const Bound& bound, const Visit& visit) {
    limit = finite(limit);
    if (surface.kind() == ShapeRef::Kind::TriangleMesh) {
        const MeshData& mesh = surface.mesh().data();
        if constexpr (requires { bound.box(); }) {
            forEachItemNear(mesh.tree, bound.box(), [&](std::uint32_t number) {
                limit = visit(mesh.triangle(number), number, limit);
                return limit > -std::numeric_limits<double>::infinity();
            });
            return limit;
        }
        return mesh.tree.traverse(limit, bound, [&](std::uint32_t number, double upTo) {
            return visit(mesh.triangle(number), number, upTo);
        });
    }
    const HeightFieldData& field = surface.heightField().data();
    return field.traverse(limit, bound, [&](std::uint32_t cell, double upTo) {
        upTo = visit(field.triangle(2 * cell), 2 * cell, upTo);
        return visit(field.triangle(2 * cell + 1), 2 * cell + 1, upTo);
    });
}

}  // namespace sat3d::SAT3D_ABI
