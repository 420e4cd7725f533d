#pragma once

/// @file
/// Answers of the float kernels for two hulls.

#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Compute overlaps() and penetration() of two hulls.
template <class T>
[[nodiscard]] bool hullsOverlap(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                                const BasicPose<T>& poseB);
template <class T>
[[nodiscard]] std::optional<Penetration> hullPenetration(const ConvexHull& a, const BasicPose<T>& poseA,
                                                         const ConvexHull& b, const BasicPose<T>& poseB);
template <class T>
[[nodiscard]] std::optional<Penetration> hullPenetration(const ConvexHull& a, const BasicPose<T>& poseA,
                                                         const ConvexHull& b, const BasicPose<T>& poseB,
                                                         float margin);

/// Computes penetration() of two hulls without a margin. If they do not overlap, the push has a depth below 0
/// (see completeNear), or there is none. Then gives the features of the largest separation along the axes
/// that the kernel tests.
/// @param pair  in the canonical order, with isSwapped false
template <class T>
[[nodiscard]] std::optional<Penetration> penetrationOrFeatures(const PosedHulls<T>& pair,
                                                               FeaturePair& features);

/// Computes the minimum translation of two hulls by the certified test. Hulls that are apart by less than
/// the margin may get a push with a depth below 0 (see completeNear).
/// @param pair         in the canonical order
/// @param result       default-constructed
/// @param penetration  written in the caller's order, if the verdict of the result is Overlapping
template <class T>
void askKernel(const PosedHulls<T>& pair, float margin, detail::KernelResult& result,
               Penetration& penetration);

/// Computes the push of two hulls that do not overlap, but may be closer than the margin. Their distance
/// gives the push.
/// @param pair   in the canonical order
/// @param features  as for separationOfApart()
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<Penetration> penetrationWithin(const PosedHulls<T>& pair,
                                                           const FeaturePair& features, float margin);

}  // namespace sat3d::SAT3D_ABI
