#pragma once

/// @file
/// Answers of the float kernels for boxes and hulls.

#include "narrowphase/convex/kernel_form.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes overlaps() of two boxes or hulls without a margin.
/// @param pair  in any order
template <class T>
[[nodiscard]] bool kernelOverlap(const PosedPair<T>& pair);

/// Computes penetration() of two boxes or hulls.
/// @param pair  in any order
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<Penetration> kernelPenetration(const PosedPair<T>& pair, float margin);

/// Computes penetration() of two boxes or hulls, but without the margin: shapes that are apart by less may
/// get a push with a depth below 0, minus their distance.
/// @param pair      in the canonical order
/// @param found     receives the push in the caller's order, or nothing
/// @param features  receives the features of the largest separation along the axes that the kernels test, in
/// the canonical order, if the verdict is Separated and the margin positive
/// @return Overlapping if there is a push; Undecided if the kernels have no answer: for a very thin Box
/// beside a hull, and within rounding errors of touching
template <class T>
[[nodiscard]] Verdict findPush(const PosedPair<T>& pair, float margin, std::optional<Penetration>& found,
                               FeaturePair& features);

inline void assertFinite([[maybe_unused]] Verdict verdict) {
    SAT3D_ASSERT(verdict != Verdict::NotFinite, "poses must be finite, with positions within 1e15 m");
}

/// Completes the answer of a kernel for two hulls that are apart by less than the margin: their distance, in
/// double, gives a push with a depth below 0. The distance is exact if the faces are flat: otherwise it errs
/// by the noise of their vertices. Does nothing if the features are not the closest ones, or closer than
/// rounding.
/// @param a, sourceA  in the canonical order; a Box has no source
/// @param margin  meters
/// @param result  of detailedPenetrationKernel() with the margin: Separated, but not beyond it; becomes
/// Overlapping, or beyond the margin
/// @param penetration  written in the caller's order, if it becomes Overlapping
template <class T>
void completeNear(const KernelHull& a, const ConvexHull* sourceA, const BasicPose<T>& poseA,
                  const ConvexHull& sourceB, bool isSwapped, float margin, KernelResult& result,
                  Penetration& penetration);

/// Searches the push of two shapes that have hulls and are not both boxes, like findPush().
/// @param result  default-constructed
/// @param penetration  written in the caller's order, if the verdict of the result is Overlapping
template <class Pair>
void searchHulls(const Pair& pair, bool isSwapped, float margin, KernelResult& result,
                 Penetration& penetration) {
    detailedPenetrationKernel(pair.a.hull(), pair.poseA, pair.b.hull(), pair.poseB, isSwapped, margin, result,
                              penetration);
    if (result.verdict == Verdict::Separated && !result.isBeyondMargin && margin > 0.0f) {
        completeNear(pair.a.hull(), pair.a.source(), pair.poseA, *pair.b.source(), isSwapped, margin, result,
                     penetration);
    }
}

/// Computes penetration() with a margin of shapes that findPush() has found Separated.
/// @param pair  in the canonical order
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<Penetration> penetrationOfApart(const PosedPair<T>& pair,
                                                            const FeaturePair& features, float margin);

}  // namespace sat3d::SAT3D_ABI
