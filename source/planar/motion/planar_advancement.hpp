#pragma once

/// @file
/// Time of impact of two convex shapes of the plane.

#include "planar/contact/planar_gap.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// The motion of a shape over one step, in world frame.
struct PlanarPath {
    glm::dvec2 center{0.0};  ///< about which it rotates, at the start
    glm::dvec2 translation{0.0};
    double angle = 0.0;

    /// Where a frame that moves along is after a fraction of the step.
    [[nodiscard]] PlanarTransform moved(const PlanarTransform& start, double fraction) const noexcept;
};

/// A time of impact.
struct PlanarImpact {
    double fraction = 0.0;
    PlanarGap gap;             ///< at the fraction, in the frame of A's core there
    PlanarTransform aToWorld;  ///< of A's core at the fraction
    bool converged = true;
};

/// A convex shape with its path.
struct MovingProxy {
    const PlanarProxy& core;
    PlanarPath path;
};

/// Where the search of an impact ends.
struct ImpactLevel {
    double gap = 0.0;        ///< to keep: 0, or the skin
    double tolerance = 0.0;  ///< meters
};

/// Returns the time of impact of two shapes that do not rotate and do not overlap at the start, or nothing.
[[nodiscard]] std::optional<PlanarImpact> planarLinearCast(const MovingProxy& a, const MovingProxy& b,
                                                           const ImpactLevel& level) noexcept;

/// Returns the time of impact of two shapes that do not overlap at the start, or nothing.
[[nodiscard]] std::optional<PlanarImpact> planarAdvancement(const MovingProxy& a, const MovingProxy& b,
                                                            const ImpactLevel& level) noexcept;

}  // namespace sat3d::SAT3D_ABI
