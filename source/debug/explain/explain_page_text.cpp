#include "debug/explain/explain_page_text.hpp"

#include "core/readable_text.hpp"
#include "debug/html/markup_writer.hpp"

#include <sat3d/debug/describe.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace sat3d::inline SAT3D_ABI::debug {

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

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

bool planesOfA(const Explanation& explanation) {
    return !explanation.planes.empty() && explanation.planes.front().source == PlaneReport::Source::EdgeOfA;
}

// Whether these are the planes that can miss the best axis.
bool fromFaces(const Explanation& explanation) {
    return !explanation.planes.empty() && explanation.planes.front().source >= PlaneReport::Source::FaceOfA;
}

// A collision that is none: reported by planes that miss the separating axis.
bool sharesNoBody(const Explanation& explanation, const Story& story) {
    return fromFaces(explanation) && explanation.overlapping() && story.scene.overlap.empty();
}

std::string titleOf(const Explanation& explanation, const Story& story) {
    const bool overlapping = explanation.overlapping();
    if (fromFaces(explanation)) {
        return std::string("Face planes alone ") + (overlapping ? "report a collision" : "find a gap");
    }
    const bool touching = explanation.separation == 0.0 && !explanation.stoppedAtSpheres;
    return story.nameA + " and " + story.nameB +
           (overlapping ? " collide" : (touching ? " touch" : " are apart"));
}

std::string verdictOf(const Explanation& explanation, const Story& story) {
    if (explanation.stoppedAtSpheres) {
        return "The bounding spheres are " + describeLength(explanation.sphereGap) +
               " apart: the hulls cannot touch, and nothing else needs to be looked at.";
    }
    const std::string along = " along " + describeVector(explanation.normalAToB);
    if (fromFaces(explanation)) {
        return "Reported: " + measureOf(explanation.separation) + along +
               (sharesNoBody(explanation, story)
                    ? ". Wrong: the hulls share no body. What separates them lies in none of these planes."
                    : ". A better axis may lie in none of these planes.");
    }
    if (explanation.overlapping()) {
        return "Shortest push: " + describeLength(-explanation.separation) + along + ", " +
               describeFeatures(explanation.features, story.nameA, story.nameB) + ".";
    }
    if (explanation.separation == 0.0) {
        return "They touch without overlapping" + along + ".";
    }
    return "A gap of " + describeLength(explanation.separation) + along +
           ": one axis whose shadows do not meet is proof enough.";
}

// A plane and one of its axes, or a face axis.
struct Step {
    std::optional<std::uint32_t> plane, faceAxis;
    std::uint32_t axis = 0;  // of the plane
};

Step winningStep(const Explanation& explanation) {
    if (explanation.winningPlane >= 0) {
        const auto plane = static_cast<std::uint32_t>(explanation.winningPlane);
        return {plane, {}, explanation.planes[plane].best};
    }
    if (explanation.winningFaceAxis >= 0) {
        return {{}, static_cast<std::uint32_t>(explanation.winningFaceAxis), 0};
    }
    return {};
}

const AxisReport& axisOf(const Explanation& explanation, const Step& step) {
    return step.plane ? explanation.planes[*step.plane].axes[step.axis]
                      : explanation.faceAxes[*step.faceAxis];
}

