#pragma once

/// @file
/// The way of an object in a step, as straight pieces.

#include "response/motion/step_motion.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

namespace sat3d::SAT3D_ABI {

/// The way of an object in a step. It has a bend where the object has met something first: what bounces
/// reaches places that no straight way from its start to its end goes through.
template <class T>
struct StepPath {
    using Pose = typename Space<T>::Pose;
    using Motion = typename Space<T>::Motion;

    Pose before;                  ///< at the start of the step
    Motion motion = {};           ///< until the bend
    float bend = 1.0f;            ///< fraction of the step; 1: there is none
    Pose atBend = {};             ///< has no meaning without a bend
    Motion motionAfterBend = {};  ///< from there to the end of the step

    [[nodiscard]] bool isStill() const { return bend == 1.0f && isNone(motion); }
    /// @param end  at most the bend
    [[nodiscard]] Motion motionUntil(float end) const { return end == bend ? motion : partOf(motion, end); }
    /// @param start  the bend, or anything if there is none
    [[nodiscard]] Pose poseAt(float start) const {
        return bend < 1.0f ? atBend : poseAtFraction(before, motion, static_cast<double>(start));
    }
    [[nodiscard]] Motion motionFrom(float start) const {
        return bend < 1.0f ? motionAfterBend : partOf(motion, 1.0f - start);
    }
};

/// An object that has moved in a step, or that the game has changed before it.
template <class T>
struct ChangedObject {
    ObjectId id;
    StepPath<T> path;
    Aabb box;  ///< around its way
};

}  // namespace sat3d::SAT3D_ABI
