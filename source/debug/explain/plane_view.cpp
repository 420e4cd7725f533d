#include "debug/explain/plane_view.hpp"

#include "debug/explain/convex_clip.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI::debug {

namespace {

constexpr double kMargin = 12.0;  // pixels around the hulls

// Height below the hulls for the intervals, in pixels.
double barSpace(bool detailed) {
    return detailed ? 74.0 : 30.0;
}

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] double size() const { return high - low; }
};

Extent heightOf(std::span<const glm::dvec2> outline) {
    Extent extent;
    for (const glm::dvec2& corner : outline) {
        extent.include(corner.y);
    }
    return extent;
}

// Range of the axis that a view shows: both intervals, and B's interval after the push.
Extent extentAlong(const AxisReport& axis, bool withPush) {
    Extent extent;
    extent.include(std::min(axis.minA, axis.minB));
    extent.include(std::max(axis.maxA, axis.maxB + (withPush ? std::max(-axis.separation, 0.0) : 0.0)));
    return extent;
}

std::vector<glm::dvec2> rotated(std::span<const glm::dvec2> outline, const glm::dvec2& axis) {
    std::vector<glm::dvec2> result;
    for (const glm::dvec2& p : outline) {
        result.emplace_back(glm::dot(p, axis), axis.x * p.y - axis.y * p.x);
    }
    return result;
}

std::vector<glm::dvec2> projectedHull(std::span<const glm::dvec3> points, const glm::dvec3& right,
                                      const glm::dvec3& up) {
    std::vector<glm::dvec2> projected;
    for (const glm::dvec3& p : points) {
        projected.emplace_back(glm::dot(p, right), glm::dot(p, up));
    }
    return hullOf(projected);
}

std::vector<glm::dvec2> overlapOf(std::span<const glm::dvec2> a, std::span<const glm::dvec2> b) {
    Polygon<glm::dvec2> rest{{a.begin(), a.end()}, std::vector<bool>(a.size(), true)};
    for (std::size_t i = 0; i < b.size() && !rest.empty(); ++i) {
        const glm::dvec2 side = b[(i + 1) % b.size()] - b[i];
        const glm::dvec2 outward(side.y, -side.x);
        rest = cut(rest, outward, glm::dot(outward, b[i]), 0.0).below;
    }
    return rest.corners;
}

// Maps meters to pixels. Shows the part around the contact if not everything fits.
class Mapping {
public:
    Mapping(const PlaneView& view, const ViewFrame& frame, double height) : scale_(frame.pixelsPerMeter) {
        const Extent along = extentAlong(view.axis, frame.detailed);
        const Extent a = heightOf(view.projectedHullA);
        const Extent b = heightOf(view.projectedHullB);
        Extent across = a;
        across.include(b.low);
        across.include(b.high);
        // The contact is at the middle of the common range of the two heights, or of the gap between them.
        const double contactY = 0.5 * (std::max(a.low, b.low) + std::min(a.high, b.high));
        const double contactX = 0.5 * (view.axis.maxA + view.axis.minB);
        const auto room = [&](double pixels) { return (pixels - 2.0 * kMargin) / scale_; };
        middle_ = {visibleCenter(along.low, along.high, contactX, room(frame.width)),
                   visibleCenter(across.low, across.high, contactY, room(height))};
        center_ = {0.5 * frame.width, 0.5 * height};
    }

    [[nodiscard]] double x(double meters) const { return center_.x + (meters - middle_.x) * scale_; }
    [[nodiscard]] glm::dvec2 operator()(const glm::dvec2& p) const {
        return {x(p.x), center_.y - (p.y - middle_.y) * scale_};
    }
    [[nodiscard]] std::vector<glm::dvec2> operator()(std::span<const glm::dvec2> outline,
                                                     double shift = 0.0) const {
        std::vector<glm::dvec2> result;
        for (const glm::dvec2& p : outline) {
            result.push_back((*this)({p.x + shift, p.y}));
        }
        return result;
    }

private:
    double scale_;
    glm::dvec2 middle_{0.0}, center_{0.0};
};

