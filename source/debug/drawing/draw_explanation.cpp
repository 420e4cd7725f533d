#include "debug/drawing/pen.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::SAT3D_ABI {
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
    drawHull(plane.projectedHullA, pen.colors().shapeA);
    drawHull(plane.projectedHullB, pen.colors().shapeB);
}

/// Draws the intervals of both hulls along an axis, through the origin of the explanation.
void drawAxis(Pen& pen, const Explanation& explanation, const AxisReport& axis) {
    const auto at = [&](double offset) { return explanation.origin + offset * axis.normalAToB; };
    pen.line(at(axis.minA), at(axis.maxA), pen.colors().shapeA);
    pen.line(at(axis.minB), at(axis.maxB), pen.colors().shapeB);
}

/// Draws a vertex as a cross, an edge as a line, a face as a loop.
void drawFeature(Pen& pen, const std::vector<glm::dvec3>& points, Color color) {
    if (points.size() == 1) {
        pen.cross(points[0], double(pen.options().pointSize), color);
    } else if (points.size() == 2) {
        pen.line(points[0], points[1], color);
    } else {
        pen.loop(points, color);
    }
}

/// Draws the features that meet, and the push of B or the gap.
void drawAnswer(Pen& pen, const Explanation& explanation) {
    if (explanation.rejectedByBoundingSpheres || !std::isfinite(explanation.separation)) {
        return;
    }
    drawFeature(pen, explanation.featureA, pen.colors().shapeA);
    drawFeature(pen, explanation.featureB, pen.colors().shapeB);
    if (explanation.overlapping()) {
        const double length = -explanation.separation * double(pen.options().pushScale);
        pen.arrow(explanation.pointB, explanation.pointB + length * explanation.normalAToB,
                  pen.colors().push);
    } else {
        pen.line(explanation.pointA, explanation.pointB, pen.colors().gap);
    }
    pen.label(explanation.pointB, describeLength(explanation.separation));
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
    if (showsBest) {
        drawAnswer(pen, explanation);
    }
}

}  // namespace sat3d::SAT3D_ABI
