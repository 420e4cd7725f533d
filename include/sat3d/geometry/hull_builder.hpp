#pragma once

/// @file
/// Convex hull of points in space: the Quickhull algorithm.

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Options of buildHull(). They are relative to the size of the point cloud, so neither the unit of length
/// nor the distance from the origin has an effect. (Far from the origin, rounding splits faces into
/// triangles. Contact points see whole faces nevertheless.)
struct HullOptions {
    /// Coplanarity tolerance: details of this size are noise. Unit: the cloud's radius, which is the distance
    /// from the center of its bounding box to the farthest point. Range 0 .. 0.01.
    /// - 5e-7, the default, or less: neighboring triangles merge into one face that is planar to 2e-7 of the
    ///   radius, the rounding error of float. A vertex is left out if it would be the end of a side shorter
    ///   than the tolerance, or if it makes the loop of a face concave.
    /// - A larger value simplifies the hull: faces form with the tolerance, and their vertices move into the
    ///   common plane, by at most twice the tolerance and the rounding to float. The result is the hull of
    ///   the moved vertices, built with the default tolerance. A face stays divided if its vertices cannot
    ///   move this way.
    /// - 0: the exact hull; only exactly coplanar triangles merge.
    float coplanarTolerance = 5e-7f;
};

/// Reason why points do not make a hull. Lists all offending points, not only the first.
struct HullError {
    enum class Code {
        Empty,      ///< there are no points
        NotFinite,  ///< a coordinate is a NaN or an infinity
        TooLarge,   ///< a coordinate exceeds 1e15, or the extent is below 2^-17 of the largest coordinate,
                    ///< which is too little for float precision
        TooManyPoints,  ///< 2^32 - 1 points or more
        Coincident,     ///< all points are equal
        TooFewPoints,   ///< fewer than four distinct points; `indices` lists the duplicates
        Collinear,      ///< all points lie on one line, to 2^-22 of the largest coordinate
        Coplanar,       ///< all points lie in one plane, to 2^-22 of the largest coordinate
        BadOptions,     ///< an option or an argument is out of range
    };
    Code code;
    std::string message;                 ///< states the cause with its numbers, and what to do
    std::vector<std::uint32_t> indices;  ///< the offending points, at most the first 1,000
};
/// Name of the enumerator, such as "Coplanar".
[[nodiscard]] SAT3D_API std::string_view toString(HullError::Code code) noexcept;

/// A convex polyhedron with merged faces. Faces are loops of indices into `vertices`, counter-clockwise seen
/// from outside.
struct HullMesh {
    struct Face {
        Plane plane;  ///< Points outward. No vertex lies above it: offset == max of dot(normal, vertex).
                      ///< (Plane::signedDistance may still be positive in its last bits.)
        std::uint32_t firstVertex;  ///< the loop is faceIndices[firstVertex, firstVertex + vertexCount)
        std::uint32_t vertexCount;  ///< at least 3
    };
    struct Edge {
        std::uint32_t vertices[2];  ///< start and end, in the direction of the loop of faces[0]
        std::uint32_t faces[2];     ///< left and right of the edge, seen from outside
    };
    std::vector<glm::vec3>
        vertices;  ///< a subset of the input points; unchanged, unless they were simplified
    /// Index of each vertex in the input, ascending; the lowest one among duplicates.
    std::vector<std::uint32_t> inputIndices;
    std::vector<Face> faces;
    std::vector<std::uint32_t> faceIndices;  ///< loops of all faces
    std::vector<Edge> edges;
    double maxInputDistance = 0.0;   ///< meters: no input point lies farther outside the hull of `vertices`
    double maxPlanarityError = 0.0;  ///< meters: largest distance of a vertex below the plane of its face
};

/// Builds the convex hull of points: Quickhull with exact orientation predicates, then merging of coplanar
/// triangles into faces. Every query answers for the convex hull of the mesh's vertices, and the planes of
/// the faces support that hull.
/// @code
/// auto mesh = sat3d::buildHull(points);  // Result<HullMesh, HullError>
/// if (!mesh) { std::cerr << mesh.error().message; }
/// @endcode
/// The result is always a valid polyhedron: V - E + F == 2, at least three faces at each vertex, two at each
/// edge, loops that are convex in the plane of their face, no side shorter than the tolerance, and two faces
/// share nothing, one vertex or one edge. Faces are not merged if the result would violate this. Only the
/// 32-bit indices limit the number of vertices. Equal points give equal hulls, bit for bit.
/// @note  Expected O(n log n). Working memory: 8 bytes a point and about 215 bytes a triangle of the hull.
/// Source: Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.
[[nodiscard]] SAT3D_API Result<HullMesh, HullError> buildHull(std::span<const glm::vec3> points,
                                                              const HullOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
