#pragma once

/// Conversion of declared boxes, spheres, capsules and cylinders.

#include "import/scene/physics_declarations.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

struct ConvertedShape {
    std::optional<ConvexShape> shape;  ///< empty if the conversion failed: see `fault`
    double deviation = 0.0;            ///< largest distance of its surface from the declared surface, meters
    std::string fault;
};

/// Converts boxes, spheres and capsules to the shape of that type if the transform permits it. Otherwise the
/// result is a hull. The hull of a sheared box is exact. The hull of a round shape is an approximation: its
/// vertices are as far outside the declared surface as its faces are inside.
/// @param toModel  transform from the node's frame to the model's frame
ConvertedShape convertDeclaredShape(const DeclaredShape& declared, const glm::dmat4& toModel,
                                    const HullOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