void rectangle(MarkupWriter& svg, double x0, double x1, double y, double height, double radius,
               std::string_view style) {
    svg.leaf("rect", {{"x", std::min(x0, x1)},
                      {"y", y},
                      {"width", std::abs(x1 - x0)},
                      {"height", height},
                      {"rx", radius},
                      {"class", style}});
}

// Draws both intervals as bars of height `thickness`, B's below A's, and the overlap or gap behind them.
void drawBars(MarkupWriter& svg, const AxisReport& axis, double a0, double a1, double b0, double b1, double y,
              double thickness) {
    rectangle(svg, a0, a1, y, thickness, 0.5 * thickness, "bar-a");
    rectangle(svg, b0, b1, y + 1.8 * thickness, thickness, 0.5 * thickness, "bar-b");
    rectangle(svg, a1, b0, y - 0.6 * thickness, 4.0 * thickness, 0.0,
              axis.separation < 0.0 ? "band-overlap" : "band-gap");
}

void drawDetails(MarkupWriter& svg, const PlaneView& view, const Mapping& mapping, double bars,
                 const ViewFrame& frame) {
    const AxisReport& axis = view.axis;
    for (const double end : {axis.minA, axis.maxA, axis.minB, axis.maxB}) {
        svg.line({mapping.x(end), 8.0}, {mapping.x(end), bars - 8.0}, "drop");
    }
    if (axis.separation < 0.0) {
        svg.polygon(mapping(view.projectedHullB, -axis.separation), "ghost");
    }
    const double y = frame.height - 24.0;
    svg.arrow({kMargin, y}, {frame.width - kMargin, y}, 9.0, "axis");
    svg.text("text", {{"x", frame.width - kMargin}, {"y", y + 18.0}, {"class", "small end"}},
             "axis " + describeVector(axis.normalAToB));
    const double from = mapping.x(axis.separation < 0.0 ? axis.minB : axis.maxA);
    const double to = mapping.x(axis.separation < 0.0 ? axis.maxA : axis.minB);
    const double arrowY = bars - 20.0;
    svg.arrow({from, arrowY}, {to, arrowY}, std::min(14.0, 0.6 * std::abs(to - from)),
              axis.separation < 0.0 ? "push" : "gap");
}

}  // namespace

std::vector<glm::dvec2> hullOf(std::span<const glm::dvec2> points) {
    std::vector<glm::dvec2> hull;
    for (const std::uint32_t vertex : grahamScan(points)) {
        hull.push_back(points[vertex]);
    }
    return hull;
}

double visibleCenter(double low, double high, double contact, double room) {
    return high - low <= room * (1.0 + 1e-9) ? 0.5 * (low + high)
                                             : std::clamp(contact, low + 0.5 * room, high - 0.5 * room);
}

PlaneView planeView(const PlaneReport& plane, std::uint32_t axisIndex) {
    PlaneView view;
    view.axis = plane.axes[axisIndex];
    const glm::dvec2 axis(glm::dot(view.axis.normalAToB, plane.tangentU),
                          glm::dot(view.axis.normalAToB, plane.tangentV));
    view.projectedHullA = rotated(plane.projectedHullA, axis);
    view.projectedHullB = rotated(plane.projectedHullB, axis);
    view.right = view.axis.normalAToB;
    view.up = glm::cross(plane.direction, view.right);
    return view;
}

