#pragma once

/// @file
/// One object of a pair, and what a step asks of both.

#include "response/contacts/body_record.hpp"
#include "response/motion/meeting.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

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

    [[nodiscard]] typename Space<T>::ShapeRef shape() const { return object.shape; }

    /// A child of the object, or the whole object if it is no compound, with its motion.
    [[nodiscard]] MovingPart<D> part(std::uint32_t child) const {
        const auto parts = partsOf(object.shape);
        const Vector center = record != nullptr ? Vector(record->body.mass.center) : Vector(0.0f);
        if (parts.empty()) {
            return {shape(), partInWorld(object.pose), motionOf(body.motion, center)};
        }
        return {typename Space<T>::ShapeRef(parts[child].shape), partInWorld(object.pose, parts[child].pose),
                motionOf(body.motion, parts[child].pose.inverse() * center)};
    }
};

}  // namespace sat3d::inline SAT3D_ABI::detail
