#include "debug/explain/explain_page_text.hpp"

#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"
#include "debug/html/markup_writer.hpp"

#include <sat3d/debug/describe.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace sat3d::SAT3D_ABI::debug {

namespace {

std::string planeHeading(const PlaneReport& plane) {
    using Source = PlaneReport::Source;
    const bool edge = plane.source == Source::EdgeOfA || plane.source == Source::EdgeOfB;
    const bool ofA = plane.source == Source::EdgeOfA || plane.source == Source::FaceOfA;
    return std::string(edge ? "edge direction " : "face normal ") + std::to_string(plane.index) +
           (ofA ? " of A" : " of B");
}

std::string measureOf(double separation) {
    if (separation == 0.0) {
        return "just touching";
    }
    return (separation < 0.0 ? "overlap " : "gap ") + describeLength(std::abs(separation));
}

bool planesOfA(const Explanation& explanation) {
    return !explanation.planes.empty() && explanation.planes.front().source == PlaneReport::Source::EdgeOfA;
}

// Whether the planes come from face normals. Such planes can miss the best axis.
bool fromFaces(const Explanation& explanation) {
    return !explanation.planes.empty() && explanation.planes.front().source >= PlaneReport::Source::FaceOfA;
}

// Whether a collision is reported although the hulls are separated: the planes miss the separating axis.
bool isFalseCollision(const Explanation& explanation, const ExplainPageText& texts) {
    return fromFaces(explanation) && explanation.overlapping() && texts.scene.overlap.empty();
}

std::string titleOf(const Explanation& explanation, const ExplainPageText& texts) {
    const bool overlapping = explanation.overlapping();
    if (fromFaces(explanation)) {
        return std::string("Face planes alone ") + (overlapping ? "report a collision" : "find a gap");
    }
    const bool touching = explanation.separation == 0.0 && !explanation.rejectedByBoundingSpheres;
    return texts.nameA + " and " + texts.nameB +
           (overlapping ? " collide" : (touching ? " touch" : " are apart"));
}

std::string verdictOf(const Explanation& explanation, const ExplainPageText& texts) {
    if (explanation.rejectedByBoundingSpheres) {
        return "The bounding spheres are " + describeLength(explanation.sphereGap) +
               " apart: the hulls cannot touch, and no axis has to be tested.";
    }
    const std::string along = " along " + describeVector(explanation.normalAToB);
    if (fromFaces(explanation)) {
        return "Reported: " + measureOf(explanation.separation) + along +
               (isFalseCollision(explanation, texts) ? ". Wrong: the hulls do not intersect. Their "
                                                       "separating axis lies in none of these planes."
                                                     : ". There may be a better axis outside these planes.");
    }
    if (explanation.overlapping()) {
        return "Shortest push: " + describeLength(-explanation.separation) + along + ", " +
               describeFeatures(explanation.features, texts.nameA, texts.nameB) + ".";
    }
    if (explanation.separation == 0.0) {
        return "They touch without overlapping" + along + ".";
    }
    return "A gap of " + describeLength(explanation.separation) + along +
           ": one axis with disjoint intervals proves it.";
}

// One tested axis: a plane and one of its axes, or a face axis.
struct Step {
    std::optional<std::uint32_t> plane, faceAxis;
    std::uint32_t axis = 0;  // index into the plane's axes
};

Step winningStep(const Explanation& explanation) {
    if (explanation.bestPlane >= 0) {
        const auto plane = static_cast<std::uint32_t>(explanation.bestPlane);
        return {plane, {}, explanation.planes[plane].best};
    }
    if (explanation.bestFaceAxis >= 0) {
        return {{}, static_cast<std::uint32_t>(explanation.bestFaceAxis), 0};
    }
    return {};
}

const AxisReport& axisOf(const Explanation& explanation, const Step& step) {
    return step.plane ? explanation.planes[*step.plane].axes[step.axis]
                      : explanation.faceAxes[*step.faceAxis];
}

// Returns the axis to show as the deciding axis. If several axes are equally good, the search reports the
// first, but the answer may come from another axis (a face normal). The drawing must show the axis of the
// answer.
Step decidingStep(const Explanation& explanation) {
    Step step = winningStep(explanation);
    if (!step.plane && !step.faceAxis) {
        return step;
    }
    const auto likeness = [&](const Step& candidate) {
        return glm::dot(axisOf(explanation, candidate).normalAToB, explanation.normalAToB);
    };
    constexpr double kNoise = 1e-6;  // largest difference between the answer's normal and its axis
    const auto tryStep = [&](const Step& candidate) {
        step = likeness(candidate) > likeness(step) + kNoise ? candidate : step;
    };
    for (std::uint32_t plane = 0; plane < explanation.planes.size(); ++plane) {
        for (std::uint32_t axis = 0; axis < explanation.planes[plane].axes.size(); ++axis) {
            tryStep({plane, {}, axis});
        }
    }
    for (std::uint32_t axis = 0; axis < explanation.faceAxes.size(); ++axis) {
        tryStep({{}, axis, 0});
    }
    return step;
}

std::vector<PlaneCard> planeCards(const Explanation& explanation, const Step& deciding) {
    std::vector<PlaneCard> cards;
    for (std::uint32_t i = 0; i < explanation.planes.size(); ++i) {
        const PlaneReport& plane = explanation.planes[i];
        PlaneCard card;
        card.plane = i;
        card.winner = i == deciding.plane;
        card.heading = planeHeading(plane);
        card.view = planeView(plane, card.winner ? deciding.axis : plane.best);
        card.measure = measureOf(card.view.axis.separation);
        cards.push_back(std::move(card));
    }
    std::stable_sort(cards.begin(), cards.end(), [](const PlaneCard& left, const PlaneCard& right) {
        return left.winner != right.winner ? left.winner
                                           : left.view.axis.separation > right.view.axis.separation;
    });
    return cards;
}

std::vector<AxisCard> axisCards(const Explanation& explanation, const Step& deciding,
                                std::string_view owner) {
    std::vector<AxisCard> cards;
    for (std::uint32_t i = 0; i < explanation.faceAxes.size(); ++i) {
        AxisCard card;
        card.axis = i;
        card.winner = i == deciding.faceAxis;
        card.report = explanation.faceAxes[i];
        card.heading = "face normal " + std::to_string(i) + " of " + std::string(owner);
        card.measure = measureOf(card.report.separation);
        cards.push_back(std::move(card));
    }
    std::stable_sort(cards.begin(), cards.end(), [](const AxisCard& left, const AxisCard& right) {
        return left.winner != right.winner ? left.winner : left.report.separation > right.report.separation;
    });
    return cards;
}

void setWinnerTexts(ExplainPageText& texts, const Explanation& explanation) {
    const std::string bars =
        "The best axis is horizontal, with A on the left. The bars are the intervals of the hulls on this "
        "axis; ";
    const std::string ending =
        explanation.overlapping()
            ? std::string("their overlap is the ") + (fromFaces(explanation) ? "reported" : "shortest") +
                  " push. Dashed: B after the push."
        : explanation.separation == 0.0
            ? "they touch but do not overlap: a separating axis."
            : "they are disjoint: a separating axis. The gap is a lower bound of the distance.";
    texts.winnerMeasure = measureOf(explanation.separation);
    if (!texts.planes.empty() && texts.planes.front().winner) {
        const PlaneCard& card = texts.planes.front();
        texts.sight = explanation.planes[card.plane].direction;
        texts.winner = card.view;
        texts.winnerHeading = "Deciding plane: " + card.heading;
        texts.winnerCaption =
            "Both hulls, projected along the dashed line: they become polygons (Graham scan). " + bars +
            ending;
    } else {
        const AxisCard& card = texts.axes.front();
        texts.winner = sideView(card.report, texts.scene.a.vertices, texts.scene.b.vertices);
        texts.winnerHeading = "Deciding axis: " + card.heading;
        texts.winnerCaption =
            "A face normal, tested as a single axis, in a side view. The axis is horizontal, with A on the "
            "left. The bars are the intervals of the hulls on this axis; " +
            ending;
    }
}

std::string sceneCaption(const Explanation& explanation, const ExplainPageText& texts) {
    if (!explanation.overlapping()) {
        return "Green: the features of the best axis, and the gap along it.";
    }
    const std::string shown =
        isFalseCollision(explanation, texts)
            ? "The hulls do not intersect. Crimson: the reported features and push."
            : "Crimson: the intersection, the features in contact, and the shortest push of B.";
    return shown + " Dashed: B after the push.";
}

std::string planesCaption(const Explanation& explanation) {
    if (fromFaces(explanation)) {
        return "For teaching: one plane per distinct face normal of both hulls. Exact for boxes; other hulls "
               "can have separating axes outside these planes.";
    }
    return std::string("One plane per distinct edge direction of ") + (planesOfA(explanation) ? "A" : "B") +
           ", each with the best axis of its 2D separating axis test. The best plane first.";
}

std::string methodOf(const Explanation& explanation) {
    if (explanation.rejectedByBoundingSpheres) {
        return {};
    }
    if (explanation.planes.empty()) {
        return "No planes: one of the shapes is round or a half-space, and the answer is that of its closest "
               "points.";
    }
    std::string tested = formatCount(explanation.planes.size(), "candidate plane", "candidate planes");
    if (!explanation.faceAxes.empty()) {
        tested += " and " + formatCount(explanation.faceAxes.size(), "face normal", "face normals");
    }
    return "Tested: " + tested + ". The largest separation is " +
           (fromFaces(explanation) ? "the reported one." : "the answer.");
}

std::string sectionHeading(std::size_t number, const std::string& what) {
    return number == 1 ? "One " + what : "All " + std::to_string(number) + " " + what + "s";
}

void setCaptions(ExplainPageText& texts, const Explanation& explanation) {
    texts.method = methodOf(explanation);
    texts.sceneCaption = sceneCaption(explanation, texts);
    texts.planesCaption = planesCaption(explanation);
    texts.planesHeading = sectionHeading(texts.planes.size(), "candidate plane");
    texts.axesHeading = sectionHeading(texts.axes.size(), "face normal");
    texts.axesCaption =
        "The face normals of the other hull may lie outside all these planes: each is tested as a single "
        "axis. The best axis first.";
    texts.otherPlaneCaption =
        "Both hulls, projected along this plane's normal. The best axis of this plane is horizontal; another "
        "plane or axis separates better.";
    texts.otherAxisCaption = "A single axis, with the intervals of both hulls.";
}

}  // namespace

