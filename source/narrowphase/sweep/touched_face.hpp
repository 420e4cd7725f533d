#pragma once

/// @file
/// The face of a shape that a sweep hits.

#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

struct TouchedFace {
    std::uint32_t face = Sweep::kNoFace;
    std::uint32_t tag = 0;
};

/// Returns the face that the child in contact turns toward the other shape, and its tag.
/// @param pose     at the time of contact
/// @param outward  the contact normal, away from the shape, world frame
[[nodiscard]] TouchedFace touchedFace(ShapeRef shape, DPose pose, std::uint32_t child,
                                      const glm::dvec3& outward) noexcept;

/// Returns the face of a shape in the pose that its motion gives it at a fraction.
template <class T>
[[nodiscard]] TouchedFace touchedFaceAt(ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion,
                                        float fraction, std::uint32_t child, const glm::dvec3& outward) {
    const bool turns = motion.rotationVector != glm::vec3(0.0f);  // the position does not matter
    return touchedFace(shape, inDouble(turns ? poseAtFraction(pose, motion, fraction) : pose), child,
                       outward);
}

template <class T>
void writeFaces(BasicSweep<T>& sweep, const TouchedFace& a, const TouchedFace& b) {
    sweep.faceA = a.face;
    sweep.faceTagA = a.tag;
    sweep.faceB = b.face;
    sweep.faceTagB = b.tag;
}

}  // namespace sat3d::SAT3D_ABI
