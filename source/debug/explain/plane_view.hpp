#pragma once

// Drawing of one candidate plane: both projected hulls, with their intervals on the best axis below them. The
// drawing is rotated so that the best axis is horizontal and A is on the left. All views have one scale, so
// lengths can be compared.

#include "debug/html/markup_writer.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

struct PlaneView {
    std::vector<glm::dvec2> projectedHullA,
        projectedHullB;  ///< x is along the axis, meters from the explanation's origin
    AxisReport axis;
    glm::dvec3 right{0.0}, up{0.0};  ///< directions of the drawing, in the world; right is the axis
};

/// Returns the view of a plane with one of its axes.
PlaneView planeView(const PlaneReport& plane, std::uint32_t axisIndex);

/// Returns a side view of a face axis, which has no plane of its own. The points are in world directions,
/// from the explanation's origin.
PlaneView sideView(const AxisReport& axis, std::span<const glm::dvec3> a, std::span<const glm::dvec3> b);

/// Returns the upward direction of a side view: perpendicular to `right`, as close to vertical as possible.
glm::dvec3 uprightFor(const glm::dvec3& right);

/// Returns the vertices of the convex hull of points, counter-clockwise.
std::vector<glm::dvec2> hullOf(std::span<const glm::dvec2> points);

/// Returns the center of a visible range of length `room`. If the whole range from low to high fits, the
/// result is its center. Otherwise the contact is centered, without empty space beyond the range.
double visibleCenter(double low, double high, double contact, double room);

/// Size and scale of a set of views.
struct ViewFrame {
    double width, height;
    double pixelsPerMeter;
    bool detailed;  ///< whether drop lines, B's outline after the push and the arrow are drawn
};
/// Returns a frame for all views. It shows both hulls completely if the smaller hull and the gap then fill at
/// least a quarter of it. Otherwise it crops the larger hull.
ViewFrame frameFor(std::span<const PlaneView> views, double width, double height, bool detailed);

/// Draws a nested <svg> element of the frame's size at `at`.
void drawPlaneView(MarkupWriter& svg, const PlaneView& view, const ViewFrame& frame, const glm::dvec2& at);

/// Returns the pixels per meter for bars in a drawing of width `width`. All bars fit if the shorter bar of a
/// pair and the gap then fill at least a fifth of the width. Otherwise the longer bar is cropped.
double barScale(std::span<const AxisReport> axes, double width);

/// Draws the two intervals on a single axis as bars, in a nested <svg>.
void drawAxisBars(MarkupWriter& svg, const AxisReport& axis, double pixelsPerMeter, const glm::dvec2& at,
                  double width, double height);

}  // namespace sat3d::SAT3D_ABI::debug
