#pragma once

/// @file
/// Convex hull of points in space.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// How points become a hull. Everything is relative to the size of the cloud: nothing changes with the unit
/// of length.
struct HullOptions {
    /// Triangles merge into one face while all its vertices lie within this distance of its plane, as a
    /// fraction of the cloud's radius (half the diagonal of its bounding box). Away from the origin floats
    /// are coarser: the distance is never less than 2^-22 of the largest coordinate. Merging bends the
    /// surface by at most twice that distance, by default 1e-6 of the radius. Range 0 (only exactly coplanar)
    /// .. 0.01.
    float coplanarTolerance = 5e-7f;
};

/// Why points make no hull. All offending points are named, not only the first.
struct HullError {
    enum class Code {
        Empty,      ///< no points
        NotFinite,  ///< a NaN or an infinity
        TooLarge,   ///< a coordinate beyond 1e15, or an extent below 2^-17 of the largest coordinate: floats
                    ///< drown it
        TooManyPoints,  ///< 2^32 - 1 points or more
        SinglePoint,    ///< all points coincide
        TooFewPoints,   ///< fewer than four distinct points; indices: the duplicates
        Linear,         ///< all points within float noise of one line: 2^-22 of the largest coordinate
        Flat,           ///< all points within float noise of one plane
        BadOptions,     ///< an option or argument out of its range
    };
    Code code;
    std::string message;                 ///< a sentence with the figures, and what to do about it
    std::vector<std::uint32_t> indices;  ///< the points concerned (at most the first 1,000)
};

/// A convex polyhedron with merged faces, as built: indices into `vertices`, all loops counter-clockwise from
/// outside.
struct HullMesh {
    struct Face {
        Plane plane;  ///< outward; offset is the largest over all input points, so that all lie inside
                      ///< (but for the last bits of the sum in Plane::distance)
        std::uint32_t firstVertex;  ///< its corners are loops[firstVertex, firstVertex + vertexCount)
        std::uint32_t vertexCount;  ///< at least 3
    };
    struct Edge {
        std::uint32_t vertices[2];  ///< from, to, as the loop of faces[0] runs
        std::uint32_t faces[2];     ///< on the left, on the right, seen from outside
    };
    std::vector<glm::vec3> vertices;  ///< a subset of the input, bit for bit
    /// Index of each vertex in the input (lowest among duplicates), ascending.
    std::vector<std::uint32_t> sourceIndices;
    std::vector<Face> faces;
    std::vector<std::uint32_t> loops;
    std::vector<Edge> edges;
    double maxOutside = 0.0;        ///< metres: no input point lies farther outside the hull of `vertices`
    double maxFaceThickness = 0.0;  ///< metres: no vertex of a face lies farther below the face's plane
};

/// Quickhull with exact orientation decisions on conflict lists, then merging of coplanar triangles. What
/// comes out is always a polyhedron: V - E + F == 2, three faces or more at every vertex, two at every edge,
/// convex loops, and two faces share a corner or an edge or nothing; where merging would break that, faces
/// stay as they were. No limit on the number of vertices other than 32-bit indices. Deterministic: same
/// points, same hull, bit for bit.
/// @note  O(n log n) for points in general; working memory 8 bytes a point plus about 215 a hull triangle.
/// Source: Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.
[[nodiscard]] SAT3D_API Result<HullMesh, HullError> buildHull(std::span<const glm::vec3> points,
                                                              const HullOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
