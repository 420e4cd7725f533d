#pragma once

/// Fits of boxes, spheres and capsules to hulls.

#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/vector_float3.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI::importing {

/// Smallest roundness of a mesh that counts as a sphere or a capsule. Roundness is the smallest distance of a
/// face from the center of the sphere, or from the segment of the capsule, divided by the radius. It is 0.795
/// for an icosahedron and larger for a sphere of eight segments. Cubes and cylinders, whose vertices also lie
/// on a sphere or a capsule, have at most 0.7072.
inline constexpr double kMinRoundness = 0.72;

struct Fit {
    ConvexShape shape;
    double error = 0.0;      ///< meters. Box: largest distance of its vertices from the hull. Sphere and
                             ///< capsule: largest depth of the hull's vertices below the surface
    glm::vec3 place{0.0f};   ///< the vertex with the largest error
    double roundness = 1.0;  ///< sphere and capsule: see kMinRoundness
};

/// Returns the box around all vertices, aligned with the hull's largest faces.
Fit fitBox(const HullView& hull);

/// Returns the least-squares sphere of the vertices, enlarged until it contains all of them. Returns nothing
/// if the vertices do not determine a sphere.
std::optional<Fit> fitSphere(const HullView& hull);
/// Returns the least-squares capsule of the vertices, enlarged until it contains all of them. Returns nothing
/// if the vertices do not determine a capsule.
std::optional<Fit> fitCapsule(const HullView& hull);

}  // namespace sat3d::SAT3D_ABI::importing