ExplainPageText makeExplainPageText(const Explanation& explanation, ShapeRef a, const DPose& poseA,
                                    ShapeRef b, const DPose& poseB, const DrawingOptions& options) {
    ExplainPageText texts;
    texts.nameA = shortened(options.nameA, 28);
    texts.nameB = shortened(options.nameB, 28);
    texts.scene = makeScene(explanation, Child(a, poseA, explanation.children.a),
                            Child(b, poseB, explanation.children.b));
    texts.title = options.title.empty() ? titleOf(explanation, texts) : shortened(options.title, 80);
    texts.verdict = verdictOf(explanation, texts);
    texts.camera = cameraFor(
        texts.scene,
        texts.scene.hasContact ? explanation.normalAToB : texts.scene.b.center - texts.scene.a.center,
        glm::normalize(glm::dvec3(options.up)));

    const Step deciding = decidingStep(explanation);
    texts.planes = planeCards(explanation, deciding);
    texts.axes = axisCards(explanation, deciding, planesOfA(explanation) ? "B" : "A");
    texts.decided = deciding.plane || deciding.faceAxis;
    if (texts.decided) {
        setWinnerTexts(texts, explanation);
    }
    setCaptions(texts, explanation);
    return texts;
}

}  // namespace sat3d::SAT3D_ABI::debug
