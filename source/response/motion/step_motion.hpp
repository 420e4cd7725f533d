#pragma once

/// @file
/// Motions of bodies in a step.

#include "response/motion/rigid_math.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

/// How far a body moves and turns in the step if nothing touches it. All 0 for what stands still.
template <class Dimension>
struct StepMotion {
    typename Dimension::Vector translation{0.0f};  ///< of the center of mass, meters
    typename Dimension::Spin turn{0.0f};           ///< radians
};

// The motion of a shape about a point of it.
[[nodiscard]] inline RigidMotion motionOf(const StepMotion<Dimension3>& step, const glm::vec3& center) {
    return {step.translation, step.turn, center};
}
[[nodiscard]] inline PlanarMotion motionOf(const StepMotion<Dimension2>& step, const glm::vec2& center) {
    return {step.translation, step.turn, center};
}

/// The motion that takes a shape from one pose to another, by at most half a turn, about a point of it.
template <class T>
[[nodiscard]] RigidMotion motionFromTo(const BasicPose<T>& before, const BasicPose<T>& after,
                                       const glm::vec3& center) {
    return motionBetween(before, after, center);
}
template <class T>
[[nodiscard]] PlanarMotion motionFromTo(const BasicPlanarPose<T>& before, const BasicPlanarPose<T>& after,
                                        const glm::vec2& center) {
    const DPlanarPose from{{}, glm::normalize(glm::dvec2(before.rotation))},
        to{{}, glm::normalize(glm::dvec2(after.rotation))};
    const glm::dvec2 point(center), turn(glm::dot(from.rotation, to.rotation),
                                         from.rotation.x * to.rotation.y - from.rotation.y * to.rotation.x);
    const glm::dvec2 translation = (glm::dvec2(after.position) - glm::dvec2(before.position)) +
                                   (to.transformDirection(point) - from.transformDirection(point));
    return {glm::vec2(translation), static_cast<float>(planarAngle(turn)), center};
}

/// The first part of a motion.
[[nodiscard]] inline RigidMotion partOf(const RigidMotion& motion, float fraction) {
    return {motion.translation * fraction, motion.rotationVector * fraction, motion.localCenter};
}
[[nodiscard]] inline PlanarMotion partOf(const PlanarMotion& motion, float fraction) {
    return {motion.translation * fraction, motion.angle * fraction, motion.localCenter};
}

[[nodiscard]] inline bool isNone(const RigidMotion& motion) {
    return motion.translation == glm::vec3(0.0f) && motion.rotationVector == glm::vec3(0.0f);
}
[[nodiscard]] inline bool isNone(const PlanarMotion& motion) {
    return motion.translation == glm::vec2(0.0f) && motion.angle == 0.0f;
}

/// The rotation of a motion about its center, as StepMotion::turn.
[[nodiscard]] inline glm::vec3 turnOf(const RigidMotion& motion) {
    return motion.rotationVector;
}
[[nodiscard]] inline float turnOf(const PlanarMotion& motion) {
    return motion.angle;
}

// The motion that the solver has given to a body.
[[nodiscard]] inline StepMotion<Dimension3> solvedMotion(const SolverBody& solved) {
    return {solved.translation, glm::vec3(rotationVectorOf(glm::dquat(solved.rotation)))};
}
[[nodiscard]] inline StepMotion<Dimension2> solvedMotion(const PlanarSolverBody& solved) {
    return {solved.translation, static_cast<float>(planarAngle(glm::dvec2(solved.rotation)))};
}

[[nodiscard]] inline RigidMotion translationOf(const RigidMotion& motion) {
    return {.translation = motion.translation};
}
[[nodiscard]] inline PlanarMotion translationOf(const PlanarMotion& motion) {
    return {.translation = motion.translation};
}

