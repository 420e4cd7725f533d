#include "debug/drawing/pen.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {
namespace {

using debug::Pen;

/// Draws both projected hulls in their plane, through the origin of the explanation.
void drawPlane(Pen& pen, const Explanation& explanation, const PlaneReport& plane) {
    const auto drawHull = [&](const std::vector<glm::dvec2>& hull, Color color) {
        std::vector<glm::dvec3> points;
        points.reserve(hull.size());
        for (const glm::dvec2& point : hull) {
            points.push_back(explanation.origin + point.x * plane.tangentU + point.y * plane.tangentV);
        }
        pen.loop(points, color);
    };
    drawHull(plane.projectedHullA, pen.colors().planeOfA);
    drawHull(plane.projectedHullB, pen.colors().planeOfB);
}

/// Draws the intervals of both hulls along an axis, and the push that parts them.
void drawAxis(Pen& pen, const Explanation& explanation, const AxisReport& axis) {
    const auto at = [&](double offset) { return explanation.origin + offset * axis.normalAToB; };
    pen.line(at(axis.minA), at(axis.maxA), pen.colors().planeOfA);
    pen.line(at(axis.minB), at(axis.maxB), pen.colors().planeOfB);
    if (axis.separation < 0.0) {
        pen.arrow(at(axis.minB), at(axis.maxA), pen.colors().push);
    }
    pen.label(at(0.5 * (axis.minB + axis.maxA)), describeLength(axis.separation));
}

}  // namespace

void draw(DebugGeometry& geometry, const Explanation& explanation, const DebugOptions& options) {
    Pen pen(geometry, options);
    const bool showsAll = pen.shows(DebugLayer::AllPlanes), showsBest = pen.shows(DebugLayer::Explanations);
    for (std::size_t i = 0; i < explanation.planes.size(); ++i) {
        const PlaneReport& plane = explanation.planes[i];
        const bool isBest =
            explanation.bestPlane >= 0 && i == static_cast<std::size_t>(explanation.bestPlane);
        if (showsAll || (showsBest && isBest)) {
            drawPlane(pen, explanation, plane);
        }
        if (showsBest && isBest) {
            drawAxis(pen, explanation, plane.axes[plane.best]);
        }
    }
    if (showsBest && explanation.bestFaceAxis >= 0) {
        drawAxis(pen, explanation, explanation.faceAxes[static_cast<std::size_t>(explanation.bestFaceAxis)]);
    }
}

}  // namespace sat3d::inline SAT3D_ABI
