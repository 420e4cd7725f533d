#pragma once

/// @file
/// Volume, centre of mass and inertia of solids of density 1.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Of a solid of density 1: multiply volume and inertia by the density (or by mass / volume).
struct MassProperties {
    double volume = 0.0;       ///< cubic metres; the mass at density 1
    glm::dvec3 centroid{0.0};  ///< in the shape's frame
    glm::dmat3 inertia{0.0};   ///< tensor about the centroid, axes of the shape's frame
};

/// Of a closed surface of triangles, counter-clockwise from outside; signed, so an inverted surface has
/// negative volume. Exact up to rounding: integrals of polynomials over tetrahedra against a point of the
/// surface.
/// @param triangles  three indices each (size divisible by three), all below vertices.size() (asserted).
/// Source: F. Tonon, "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor", 2004.
[[nodiscard]] SAT3D_API MassProperties massProperties(std::span<const glm::dvec3> vertices,
                                                      std::span<const std::uint32_t> triangles);

}  // namespace sat3d::inline SAT3D_ABI