/// The rotation of a body after a fraction of the step.
[[nodiscard]] inline glm::dquat turnAfter(const glm::vec3& turn, double fraction) {
    return rotationFromVector(fraction * glm::dvec3(turn));
}
[[nodiscard]] inline glm::dvec2 turnAfter(float turn, double fraction) {
    return planarRotation(fraction * static_cast<double>(turn));
}

// The same in float.
[[nodiscard]] inline glm::quat rotationAt(const glm::vec3& turn, float fraction) {
    return glm::quat(turnAfter(turn, static_cast<double>(fraction)));
}
[[nodiscard]] inline glm::vec2 rotationAt(float turn, float fraction) {
    return glm::vec2(turnAfter(turn, static_cast<double>(fraction)));
}

/// How far a turn moves a point at most: it goes along an arc, and ends at a chord.
/// @param turn   of a body in the step
/// @param reach  distance of the point from the center
[[nodiscard]] inline float farthestSwing(const auto& turn, float reach) {
    return std::min(sizeOf(turn), 2.0f) * reach;
}

/// How a rotation of unit length changes a vector.
[[nodiscard]] inline glm::dvec3 swingBy(const glm::dquat& rotation, const glm::dvec3& arm) {
    return rotation * arm - arm;
}
[[nodiscard]] inline glm::dvec2 swingBy(const glm::dvec2& r, const glm::dvec2& arm) {
    return glm::dvec2(r.x * arm.x - r.y * arm.y, r.y * arm.x + r.x * arm.y) - arm;
}

/// One rotation after another.
[[nodiscard]] inline glm::dquat turnedOn(const glm::dquat& first, const glm::dquat& then) {
    return then * first;
}
[[nodiscard]] inline glm::dvec2 turnedOn(const glm::dvec2& first, const glm::dvec2& then) {
    return {first.x * then.x - first.y * then.y, first.x * then.y + first.y * then.x};
}

/// The inverse of a rotation of unit length.
[[nodiscard]] inline glm::dquat turnBack(const glm::dquat& rotation) {
    return glm::conjugate(rotation);
}
[[nodiscard]] inline glm::dvec2 turnBack(const glm::dvec2& rotation) {
    return {rotation.x, -rotation.y};
}

/// How a vector of the body changes while the body turns by a part of its motion.
template <class DVector>
[[nodiscard]] DVector swingOf(const auto& turn, double fraction, const DVector& arm) {
    return swingBy(turnAfter(turn, fraction), arm);
}

/// Ends the motion of a body after a fraction of it. Its spin is the same as before, as the body sees it: so
/// its energy is, too.
inline void shorten(SolverBody& solved, float fraction) {
    const glm::dquat whole(solved.rotation);
    const glm::dquat part = rotationFromVector(static_cast<double>(fraction) * rotationVectorOf(whole));
    solved.angularVelocity = glm::vec3(part * (glm::conjugate(whole) * glm::dvec3(solved.angularVelocity)));
    solved.rotation = glm::quat(part);
    solved.translation *= fraction;
}
inline void shorten(PlanarSolverBody& solved, float fraction) {
    const double turn = planarAngle(glm::dvec2(solved.rotation));
    solved.rotation = glm::vec2(planarRotation(static_cast<double>(fraction) * turn));
    solved.translation *= fraction;
}

/// Turns a body by a part of another motion, with its spin.
inline void turnOn(SolverBody& solved, const glm::vec3& turn, float fraction) {
    const glm::dquat rest = turnAfter(turn, static_cast<double>(fraction));
    solved.angularVelocity = glm::vec3(rest * glm::dvec3(solved.angularVelocity));
    solved.rotation = glm::quat(rest * glm::dquat(solved.rotation));
}
inline void turnOn(PlanarSolverBody& solved, float turn, float fraction) {
    const double angle = planarAngle(glm::dvec2(solved.rotation));
    solved.rotation =
        glm::vec2(planarRotation(angle + static_cast<double>(fraction) * static_cast<double>(turn)));
}

}  // namespace sat3d::SAT3D_ABI
