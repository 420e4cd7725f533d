#pragma once

/// @file
/// What a TriangleMesh points to.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/bvh.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

struct MeshData {
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> tags;
    std::vector<std::uint32_t> degenerate;
    Sides sides = Sides::Both;
    bool solid = false;
    Bvh tree;                               ///< over the triangles that have an area
    std::vector<std::uint32_t> sameVertex;  ///< for each vertex the lowest that stands in the same place
};

}  // namespace sat3d::inline SAT3D_ABI::detail
