#pragma once

/// @file
/// How far a body may move in a step before it would pass through an obstacle.

#include "response/motion/meeting.hpp"

#include <sat3d/world/space.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// A body that moves far for its size in a step, or a part of it, and an obstacle that it may pass through.
template <class D>
struct FastPair {
    using Dimension = typename Space<D>::Dimension;
    using DVector = typename Dimension::DVector;

    MovingPart<D> body, obstacle;
    std::span<const BodyCore<Dimension>> cores;  ///< of the body
    typename Space<D>::PartPose fromBody;        ///< from the frame of these to that of the moving part
    float innerRadius;                           ///< of the least core, meters
    float way;                                   ///< of the body past the obstacle, meters

    /// Whether an axis proves that the body stops nowhere: along it, the two never overlap by half of the
    /// inner radius. Costs a few supports, where freeFraction() costs sweeps.
    /// @param axis  unit, from the body to the obstacle
    /// @return false for shapes that are not convex
    [[nodiscard]] bool staysShallow(const DVector& axis) const;

    /// The fraction of its motion after which the body must stop, or 1.
    [[nodiscard]] float freeFraction() const;

private:
    [[nodiscard]] bool isAtStart(float fraction) const;
    [[nodiscard]] float fractionOfCore(const BodyCore<Dimension>& core) const;
    [[nodiscard]] bool isDeepAt(float fraction) const;
    [[nodiscard]] bool getsDeep(const typename Space<D>::Sweep& touch) const;
    [[nodiscard]] float fractionOfDepth(float limit) const;
};

}  // namespace sat3d::SAT3D_ABI
