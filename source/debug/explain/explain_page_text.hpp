#pragma once

// All texts of an explanation's drawings, and the order of their cards, independent of the output format.

#include "debug/explain/plane_view.hpp"
#include "debug/explain/scene.hpp"
#include "debug/html/markup_writer.hpp"

#include <sat3d/debug/explain_drawing.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

/// Card of a candidate plane.
struct PlaneCard {
    std::uint32_t plane = 0;  ///< index into the explanation's planes
    bool winner = false;
    std::string heading;  ///< "edge direction 3 of A"
    std::string measure;  ///< "overlap 12.3 cm"
    PlaneView view;
};

/// Card of a face normal that is tested as a single axis.
struct AxisCard {
    std::uint32_t axis = 0;  ///< index into the explanation's faceAxes
    bool winner = false;
    std::string heading, measure;
    AxisReport report;
};

struct ExplainPageText {
    PairScene scene;
    Camera camera;
    std::string nameA, nameB;       ///< shortened
    std::string title, verdict;     ///< heading, and the answer in a sentence
    std::string method;             ///< how the answer was found
    std::vector<PlaneCard> planes;  ///< the largest separation first
    std::vector<AxisCard> axes;     ///< the largest separation first
    /// Whether an axis decides: not for shapes without planes, and not if the bounding spheres did.
    bool decided = false;
    PlaneView winner;
    std::optional<glm::dvec3> sight;  ///< normal of the deciding plane; none for a face axis
    std::string winnerHeading, winnerMeasure, winnerCaption;
    std::string sceneCaption, planesCaption, axesCaption;
    std::string planesHeading, axesHeading;
    std::string otherPlaneCaption, otherAxisCaption;  ///< captions of planes and axes that do not decide
};

/// @param a, b  the shapes that the explanation is about, or composite shapes with these as children
ExplainPageText makeExplainPageText(const Explanation& explanation, ShapeRef a, const DPose& poseA,
                                    ShapeRef b, const DPose& poseB, const DrawingOptions& options);

/// Returns the color of a face for a brightness from 0 to 1, as "#rrggbb".
std::string shade(bool ofB, double brightness);

/// Draws the scene as a nested <svg> element of the given size, in pixels, at `at`.
void drawScene(MarkupWriter& svg, const ExplainPageText& texts, const Explanation& explanation,
               const glm::dvec2& at, double width, double height);

/// Returns the scene as JSON for the script of the HTML page.
std::string sceneJson(const Explanation& explanation, const ExplainPageText& texts,
                      const DrawingOptions& options);

}  // namespace sat3d::SAT3D_ABI::debug
