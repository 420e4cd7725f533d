#pragma once

/// @file
/// Volume, center of mass and inertia of solids.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Mass properties of a solid of density 1. For another density, multiply volume and inertia by it (by
/// mass / volume if the mass is given).
struct MassProperties {
    double volume = 0.0;       ///< cubic meters; equals the mass at density 1
    glm::dvec3 centroid{0.0};  ///< center of mass, in the shape's frame
    glm::dmat3 inertia{0.0};   ///< inertia tensor about the centroid, in the axes of the shape's frame
};

/// Computes the mass properties of the solid in a closed triangle mesh. Triangles are counter-clockwise seen
/// from outside; the volume of an inverted mesh is negative.
/// @code
/// const auto mass = sat3d::massProperties(vertices, triangles);
/// const glm::dmat3 inertia = mass.inertia * (kilograms / mass.volume);
/// @endcode
/// @param triangles  three indices each, all below vertices.size() (asserted)
/// @note  Integrates over tetrahedra from a vertex of the mesh to each triangle; exact up to rounding.
/// Source: F. Tonon, "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor", 2004.
[[nodiscard]] SAT3D_API MassProperties massProperties(std::span<const glm::dvec3> vertices,
                                                      std::span<const std::uint32_t> triangles);

}  // namespace sat3d::SAT3D_ABI
