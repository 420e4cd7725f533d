#pragma once

/// @file
/// Which parts of two shapes meet.

#include <sat3d/core/config.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The pair of features whose planes or edges span the separating axis. Of two hulls or boxes that overlap
/// it is a face or two edges; apart, or with round shapes, any pair may be nearest. The core of a sphere is a
/// point, vertex 0; that of a capsule a segment, edge 0 with vertices 0 (start) and 1 (end); a half-space has
/// face 0.
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

}  // namespace sat3d::inline SAT3D_ABI
