#pragma once

/// @file
/// Where two shapes meet that move through a step.

#include "response/motion/step_motion.hpp"

#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/space.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A space with positions in double.
template <class T>
struct PreciseSpace {
    using Type = double;
};
template <class T>
struct PreciseSpace<Planar<T>> {
    using Type = Planar<double>;
};
template <class T>
using Precise = typename PreciseSpace<T>::Type;

/// A convex shape, a half-space, a surface or a compound that moves through a step.
/// @tparam D  double or Planar<double>
template <class D>
struct MovingPart {
    typename Space<D>::ShapeRef shape;
    typename Space<D>::Pose pose;  ///< at the start of the step
    typename Space<D>::Motion motion;

    [[nodiscard]] typename Space<D>::Pose poseAt(float fraction) const;
    /// The point about which it turns.
    [[nodiscard]] typename Space<D>::Position centerAt(float fraction) const {
        using Position = typename Space<D>::Position;
        return pose * Position(motion.localCenter) + Position(fraction * motion.translation);
    }
};

/// The axis from part to part in the middle of the step, unit. It mostly separates what passes.
template <class D>
[[nodiscard]] typename Space<D>::Dimension::DVector axisBetween(const MovingPart<D>& a,
                                                                const MovingPart<D>& b) {
    using DVector = typename Space<D>::Dimension::DVector;
    constexpr float kMiddle = 0.5f;
    const DVector between(b.centerAt(kMiddle) - a.centerAt(kMiddle));
    DVector any(0.0);
    any.x = 1.0;
    const double length = glm::length(between);
    return length > 0.0 ? between / length : any;
}

/// The fraction of the step after which two parts meet that are apart at its start.
/// @return nothing if they pass each other
template <class D>
[[nodiscard]] std::optional<float> fractionOfMeeting(const MovingPart<D>& a, const MovingPart<D>& b);

/// Whether two convex parts that touch, or nearly so, after a fraction of the step pass each other all the
/// same: a ball beside an edge, or a crate in line with the end of a wall. No normal tells, so it looks at
/// the overlap when they have moved on: by less than they are thick, and by halves of that.
/// @param farthest, nearest  to look at after that moment, as fractions of the step
/// @param flush              overlap that counts as none, meters
template <class D>
[[nodiscard]] bool passAfter(const MovingPart<D>& a, const MovingPart<D>& b, float fraction, float farthest,
                             float nearest, float flush);

/// Whether an axis proves that two convex parts do not meet in the step: it separates them at both ends, and
/// they do not turn so far that they could meet between. Costs a few supports, where a sweep costs
/// microseconds.
/// @param axis  unit, from a to b
/// @param bend  meters by which paths of points may leave the straight way between their ends, and slack
/// @return false for other shapes
template <class D>
[[nodiscard]] bool isSeparatedBy(const typename Space<D>::Dimension::DVector& axis, const MovingPart<D>& a,
                                 const MovingPart<D>& b, double bend);

/// The farthest that a shape reaches from a point of its frame.
struct ShapeReach {
    float whole = 0.0f;  ///< meters; 0 if it has no end
    float core = 0.0f;   ///< the same of its points and segments with a radius, without the radius
};
/// The axis of a capsule whose axis goes through a point of its frame; 0 for other shapes and in the plane.
/// Unit.
template <class T>
[[nodiscard]] typename Space<T>::Dimension::Vector roundAxisOf(
    const typename Space<T>::Shape& shape, const typename Space<T>::Dimension::Vector& center);

/// The ball or disk around a point of a body.
[[nodiscard]] inline Sphere roundAt(const glm::vec3& center, float radius) {
    return {.center = center, .radius = radius};
}
[[nodiscard]] inline Circle roundAt(const glm::vec2& center, float radius) {
    return {.center = center, .radius = radius};
}

/// A ball or disk in a body: if these pass through nothing, the body does not.
template <class Dimension>
struct BodyCore {
    typename Dimension::Vector center{0.0f};  ///< in the frame of the body
    float radius = 0.0f;                      ///< meters, positive
    std::uint32_t child = 0;                  ///< of a compound: the child that it is in
};
/// Finds the cores of a body: the largest ball around the center of mass, or, if that is outside of the body,
/// as in a ring, a ball in the middle of each convex piece.
/// @param cores  sorted by children; none for surfaces
template <class T>
void findCores(const typename Space<T>::Shape& shape, const typename Space<T>::Dimension::Vector& center,
               std::vector<BodyCore<typename Space<T>::Dimension>>& cores);

template <class T>
[[nodiscard]] ShapeReach reachOf(const typename Space<T>::Shape& shape,
                                 const typename Space<T>::Dimension::Vector& center);

}  // namespace sat3d::SAT3D_ABI
