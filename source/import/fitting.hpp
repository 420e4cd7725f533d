#pragma once

/// The box, sphere or capsule that a mesh was modelled to be.

#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/vector_float3.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {

/// What faces of a sphere or capsule leave of its radius, at least: the nearest face's distance from the
/// centre (from the core). An icosahedron leaves 0.795, a ball of eight segments more; cubes and cylinders of
/// any length, whose corners lie on spheres and capsules too, at most 0.7072.
inline constexpr double kLeastRoundness = 0.72;

struct Fit {
    ConvexShape shape;
    double error = 0.0;  ///< metres: of boxes, how far the box reaches beyond the hull; of round shapes, how
                         ///< far corners lie below the surface
    glm::vec3 place{0.0f};   ///< where that is
    double roundness = 1.0;  ///< of round shapes: see kLeastRoundness
};

/// The box along the hull's largest faces, around all its vertices.
Fit fitBox(const HullView& hull);

/// The sphere nearest to all vertices, grown until none is outside. Nothing where none is nearest.
std::optional<Fit> fitSphere(const HullView& hull);
/// The same for a capsule.
std::optional<Fit> fitCapsule(const HullView& hull);

}  // namespace sat3d::inline SAT3D_ABI::importing
