#pragma once

/// @file
/// Meshes that are not convex as a few convex hulls.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

struct DecompositionOptions {
    /// A piece that is no farther from its hull than this, as a fraction of the mesh's largest extent, is
    /// convex enough. Range 1e-4 .. 1.
    double tolerance = 0.02;
    std::uint32_t maxPieces = 32;    ///< 1 .. 1024
    std::uint32_t maxVertices = 64;  ///< of each piece, 8 or more: see simplify
    HullOptions hull;
    /// Called often, with the share of the work that is done, never less than before; false ends the work
    /// with the error Cancelled.
    std::function<bool(double)> progress;
};

/// One of the convex hulls.
struct ConvexPiece {
    ConvexHull hull;  ///< its sourceIndices() tell nothing, for it has vertices of its own
    /// Metres: the deepest that the mesh's surface lies inside, to 1 %; or the mean thickness of what is no
    /// solid, where that is more. So thin walls around a hollow count.
    double concavity = 0.0;
    double growth = 0.0;  ///< metres: how far simplify moved the surface out
};

struct Decomposition {
    std::vector<ConvexPiece> pieces;  ///< the largest first
    /// Metres: no vertex of the mesh lies farther outside all pieces. Measured on the pieces as they are.
    double uncovered = 0.0;
    double meshVolume = 0.0;    ///< cubic metres; of an open mesh, with its holes covered
    double piecesVolume = 0.0;  ///< sum of the pieces'; where pieces overlap, they count twice
    bool isComplete = true;     ///< whether all pieces are convex enough; if not, maxPieces was too low

    /// The worst of the pieces, metres.
    [[nodiscard]] SAT3D_API double concavity() const noexcept;
};

struct DecompositionError {
    enum class Code {
        NoHull,      ///< the vertices make no hull: the message says why
        BadIndices,  ///< a triangle names a vertex that is not there, or the last one is cut off
        BadOptions,  ///< an option out of its range
        Cancelled,   ///< by the progress callback
    };
    Code code;
    std::string message;  ///< a sentence with the figures, and what to do about it
};

/// Convex hulls that together contain the mesh: every vertex that a triangle uses lies in one of them, to
/// rounding. The mesh may be any soup of triangles. Equal vertices count as one; holes are covered, faces
/// wound against their neighbours turned; loose closed parts become pieces of their own; what is flat gets a
/// thickness of two thousandths of the largest extent. Notches between flat faces are cut
/// along these faces. Deterministic: same mesh, same pieces, bit for bit.
/// @param triangles  three indices each, counter-clockwise from outside
/// @note  Allocates; milliseconds for 100 triangles, a second or so for 10,000.
/// Source: cuts as in Wei, Liu, Ling, Su, "Approximate Convex Decomposition for 3D Meshes with
/// Collision-Aware Concavity and Tree Search", 2022, without samples and search: see decision 0019.
[[nodiscard]] SAT3D_API Result<Decomposition, DecompositionError> decompose(
    std::span<const glm::vec3> vertices, std::span<const std::uint32_t> triangles,
    const DecompositionOptions& options = {});

/// The enumerator's own name: "NoHull".
[[nodiscard]] SAT3D_API std::string_view toString(DecompositionError::Code code) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
