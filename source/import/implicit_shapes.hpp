#pragma once

/// Boxes, spheres, capsules and cylinders that a file declares outright, as shapes of the library.

#include "import/declared_physics.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

#include <optional>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

struct ImplicitShape {
    std::optional<ConvexShape> shape;  ///< none: the fault says why
    double deviation =
        0.0;  ///< metres: how far its surface lies at most from what was declared, inside or outside
    std::string fault;
};

/// Exactly where the library has the shape: boxes, spheres and capsules, unless the transform bends them out
/// of shape. Else a hull: of sheared boxes exactly, of round shapes with corners spread evenly, as far
/// outside as its faces are inside.
/// @param toModel  from the node's frame, stretch included
ImplicitShape implicitShape(const DeclaredShape& declared, const glm::dmat4& toModel,
                            const HullOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
