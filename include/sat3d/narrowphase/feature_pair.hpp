#pragma once

/// @file
/// The features of two shapes that are in contact.

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// The pair of features that defines the separating axis. For two overlapping hulls or boxes it is a face and
/// a vertex, or two edges; for disjoint or round shapes it may be any pair. A sphere has vertex 0. A capsule
/// has edge 0 with vertices 0 (start) and 1 (end). A half-space has face 0. Triangle documents the numbers of
/// its features.
struct FeaturePair {
    enum class Kind : std::uint8_t {
        FaceA,         ///< a: face of A, b: supporting vertex of B
        FaceB,         ///< a: supporting vertex of A, b: face of B
        EdgeEdge,      ///< a: edge of A, b: edge of B
        VertexEdge,    ///< a: vertex of A, b: edge of B
        EdgeVertex,    ///< a: edge of A, b: vertex of B
        VertexVertex,  ///< a: vertex of A, b: vertex of B
    };
    Kind kind = Kind::FaceA;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(FeaturePair::Kind kind) noexcept;

}  // namespace sat3d::SAT3D_ABI
