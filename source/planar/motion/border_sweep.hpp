#pragma once

/// @file
/// Shapes without width that enter a compound exactly between two of its children, without a hit of either.

#include <sat3d/core/config.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// A shape that translates.
struct TranslatingShape {
    PlanarShapeRef shape;
    PlanarTransform toWorld;
    glm::dvec2 translation;
};

/// A vertex at the border of a compound.
struct BorderHit {
    double fraction = 0.0;
    glm::dvec2 normal{0.0};   ///< out of the compound, world frame
    glm::dvec2 point{0.0};    ///< world frame
    PlanarFeatures features;  ///< with the compound as A
    ChildPair children;
};

/// Returns the first entry of a vertex without radius into a compound, or nothing. A vertex moves like a ray.
[[nodiscard]] std::optional<BorderHit> firstBorderHit(const TranslatingShape& compound,
                                                      const TranslatingShape& other) noexcept;

}  // namespace sat3d::SAT3D_ABI
