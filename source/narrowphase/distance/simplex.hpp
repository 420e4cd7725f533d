#pragma once

/// @file
/// The simplex of GJK and its point closest to the origin.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A vertex of B minus a vertex of A.
struct DifferenceVertex {
    glm::dvec3 point{0.0};
    std::uint32_t a = 0, b = 0;
    double weight = 0.0;  ///< barycentric weight in the simplex's point closest to the origin
};

/// Up to four vertices of the Minkowski difference B - A.
struct Simplex {
    std::array<DifferenceVertex, 4> vertices;
    std::uint32_t count = 0;

    [[nodiscard]] bool contains(std::uint32_t a, std::uint32_t b) const noexcept;
};

/// The vertices of a simplex by index, which remain valid when the shapes move.
struct VertexPairs {
    struct Pair {
        std::uint32_t a = 0, b = 0;
    };
    std::array<Pair, 4> pairs{};
    std::uint32_t count = 0;
};

/// The part of a simplex that is closest to the origin. Its vertices have positive weights.
struct NearestPart {
    Simplex part;
    glm::dvec3 point{0.0};
    bool originInside = false;  ///< only for a tetrahedron
};

/// Finds the vertex, edge or face of a simplex that is closest to the origin, and its closest point. Handles
/// flat and degenerate simplices.
[[nodiscard]] NearestPart nearestPart(const Simplex& simplex) noexcept;

}  // namespace sat3d::SAT3D_ABI
