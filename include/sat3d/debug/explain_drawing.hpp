#pragma once

/// @file
/// Pictures of the readable method: every candidate plane with both 2D hulls, and the situation in space.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <string>

namespace sat3d::inline SAT3D_ABI {

struct DrawingOptions {
    std::string title;  ///< heading; empty: none
    std::string nameA = "A";
    std::string nameB = "B";
    int columns = 0;  ///< plane cards in a row; 0: chosen by their number
};

/// A self-contained SVG picture: the 3D situation with the push, the winner large, every other plane as a
/// card.
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation& explanation,
                                                             const ConvexHull& a, const Pose& poseA,
                                                             const ConvexHull& b, const Pose& poseB,
                                                             const DrawingOptions& options = {});

/// The same as a self-contained HTML page, the 3D situation turnable with the mouse; no network needed.
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation& explanation,
                                                              const ConvexHull& a, const Pose& poseA,
                                                              const ConvexHull& b, const Pose& poseB,
                                                              const DrawingOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
