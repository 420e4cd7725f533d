#pragma once

// Drawing of one candidate plane: both projected hulls, rotated so that the best axis is horizontal and A is
// on the left; below them their intervals on that axis. All views have one scale, so lengths can be compared.

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
    std::vector<glm::dvec2> projectedHullA,
        projectedHullB;  ///< x is along the axis, meters from the explanation's origin
    AxisReport axis;
    glm::dvec3 right{0.0}, up{0.0};  ///< of the drawing, in world directions; right is the axis
};

/// Returns the view of a plane with one of its axes.
PlaneView planeView(const PlaneReport& plane, std::uint32_t axisIndex);

/// Returns a side view of a face axis, which has no plane of its own. The points are in world directions,
/// from the explanation's origin.
PlaneView sideView(const AxisReport& axis, std::span<const glm::dvec3> a, std::span<const glm::dvec3> b);

/// Returns the vertical direction of a side view: as upright as possible.
glm::dvec3 uprightFor(const glm::dvec3& right);

/// Returns the vertices of the convex hull of points, counter-clockwise.
std::vector<glm::dvec2> hullOf(std::span<const glm::dvec2> points);

/// Returns the center of a visible range that is `room` long. Centers the whole range from low to high if it
/// fits; otherwise centers the contact, without empty space beyond the range.
double visibleCenter(double low, double high, double contact, double room);

/// Size and scale of a set of views.
struct ViewFrame {
    double width, height;
    double pixelsPerMeter;
    bool detailed;  ///< with drop lines, the ghost of B after the push, and the arrow
};
/// Returns a frame that shows both hulls completely if the smaller hull and the gap then fill at least a
/// quarter of it; otherwise the larger hull is cropped.
ViewFrame frameFor(std::span<const PlaneView> views, double width, double height, bool detailed);

/// Draws a nested <svg> element of the frame's size at (x, y).
void drawPlaneView(MarkupWriter& svg, const PlaneView& view, const ViewFrame& frame, const glm::dvec2& at);

/// Returns the pixels per meter for bars of that width. All bars fit if the shorter one of each pair, or the
/// gap, stays visible.
double barScale(std::span<const AxisReport> axes, double width);

/// Draws the two intervals on a single axis as bars, in a nested <svg>.
void drawAxisBars(MarkupWriter& svg, const AxisReport& axis, double pixelsPerMeter, const glm::dvec2& at,
                  double width, double height);

}  // namespace sat3d::inline SAT3D_ABI::debug
