#pragma once

/// @file
/// The frame in which queries compute a pair of shapes.

#include "math/compose.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline DPose inDouble(const Pose& pose) noexcept {
    return {glm::dvec3(pose.position), glm::dquat(pose.rotation)};
}
[[nodiscard]] inline DPose inDouble(const DPose& pose) noexcept {
    return pose;
}

/// A point near the center of a shape, in the shape's frame. Zero for half-spaces and composite shapes.
[[nodiscard]] glm::dvec3 middleOf(ShapeRef shape) noexcept;

/// The frame of a pair. The origin is A's center, so that neither a distant world position nor a distant
/// model origin costs precision. The axes are those of A, or those of the world if A is a sphere.
struct PairFrame {
    RigidTransform aInPair, bInPair;
    RigidTransform pairToWorld;

    template <class T>
    explicit PairFrame(const PosedPair<T>& pair) : PairFrame(pair.a, pair.poseA, pair.poseB) {}
    template <class T>
    PairFrame(ShapeRef a, const BasicPose<T>& poseA, const BasicPose<T>& poseB)
        : bInPair(localToWorld(poseB)), pairToWorld(localToWorld(poseA)) {
        const glm::dvec3 middle = middleOf(a), middleInWorld = pairToWorld.rotation * middle;
        if (a.kind() == ShapeRef::Kind::Sphere) {
            aInPair = {pairToWorld.rotation, -middleInWorld};
            bInPair.translation = (bInPair.translation - pairToWorld.translation) - middleInWorld;
            pairToWorld.rotation = glm::dmat3(1.0);
        } else {
            aInPair.translation = -middle;
            bInPair = relative(pairToWorld, bInPair);
            bInPair.translation -= middle;
        }
        pairToWorld.translation += middleInWorld;
    }

    template <class T>
    [[nodiscard]] glm::vec<3, T> pointInWorld(const glm::dvec3& point) const {
        return glm::vec<3, T>(pairToWorld.rotation * point + pairToWorld.translation);
    }
    [[nodiscard]] glm::vec3 directionInWorld(const glm::dvec3& direction) const {
        return glm::vec3(pairToWorld.rotation * direction);
    }
    /// Converts a direction from the world to the pair's frame, as a unit vector. The argument may be rounded
    /// to float.
    [[nodiscard]] glm::dvec3 directionInPair(const glm::vec3& direction) const {
        return glm::transpose(pairToWorld.rotation) * glm::normalize(glm::dvec3(direction));
    }
};

/// A half-space as the points p of the pair's frame with dot(normal, p) <= offset.
struct PairHalfSpace {
    glm::dvec3 normal;
    double offset;

    PairHalfSpace(const HalfSpace& halfSpace, const RigidTransform& toPair);
};

}  // namespace sat3d::SAT3D_ABI
