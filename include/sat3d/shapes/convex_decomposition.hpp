#pragma once

/// @file
/// Convex decomposition: splits a non-convex mesh into convex hulls.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

struct DecompositionOptions {
    /// Largest concavity of a piece, as a fraction of the mesh's largest extent. Range 1e-4 .. 1.
    double tolerance = 0.02;
    std::uint32_t maxPieces = 32;    ///< 1 .. 1024
    std::uint32_t maxVertices = 64;  ///< largest number of vertices of a piece, 8 or more: see simplify
    HullOptions hull = {};
    /// Called often with the finished fraction of the work, 0 .. 1, which never decreases. If it returns
    /// false, the work ends with the error Canceled.
    ProgressCallback progress = {};
};

/// One convex hull of a decomposition.
struct ConvexPiece {
    ConvexHull hull;  ///< has vertices of its own: its inputIndices() have no meaning
    /// The larger of two lengths, meters: the greatest depth of the mesh surface inside the hull (to 1 %),
    /// and the mean thickness of the hull's empty volume. The mean thickness detects cavities with thin
    /// walls.
    double concavity = 0.0;
    double maxExpansion = 0.0;  ///< largest distance by which simplify moved the surface outward, meters
};

struct Decomposition {
    std::vector<ConvexPiece> pieces;  ///< the largest first
    /// Largest distance of a mesh vertex from the final pieces, meters.
    double maxUncoveredDistance = 0.0;
    double meshVolume = 0.0;       ///< cubic meters; the holes of an open mesh count as covered
    double piecesVolume = 0.0;     ///< sum over the pieces; volume in which they overlap counts twice
    bool reachedTolerance = true;  ///< whether all pieces are within the tolerance
    /// Whether a larger maxPieces can bring more pieces within the tolerance. If not, and the tolerance is
    /// not reached, no cut helps: mend the mesh (see unpairedEdges), or raise the tolerance.
    bool ranOutOfPieces = false;
    std::uint32_t turnedTriangles = 0;  ///< were wound against their neighbors, and are turned
    /// Edges that the triangles then use more often in one direction: around holes, on surfaces with one
    /// side, or where three triangles meet. 0: the mesh is the surface of a solid.
    std::uint32_t unpairedEdges = 0;

    /// Returns the largest concavity of the pieces, meters.
    [[nodiscard]] SAT3D_API double concavity() const noexcept;
};

struct DecompositionError {
    enum class Code {
        HullFailed,  ///< the vertices have no convex hull: the message says why
        BadIndices,  ///< an index beyond the vertices, or not three indices per triangle
        BadOptions,  ///< an option out of its range
        Canceled,    ///< the progress callback returned false
    };
    Code code;
    std::string message;  ///< one sentence with the numbers, and what to do about it
};

/// Computes convex hulls that together contain the mesh. Every vertex of a triangle lies in one of the hulls,
/// to rounding.
/// @code
/// auto parts = decompose(vertices, triangles, {.maxPieces = 8});
/// @endcode
/// Accepts any triangle soup. Equal vertices are welded, holes covered. Triangles that are wound against
/// their neighbors are turned, and surfaces that are inside out. Separate closed parts become separate
/// pieces. Flat parts get a thickness of 0.002 of the largest extent. Concave edges between flat faces are
/// cut along these faces. Deterministic: the same mesh gives the same bits.
/// @param triangles  three indices each, counter-clockwise from outside
/// @note  Allocates. Takes milliseconds for 100 triangles, about a second for 10,000.
/// Source: cuts as in Wei, Liu, Ling, Su, "Approximate Convex Decomposition for 3D Meshes with
/// Collision-Aware Concavity and Tree Search", 2022, without sampling and tree search: see decision 0019.
[[nodiscard]] SAT3D_API Result<Decomposition, DecompositionError> decompose(
    std::span<const glm::vec3> vertices, std::span<const std::uint32_t> triangles,
    const DecompositionOptions& options = {});

/// Returns the name of the enumerator: "HullFailed".
[[nodiscard]] SAT3D_API std::string_view toString(DecompositionError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
