#pragma once

/// @file
/// The parameters of the manifold kernels for a pair of shapes.

#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The rules for two shapes, each a Box or a hull.
/// @param a, b       in any order
/// @param boxA, boxB  their kernel forms; their radii count for Box shapes
/// @param isSwapped  whether the kernel gets them in the other order than the caller
[[nodiscard]] inline detail::ContactRules contactRulesOf(ShapeRef a, const detail::KernelBox& boxA,
                                                         ShapeRef b, const detail::KernelBox& boxB,
                                                         bool isSwapped, const CollideOptions& options) {
    using Kind = ShapeRef::Kind;
    const auto radiusOf = [](ShapeRef shape, const detail::KernelBox& box) {
        return shape.kind() == Kind::Box ? box.radius : shape.hull().data().boundingSphere.radius;
    };
    const bool areEqual = a.kind() == b.kind() && (a.kind() == Kind::Box ? a.box() == b.box()
                                                                         : a.hull().data().contentHash ==
                                                                               b.hull().data().contentHash);
    const float size = 0.5f * (radiusOf(a, boxA) + radiusOf(b, boxB));
    return {size, options.margin, options.faceBias * size, isSwapped, areEqual};
}

/// The tag of a face. 0 unless the shape is a hull.
[[nodiscard]] inline std::uint32_t faceTagOf(ShapeRef shape, std::uint32_t face) {
    return shape.kind() == ShapeRef::Kind::ConvexHull ? shape.hull().data().faceTags[face] : 0;
}

}  // namespace sat3d::inline SAT3D_ABI
