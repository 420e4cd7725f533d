#pragma once

/// @file
/// Which parts of two shapes meet.

#include <sat3d/core/config.hpp>

#include <compare>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The pair of features whose planes or edges span the separating axis. Of two hulls or boxes that overlap
/// it is a face or two edges; apart, or with round shapes, any pair may be nearest. The core of a sphere is a
/// point, vertex 0; that of a capsule a segment, edge 0 with vertices 0 (start) and 1 (end); a half-space has
/// face 0; triangles are numbered as Triangle says.
struct FeaturePair {
    enum class Kind : std::uint8_t {
        FaceOfA,        ///< a: face of A, b: supporting vertex of B
        FaceOfB,        ///< a: supporting vertex of A, b: face of B
        Edges,          ///< a: edge of A, b: edge of B
        VertexAndEdge,  ///< a: vertex of A, b: edge of B
        EdgeAndVertex,  ///< a: edge of A, b: vertex of B
        Vertices,       ///< a: vertex of A, b: vertex of B
    };
    Kind kind = Kind::FaceOfA;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

/// Which pieces of two shapes meet, and have the features: the part of a Compound, the triangle of a
/// TriangleMesh or a HeightField. 0 of every other shape.
struct PiecePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const PiecePair&, const PiecePair&) = default;
};

}  // namespace sat3d::inline SAT3D_ABI
