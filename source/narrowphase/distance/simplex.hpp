#pragma once

/// @file
/// The simplex that GJK walks with.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// A vertex of B minus a vertex of A.
struct DifferenceVertex {
    glm::dvec3 point{0.0};
    std::uint32_t a = 0, b = 0;
    double weight = 0.0;  ///< share in the simplex's nearest point
};

/// Up to four vertices of the difference B - A.
struct Simplex {
    std::array<DifferenceVertex, 4> vertices;
    std::uint32_t count = 0;

    [[nodiscard]] bool contains(std::uint32_t a, std::uint32_t b) const noexcept;
};

/// The vertices of a simplex by their names: what is left of it when the shapes move on.
struct VertexPairs {
    struct Pair {
        std::uint32_t a = 0, b = 0;
    };
    std::array<Pair, 4> pairs{};
    std::uint32_t count = 0;
};

/// The part of a simplex that is nearest to the origin: its vertices have positive weights.
struct NearestPart {
    Simplex part;
    glm::dvec3 point{0.0};
    bool originInside = false;  ///< of a tetrahedron
};

/// The origin's foot on each face, edge and vertex that it may be nearest to, and the nearest of those that
/// lie within their bounds. Flat and degenerate simplices included.
[[nodiscard]] NearestPart nearestPart(const Simplex& simplex) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
