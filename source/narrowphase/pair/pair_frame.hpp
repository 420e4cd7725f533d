#pragma once

/// @file
/// The frame in which the verbs compute a pair.

#include "math/compose.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace sat3d::inline SAT3D_ABI {

/// About the middle of a shape, in its own frame. @param shape  not a half-space
[[nodiscard]] glm::dvec3 middleOf(detail::ShapeRef shape) noexcept;

/// A's axes, but the world's where A is a sphere, which has none; from A's middle: neither a far-off world
/// position nor a far-off model origin costs digits.
struct PairFrame {
    RigidTransform aInPair, bInPair;
    RigidTransform pairToWorld;

    template <class T>
    PairFrame(detail::ShapeRef a, const BasicPose<T>& poseA, const BasicPose<T>& poseB)
        : bInPair(localToWorld(poseB)), pairToWorld(localToWorld(poseA)) {
        const glm::dvec3 middle = middleOf(a), middleInWorld = pairToWorld.rotation * middle;
        if (a.kind() == detail::ShapeRef::Kind::Sphere) {
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
    /// Unit for a unit direction, and for one that was rounded to float.
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

}  // namespace sat3d::inline SAT3D_ABI
