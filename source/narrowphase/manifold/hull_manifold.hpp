#pragma once

/// @file
/// Contact manifolds by the kernels: of two hulls, of two Box shapes, and of a Box and a hull.

#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

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

/// Computes the manifold by a kernel. If the kernel has no answer, uses the readable routine: for shapes that
/// are apart without faces that lie on each other, for pairs that the penetration kernel leaves undecided,
/// and for faces of more than HullAdjacency::kMaxLoop vertices.
/// @param pair   in the caller's order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> hullManifold(const PosedHulls<T>& pair,
                                                           const CollideOptions& options);

/// Computes the manifold of two Box shapes like hullManifold().
/// @param pair  in the canonical order, with usable poses
/// @return in the canonical order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> boxManifold(const PosedPair<T>& pair,
                                                          const CollideOptions& options);

/// Computes the manifold of a Box and a hull like hullManifold().
/// @param pair  in the canonical order, with usable poses
/// @return in the canonical order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> boxHullManifold(const PosedPair<T>& pair,
                                                              const CollideOptions& options);

/// Computes the manifold of two boxes that are apart, but within the margin, from their penetration.
/// @param a, b  in the canonical order
/// @param hit   in the caller's order
/// @param result  of boxManifoldKernel()
/// @param manifold  default-constructed; written in the caller's order, except for its tags
/// @return false if the readable routine must compute it
template <class T>
[[nodiscard]] bool apartManifold(const detail::KernelBox& a, const BasicPose<T>& poseA,
                                 const detail::KernelBox& b, const BasicPose<T>& poseB,
                                 const Penetration& hit, const detail::ContactRules& rules,
                                 detail::KernelResult& result, BasicManifold<T>& manifold,
                                 detail::ManifoldFaces& faces);

/// Computes the manifold by the readable routine, never by a kernel.
/// @param pair  in the canonical order
/// @param hit   the answer of penetration() with the margin of the options, in the canonical order
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> readableManifold(const PosedHulls<T>& pair,
                                                               const std::optional<Penetration>& hit,
                                                               const CollideOptions& options);

}  // namespace sat3d::SAT3D_ABI