// The step to be shown as the one that decides. Of several axes that are equally good the search names the
// first, and the answer may be another, a face's: the picture has to show the one it tells of.
Step decidingStep(const Explanation& explanation) {
    Step step = winningStep(explanation);
    if (!step.plane && !step.faceAxis) {
        return step;
    }
    const auto likeness = [&](const Step& candidate) {
        return glm::dot(axisOf(explanation, candidate).normalAToB, explanation.normalAToB);
    };
    constexpr double kNoise = 1e-6;  // what an answer's normal may differ from the axis that it is
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

void tellWinner(Story& story, const Explanation& explanation) {
    const std::string shadows =
        "Its best axis lies horizontally, A on the left; the bars are the shadows on it, and ";
    const std::string ending =
        explanation.overlapping()
            ? std::string("their overlap is the ") +
                  (fromFaces(explanation) ? "push reported" : "shortest push") + ". Dashed: B after it."
        : explanation.separation == 0.0
            ? "they meet without overlapping: a separating axis."
            : "between them is room: a separating axis. The gap is a lower bound of the distance.";
    story.winnerMeasure = measureOf(explanation.separation);
    if (!story.planes.empty() && story.planes.front().winner) {
        const PlaneCard& card = story.planes.front();
        story.sight = explanation.planes[card.plane].direction;
        story.winner = card.view;
        story.winnerHeading = "The plane that decides: " + card.heading;
        story.winnerCaption =
            "Both hulls seen along the dashed line of sight: solids become polygons (Graham scan). " +
            shadows + ending;
    } else {
        const AxisCard& card = story.axes.front();
        story.winner = sideView(card.report, story.scene.a.vertices, story.scene.b.vertices);
        story.winnerHeading = "The axis that decides: " + card.heading;
        story.winnerCaption =
            "A face normal, tested as a single axis; a side view that contains it. The axis lies "
            "horizontally, "
            "A on the left; the bars are the shadows on it, and " +
            ending;
    }
}

std::string sceneCaption(const Explanation& explanation, const Story& story) {
    if (!explanation.overlapping()) {
        return "Green: the features that face each other, and the gap along the best axis.";
    }
    const std::string shown =
        sharesNoBody(explanation, story)
            ? "No body is shared. Crimson: the features and the push that were reported."
            : "Crimson: the body both share, the features that meet, and the shortest push of B.";
    return shown + " Dashed: B after the push.";
}

std::string planesCaption(const Explanation& explanation) {
    if (fromFaces(explanation)) {
        return "For teaching: one plane per distinct face normal of both hulls. Exact for boxes; other hulls "
               "have "
               "separating axes that lie in none of these planes.";
    }
    return std::string("One plane per distinct edge direction of ") + (planesOfA(explanation) ? "A" : "B") +
           ", each with the axis of its 2D separating axis test that separates best. The best first.";
}

std::string methodOf(const Explanation& explanation) {
    if (explanation.stoppedAtSpheres) {
        return {};
    }
    std::string looked = counted(explanation.planes.size(), "candidate plane", "candidate planes");
    if (!explanation.faceAxes.empty()) {
        looked += " and " + counted(explanation.faceAxes.size(), "face normal", "face normals");
    }
    return "Looked at: " + looked + ". The largest separation of all of them is " +
           (fromFaces(explanation) ? "what they report." : "the answer.");
}

void tellCaptions(Story& story, const Explanation& explanation) {
    story.method = methodOf(explanation);
    story.sceneCaption = sceneCaption(explanation, story);
    story.planesCaption = planesCaption(explanation);
    story.axesCaption =
        "The face normals of the other hull need not lie in any of these planes: each is tested as a single "
        "axis, "
        "two shadows. The best first.";
    story.otherPlaneCaption =
        "Both hulls seen along this plane's normal. The axis on which its shadows lie farthest apart is "
        "horizontal; another plane or axis separates better.";
    story.otherAxisCaption = "A single axis: the shadows of both hulls on it.";
}

}  // namespace

Story tell(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
           const ConvexHull& b, const RigidTransform& bToWorld, const DrawingOptions& options) {
    Story story;
    story.nameA = shortened(options.nameA, 28);
    story.nameB = shortened(options.nameB, 28);
    story.scene = makeScene(explanation, a, aToWorld, b, bToWorld);
    story.title = options.title.empty() ? titleOf(explanation, story) : shortened(options.title, 80);
    story.verdict = verdictOf(explanation, story);
    const glm::dvec3 between(story.scene.b.vertices.front() - story.scene.a.vertices.front());
    story.camera = cameraFor(story.scene, explanation.stoppedAtSpheres ? between : explanation.normalAToB,
                             glm::normalize(glm::dvec3(options.up)));

    const Step deciding = decidingStep(explanation);
    story.planes = planeCards(explanation, deciding);
    story.axes = axisCards(explanation, deciding, planesOfA(explanation) ? "B" : "A");
    story.decided = deciding.plane || deciding.faceAxis;
    if (story.decided) {
        tellWinner(story, explanation);
    }
    tellCaptions(story, explanation);
    return story;
}

}  // namespace sat3d::inline SAT3D_ABI::debug
