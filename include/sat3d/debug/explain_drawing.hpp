#pragma once

/// @file
/// Pictures of the readable method: every candidate plane with both 2D hulls, and the situation in space.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <string>

namespace sat3d::inline SAT3D_ABI {

struct DrawingOptions {
    std::string title;  ///< heading; empty: none
    std::string nameA = "A";
    std::string nameB = "B";
    glm::vec3 up{0.0f, 1.0f, 0.0f};  ///< what points up in the 3D picture; not zero
    std::size_t maxPlanes = 60;      ///< cards in the SVG; the losers beyond are summed up. HTML shows all.
};

/// A self-contained SVG picture: the 3D situation with the push, the winner large, every plane as a card.
/// Every card is an element with data-plane (or data-axis), data-separation and data-winner.
/// @param a, poseA, b, poseB  as given to explain(); the names may hold anything, they are escaped.
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation& explanation,
                                                             const ConvexHull& a, const Pose& poseA,
                                                             const ConvexHull& b, const Pose& poseB,
                                                             const DrawingOptions& options = {});
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation& explanation,
                                                             const ConvexHull& a, const DPose& poseA,
                                                             const ConvexHull& b, const DPose& poseB,
                                                             const DrawingOptions& options = {});

/// The same as a self-contained HTML page, the 3D situation turnable with the mouse; no network needed.
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation& explanation,
                                                              const ConvexHull& a, const Pose& poseA,
                                                              const ConvexHull& b, const Pose& poseB,
                                                              const DrawingOptions& options = {});
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation& explanation,
                                                              const ConvexHull& a, const DPose& poseA,
                                                              const ConvexHull& b, const DPose& poseB,
                                                              const DrawingOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