glm::dvec3 uprightFor(const glm::dvec3& right) {
    // The world's y axis, or the z axis if y is nearly horizontal in the view.
    const glm::dvec3 upright =
        std::abs(right.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    return glm::normalize(upright - right * glm::dot(upright, right));
}

PlaneView sideView(const AxisReport& axis, std::span<const glm::dvec3> a, std::span<const glm::dvec3> b) {
    PlaneView view;
    view.axis = axis;
    view.right = axis.normalAToB;
    view.up = uprightFor(view.right);
    view.projectedHullA = projectedHull(a, view.right, view.up);
    view.projectedHullB = projectedHull(b, view.right, view.up);
    return view;
}

ViewFrame frameFor(std::span<const PlaneView> views, double width, double height, bool detailed) {
    const double picture = height - barSpace(detailed);
    double whole = std::numeric_limits<double>::infinity();
    double smallest = 0.0;  // extent of the smaller hull plus the gap
    for (const PlaneView& view : views) {
        const Extent a = heightOf(view.projectedHullA);
        const Extent b = heightOf(view.projectedHullB);
        const double along = extentAlong(view.axis, detailed).size();
        const double across = std::max(a.high, b.high) - std::min(a.low, b.low);
        whole = std::min({whole, (width - 2.0 * kMargin) / along, (picture - 2.0 * kMargin) / across});
        smallest = std::max(smallest, std::min(std::max(view.axis.maxA - view.axis.minA, a.size()),
                                               std::max(view.axis.maxB - view.axis.minB, b.size())) +
                                          std::max(view.axis.separation, 0.0));
    }
    return {width, height, std::max(whole, 0.25 * std::min(width, picture) / smallest), detailed};
}

void drawPlaneView(MarkupWriter& svg, const PlaneView& view, const ViewFrame& frame, const glm::dvec2& at) {
    const double thickness = frame.detailed ? 8.0 : 5.0;
    const double bottom = frame.height - barSpace(frame.detailed);
    const double bars = bottom + thickness;
    const Mapping mapping(view, frame, bottom);
    const AxisReport& axis = view.axis;

    svg.openSvg(at, frame.width, frame.height);
    rectangle(svg, mapping.x(axis.maxA), mapping.x(axis.minB), 0.0, bars, 0.0,
              axis.separation < 0.0 ? "band-overlap" : "band-gap");
    svg.polygon(mapping(view.projectedHullA), "outline-a");
    svg.polygon(mapping(view.projectedHullB), "outline-b");
    const auto overlap = overlapOf(view.projectedHullA, view.projectedHullB);
    if (overlap.size() >= 3) {
        svg.polygon(mapping(overlap), "overlap");
    }
    drawBars(svg, axis, mapping.x(axis.minA), mapping.x(axis.maxA), mapping.x(axis.minB),
             mapping.x(axis.maxB), bars, thickness);
    if (frame.detailed) {
        drawDetails(svg, view, mapping, bars, frame);
    }
    svg.close();
}

double barScale(std::span<const AxisReport> axes, double width) {
    double longest = 0.0;
    double shorter = 0.0;
    for (const AxisReport& axis : axes) {
        longest = std::max(longest, extentAlong(axis, false).size());
        shorter = std::max(
            shorter, std::min(axis.maxA - axis.minA, axis.maxB - axis.minB) + std::max(axis.separation, 0.0));
    }
    const double room = width - 2.0 * kMargin;
    constexpr double kFlat = 1e-6;  // bars of a triangle along its normal are shorter
    return shorter > kFlat * longest ? std::max(room / longest, 0.2 * room / shorter) : room / longest;
}

void drawAxisBars(MarkupWriter& svg, const AxisReport& axis, double pixelsPerMeter, const glm::dvec2& at,
                  double width, double height) {
    const Extent extent = extentAlong(axis, false);
    const double room = (width - 4.0) / pixelsPerMeter;
    const double contact = 0.5 * (axis.maxA + axis.minB);
    const double middle = visibleCenter(extent.low, extent.high, contact, room);
    const auto x = [&](double meters) { return 0.5 * width + (meters - middle) * pixelsPerMeter; };
    const double thickness = height / 4.6;
    svg.openSvg(at, width, height);
    drawBars(svg, axis, x(axis.minA), x(axis.maxA), x(axis.minB), x(axis.maxB), 0.9 * thickness, thickness);
    svg.close();
}

}  // namespace sat3d::SAT3D_ABI::debug
