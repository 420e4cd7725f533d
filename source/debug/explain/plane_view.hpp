#pragma once

// One candidate plane as a picture: both 2D hulls, turned so that the best axis lies horizontally and A on
// the left; below them their shadows on that axis. All views share one scale, so lengths compare by eye.

#include "debug/html/markup_writer.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

struct PlaneView {
    std::vector<glm::dvec2> outlineA, outlineB;  ///< x along the axis, metres from the explanation's origin
    AxisReport axis;
    glm::dvec3 right{0.0}, up{0.0};  ///< of the picture, world frame; right is the axis
};

/// The plane with one of its axes.
PlaneView planeView(const PlaneReport& plane, std::uint32_t axisIndex);

/// A face axis has no plane of its own: a side view that contains it. The points: world frame, from the
/// origin.
PlaneView sideView(const AxisReport& axis, std::span<const glm::dvec3> a, std::span<const glm::dvec3> b);

/// The vertical of a side view: upright as far as that goes.
glm::dvec3 uprightFor(const glm::dvec3& right);

/// How pixels follow from metres for a set of views in frames of one size.
struct ViewFrame {
    double width, height;
    double pixelsPerMetre;
    bool detailed;  ///< with drop lines, B after the push, and the arrow
};
/// Shows both hulls whole if the smaller one and the gap then fill at least a quarter of the frame; else the
/// larger is cut.
ViewFrame frameFor(std::span<const PlaneView> views, double width, double height, bool detailed);

/// A nested <svg> element at (x, y) of the size of the frame.
void drawPlaneView(MarkupWriter& svg, const PlaneView& view, const ViewFrame& frame, const glm::dvec2& at);

/// Pixels per metre for bars of that width: all of them whole if the shorter of each pair, or the gap, stays
/// visible.
double barScale(std::span<const AxisReport> axes, double width);

/// A single axis: the two shadows as bars, in a nested <svg>.
void drawAxisBars(MarkupWriter& svg, const AxisReport& axis, double pixelsPerMetre, const glm::dvec2& at,
                  double width, double height);

}  // namespace sat3d::inline SAT3D_ABI::debug
