#pragma once

/// @file
/// The push of hulls that are apart by less than a margin, if the features that separate them most are the
/// closest ones.

#include "narrowphase/kernels/hull/hull_kernels.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

namespace sat3d::SAT3D_ABI {

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

}  // namespace sat3d::SAT3D_ABI
