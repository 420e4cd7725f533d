#pragma once

/// @file
/// One object of a pair, and what a step asks of both.

#include "response/contacts/body_record.hpp"
#include "response/motion/meeting.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The motion of a part whose pose the game has set since the last step, relative to its body, in the world
/// axes of its start.
template <class T>
struct PartMotion {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;

    ObjectId object;
    std::uint32_t child = 0;
    typename Space<T>::PartPose to;  ///< at the end of the step
    Vector offset{0.0f};             ///< of the part's origin from the body's center of mass
    StepMotion<Dimension> motion;    ///< about its origin

    /// How far a point of the part goes in the step, at its mean velocity in a time of it.
    /// @param arm     of the point from the body's center of mass
    /// @param toMean  the fraction of the step until the middle of that time; negative if it is over
    [[nodiscard]] Vector wayAt(const Vector& arm, double toMean) const {
        const DVector fromOrigin(arm - offset);
        const Vector then(fromOrigin + swingOf(motion.turn, toMean, fromOrigin));
        return motion.translation + spinCross(motion.turn, then);
    }
};

/// One object of a pair.
template <class T>
struct PairSide {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using D = Precise<T>;

    const BasicObject<T>& object;
    const BodyRecord<T>* record;  ///< nullptr for an object without a body
    const StepBody<T>& body;      ///< what stands still, if the step does not move it
    std::uint32_t recordAt, stepBodyAt;
    std::span<const PartMotion<T>> partMotions;  ///< of parts that move in the body

    [[nodiscard]] typename Space<T>::ShapeRef shape() const { return object.shape; }

    /// The farthest that a part moves in the body.
    [[nodiscard]] float partWay() const { return record != nullptr ? record->partWay : 0.0f; }
    /// How far a point of a child goes in the body: see PartMotion::wayAt().
    [[nodiscard]] Vector wayInBody(std::uint32_t child, const typename Space<T>::Position& point,
                                   double toMean) const;

    /// A child of the object, or the whole object if it is no compound, with a motion of its body.
    [[nodiscard]] MovingPart<D> part(std::uint32_t child, const StepMotion<Dimension>& ofBody) const;
    /// The same with the motion that it has if nothing touches it.
    [[nodiscard]] MovingPart<D> part(std::uint32_t child) const { return part(child, body.motion); }
    /// How a child moves in the body; nullptr if it does not.
    [[nodiscard]] const PartMotion<T>* partMotion(std::uint32_t child) const;
    /// The center of mass in the frame of the object, about which it turns.
    [[nodiscard]] Vector center() const {
        return record != nullptr ? Vector(record->body.mass.center) : Vector(0.0f);
    }
};

}  // namespace sat3d::SAT3D_ABI
