#pragma once

/// @file
/// Sweeps for searches among many shapes.

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// sweep() without the names of the faces. Hits after a fraction of the motion need not be found.
/// @param upTo  has no effect on sweeps with a skin, whose hits come before the contact
template <class T>
[[nodiscard]] BasicSweep<T> sweepUpTo(double upTo, ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                      const std::type_identity_t<BasicPose<T>>& poseB,
                                      const RigidMotion& motionA, const RigidMotion& motionB,
                                      const SweepOptions& options);

/// Names the faces in contact, as sweep() does.
template <class T>
void nameFaces(BasicSweep<T>& sweep, ShapeRef a, const BasicPose<T>& poseA, const RigidMotion& motionA,
               ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionB);

}  // namespace sat3d::SAT3D_ABI
