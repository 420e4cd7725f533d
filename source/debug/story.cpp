#include "debug/story.hpp"

#include "debug/markup_writer.hpp"

#include <sat3d/debug/describe.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
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

std::string verdictOf(const Explanation& explanation, const Story& story) {
    if (explanation.stoppedAtSpheres) {
        return "The bounding spheres are " + describeLength(explanation.sphereGap) +
               " apart: the hulls cannot touch, and nothing else needs to be looked at.";
    }
    const std::string along = " along " + describeVector(explanation.normalAToB);
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

std::vector<PlaneCard> planeCards(const Explanation& explanation) {
    std::vector<PlaneCard> cards;
    for (std::uint32_t i = 0; i < explanation.planes.size(); ++i) {
        PlaneCard card;
        card.plane = i;
        card.winner = static_cast<std::int64_t>(i) == explanation.winningPlane;
        card.heading = planeHeading(explanation.planes[i]);
        card.view = planeView(explanation.planes[i]);
        card.measure = measureOf(card.view.axis.separation);
        cards.push_back(std::move(card));
    }
    std::stable_sort(cards.begin(), cards.end(), [](const PlaneCard& left, const PlaneCard& right) {
        return left.winner != right.winner ? left.winner
                                           : left.view.axis.separation > right.view.axis.separation;
    });
    return cards;
}

std::vector<AxisCard> axisCards(const Explanation& explanation, std::string_view owner) {
    std::vector<AxisCard> cards;
    for (std::uint32_t i = 0; i < explanation.faceAxes.size(); ++i) {
        AxisCard card;
        card.axis = i;
        card.winner = static_cast<std::int64_t>(i) == explanation.winningFaceAxis;
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
            ? "their overlap is the shortest push. Dashed: B after it."
            : "between them is room: a separating axis. The gap is a lower bound of the distance.";
    story.winnerMeasure = measureOf(explanation.separation);
    if (explanation.winningPlane >= 0) {
        const PlaneCard& card = story.planes.front();
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

void tellCaptions(Story& story, const Explanation& explanation) {
    const bool ofA =
        !explanation.planes.empty() && (explanation.planes.front().source == PlaneReport::Source::EdgeOfA ||
                                        explanation.planes.front().source == PlaneReport::Source::FaceOfA);
    const bool fromFaces =
        !explanation.planes.empty() && explanation.planes.front().source >= PlaneReport::Source::FaceOfA;
    story.sceneCaption = explanation.overlapping()
                             ? "Crimson: the body both share, the features that meet, and the shortest push "
                               "of B. Dashed: B after "
                               "the push."
                             : "Green: the features that face each other, and the gap along the best axis.";
    story.planesCaption =
        fromFaces
            ? "Taught, not used: one plane per distinct face normal of both hulls. Exact for boxes; other "
              "hulls have "
              "separating axes that lie in none of these planes."
            : std::string("One plane per distinct edge direction of ") + (ofA ? "A" : "B") +
                  ", each with the axis of its 2D separating axis test that separates best. The best first.";
    story.axesCaption =
        "The face normals of the other hull need not lie in any of these planes: each is tested as a single "
        "axis, "
        "two shadows. The best first.";
    story.otherPlaneCaption =
        "Both hulls seen along this plane's normal. The axis on which its shadows lie farthest apart is "
        "horizontal; another plane or axis separates better.";
    story.otherAxisCaption = "A single axis: the shadows of both hulls on it.";
    story.method =
        explanation.stoppedAtSpheres
            ? std::string()
            : "Looked at: " + counted(story.planes.size(), "candidate plane", "candidate planes") +
                  (story.axes.empty() ? std::string()
                                      : " and " + counted(story.axes.size(), "face normal", "face normals")) +
                  ". The largest separation of all of them is the answer.";
}

}  // namespace

Story tell(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
           const ConvexHull& b, const RigidTransform& bToWorld, const DrawingOptions& options) {
    Story story;
    story.nameA = shortened(options.nameA, 28);
    story.nameB = shortened(options.nameB, 28);
    const std::string found = explanation.overlapping()                                        ? " collide"
                              : explanation.separation == 0.0 && !explanation.stoppedAtSpheres ? " touch"
                                                                                               : " are apart";
    story.title =
        options.title.empty() ? story.nameA + " and " + story.nameB + found : shortened(options.title, 80);
    story.verdict = verdictOf(explanation, story);
    story.scene = makeScene(explanation, a, aToWorld, b, bToWorld);
    const glm::dvec3 between(story.scene.b.vertices.front() - story.scene.a.vertices.front());
    story.camera = cameraFor(story.scene, explanation.stoppedAtSpheres ? between : explanation.normalAToB,
                             glm::normalize(glm::dvec3(options.up)));

    const bool planesOfA =
        !explanation.planes.empty() && explanation.planes.front().source == PlaneReport::Source::EdgeOfA;
    story.planes = planeCards(explanation);
    story.axes = axisCards(explanation, planesOfA ? "B" : "A");
    story.decided = explanation.winningPlane >= 0 || explanation.winningFaceAxis >= 0;
    if (story.decided) {
        tellWinner(story, explanation);
    }
    tellCaptions(story, explanation);
    return story;
}

}  // namespace sat3d::inline SAT3D_ABI::debug
