#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using testing::HasSubstr;
using testing::Not;

ConvexHull box(float x, float y, float z) {
    return *ConvexHull::box({x, y, z});
}

// A ball of many faces: no two of its many edges are parallel.
ConvexHull pebble(int points) {
    std::vector<glm::vec3> cloud;
    for (int i = 0; i < points; ++i) {
        const double height = 1.0 - 2.0 * (i + 0.5) / points;
        const double radius = std::sqrt(1.0 - height * height);
        cloud.emplace_back(radius * std::cos(2.4 * i), height, radius * std::sin(2.4 * i));
    }
    return *ConvexHull::fromPoints(cloud);
}

struct Card {
    double separation;
    bool winner;
};

// The cards of a picture, by their index, in the spelling of SVG and HTML.
std::map<int, Card> cards(const std::string& picture, const std::string& indexName) {
    const std::regex card(indexName + R"re(="(\d+)" data-separation="([^"]+)" data-winner="(true|false)")re");
    std::map<int, Card> found;
    for (std::sregex_iterator match(picture.begin(), picture.end(), card), end; match != end; ++match) {
        const bool fresh =
            found.insert({std::stoi((*match)[1]), Card{std::stod((*match)[2]), (*match)[3] == "true"}})
                .second;
        EXPECT_TRUE(fresh) << "card " << (*match)[1] << " twice";
    }
    return found;
}

void expectTells(const std::string& picture, const Explanation& explanation) {
    const auto planes = cards(picture, "data-plane");
    ASSERT_EQ(planes.size(), explanation.planes.size());
    for (const auto& [index, card] : planes) {
        const PlaneReport& plane = explanation.planes[static_cast<std::size_t>(index)];
        EXPECT_EQ(card.separation, plane.axes[plane.best].separation);
        EXPECT_EQ(card.winner, index == explanation.winningPlane);
    }
    const auto axes = cards(picture, "data-axis");
    ASSERT_EQ(axes.size(), explanation.faceAxes.size());
    for (const auto& [index, card] : axes) {
        EXPECT_EQ(card.separation, explanation.faceAxes[static_cast<std::size_t>(index)].separation);
        EXPECT_EQ(card.winner, index == explanation.winningFaceAxis);
    }
}

TEST(DrawExplanationSvg, TellsWhatTheExplanationHolds) {
    const ConvexHull a = box(1.0f, 0.5f, 0.5f);
    const ConvexHull b = pebble(14);
    for (const float reach : {0.2f, 1.1f, 1.7f, 4.0f}) {
        const Pose poseA{{0.0f, 0.0f, 0.0f}, glm::angleAxis(0.4f, glm::vec3(0.0f, 0.0f, 1.0f))};
        const Pose poseB{{reach, 0.3f, -0.2f}};
        const Explanation explanation = explain(a, poseA, b, poseB);
        const std::string picture = drawExplanationSvg(explanation, a, poseA, b, poseB);
        expectTells(picture, explanation);
        EXPECT_THAT(picture, HasSubstr(explanation.overlapping() ? "A and B collide" : "A and B are apart"));
        EXPECT_THAT(picture, Not(HasSubstr("nan")));
    }
}

TEST(DrawExplanationSvg, LengthsInWords) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const Pose moved{{0.875f, 0.0f, 0.0f}};
    const Explanation explanation = explain(crate, Pose{}, crate, moved);
    const std::string picture = drawExplanationSvg(explanation, crate, Pose{}, crate, moved);
    EXPECT_THAT(picture, HasSubstr("Shortest push: 12.50 cm along (1.000, 0.000, 0.000)"));
    EXPECT_THAT(picture, HasSubstr("overlap 12.50 cm"));
}

TEST(DrawExplanationSvg, SumsUpTheLosersBeyondTheLimit) {
    const ConvexHull a = pebble(48);
    const ConvexHull b = pebble(48);
    const Pose poseB{{1.5f, 0.3f, 0.2f}};
    const Explanation explanation = explain(a, Pose{}, b, poseB);
    ASSERT_GT(explanation.planes.size(), 100u);
    const std::string picture = drawExplanationSvg(explanation, a, Pose{}, b, poseB);
    const auto shown = cards(picture, "data-plane");
    EXPECT_EQ(shown.size(), 60u);
    EXPECT_THAT(picture, HasSubstr(std::to_string(explanation.planes.size() - 60) + " more planes"));
    double least = 1e9;
    for (const auto& [index, card] : shown) {
        least = std::min(least, card.separation);
    }
    for (std::size_t i = 0; i < explanation.planes.size(); ++i) {
        if (!shown.contains(static_cast<int>(i))) {
            const PlaneReport& plane = explanation.planes[i];
            EXPECT_LE(plane.axes[plane.best].separation, least);
        }
    }
    const std::string page = drawExplanationHtml(explanation, a, Pose{}, b, poseB);
    EXPECT_EQ(cards(page, "data-plane").size(), explanation.planes.size());
}

TEST(DrawExplanation, StoppedAtTheSpheres) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const Pose far{{10.0f, 0.0f, 0.0f}};
    ExplainOptions options;
    options.earlyOut = true;
    const Explanation explanation = explain(crate, Pose{}, crate, far, options);
    ASSERT_TRUE(explanation.stoppedAtSpheres);
    for (const std::string& picture : {drawExplanationSvg(explanation, crate, Pose{}, crate, far),
                                       drawExplanationHtml(explanation, crate, Pose{}, crate, far)}) {
        EXPECT_THAT(picture, HasSubstr("The bounding spheres are 8.268 m apart"));
        EXPECT_TRUE(cards(picture, "data-plane").empty());
        EXPECT_THAT(picture, Not(HasSubstr("nan")));
    }
}

TEST(DrawExplanation, FacePlanesAreNotBelieved) {
    const std::vector<glm::vec3> along{{4, 0, 0}, {-4, 0, 0}, {0, 4, -8}, {0, -4, -8}};
    const std::vector<glm::vec3> across{{0, 4, 1}, {0, -4, 1}, {4, 0, 9}, {-4, 0, 9}};
    const ConvexHull a = *ConvexHull::fromPoints(along);
    const ConvexHull b = *ConvexHull::fromPoints(across);
    ExplainOptions options;
    options.planes = PlaneChoice::FaceNormals;
    const Explanation explanation = explain(a, Pose{}, b, Pose{}, options);
    ASSERT_TRUE(explanation.overlapping());
    const std::string picture = drawExplanationSvg(explanation, a, Pose{}, b, Pose{});
    expectTells(picture, explanation);
    EXPECT_THAT(picture, HasSubstr("Face planes alone report a collision"));
    EXPECT_THAT(picture, HasSubstr("Wrong: the hulls share no body"));
    EXPECT_THAT(picture, Not(HasSubstr("A and B collide")));
    EXPECT_THAT(picture, Not(HasSubstr("Shortest push")));
}

TEST(DrawExplanation, AnOverlapTooThinToBeDrawnIsOne) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const std::vector<glm::vec3> corners{{0, 0, 0}, {1, 0.5f, 0.5f}, {1, -0.5f, 0.5f}, {1, 0, -0.5f}};
    const ConvexHull spike = *ConvexHull::fromPoints(corners);
    const Pose pricking{{0.4999999f, 0.0f, 0.0f}};
    const Explanation explanation = explain(crate, Pose{}, spike, pricking);
    ASSERT_TRUE(explanation.overlapping());
    const std::string picture = drawExplanationSvg(explanation, crate, Pose{}, spike, pricking);
    EXPECT_THAT(picture, HasSubstr("A and B collide"));
    EXPECT_THAT(picture, Not(HasSubstr("No body is shared")));
}

TEST(DrawExplanation, TouchingHullsHaveNoRoomBetween) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const Pose beside{{1.0f, 0.0f, 0.0f}};
    const std::string picture =
        drawExplanationSvg(explain(crate, Pose{}, crate, beside), crate, Pose{}, crate, beside);
    EXPECT_THAT(picture, HasSubstr("They touch without overlapping along (1.000, 0.000, 0.000)."));
    EXPECT_THAT(picture, Not(HasSubstr("between them is room")));
}

TEST(DrawExplanation, HullsFarApartAreBothSeen) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const Pose far{{200.0f, 0.3f, 0.0f}};
    const std::string picture =
        drawExplanationSvg(explain(crate, Pose{}, crate, far), crate, Pose{}, crate, far);
    const std::regex number(R"([-0-9.]+)");
    int corners = 0;
    for (std::size_t at = picture.find(" points="); at != std::string::npos;
         at = picture.find(" points=", at + 1)) {
        const std::string points = picture.substr(at + 9, picture.find('"', at + 9) - at - 9);
        for (std::sregex_iterator match(points.begin(), points.end(), number), end; match != end; ++match) {
            EXPECT_GE(std::stod(match->str()), 0.0) << points;
            EXPECT_LE(std::stod(match->str()), 0.5 * 1600.0) << points;
            ++corners;
        }
    }
    EXPECT_GT(corners, 50);
}

// Where two pushes are equally short, the axis that is drawn is the one that the sentence above it names.
TEST(DrawExplanation, OfEqualAxesTheOneToldIsDrawn) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const std::regex told(R"(Shortest push: 20.00 cm along (\([^)]*\)))");
    int otherThanFound = 0;
    for (const glm::vec3& at : {glm::vec3{0.8f, 0.8f, 0.0f}, glm::vec3{0.8f, 0.0f, 0.8f},
                                glm::vec3{0.0f, 0.8f, 0.8f}, glm::vec3{0.8f, 0.8f, 0.8f}}) {
        const Explanation explanation = explain(crate, Pose{}, crate, Pose{at});
        const std::string picture = drawExplanationSvg(explanation, crate, Pose{}, crate, Pose{at});
        std::smatch push;
        ASSERT_TRUE(std::regex_search(picture, push, told));
        EXPECT_THAT(picture, HasSubstr("axis " + push.str(1)));
        ASSERT_GE(explanation.winningPlane, 0);
        const PlaneReport& found = explanation.planes[static_cast<std::size_t>(explanation.winningPlane)];
        otherThanFound += found.axes[found.best].normalAToB != explanation.normalAToB ? 1 : 0;
    }
    EXPECT_GT(otherThanFound, 1);
}

TEST(DrawExplanation, NamesAndTitlesStayText) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const Explanation explanation = explain(crate, Pose{}, crate, Pose{{0.75f, 0.0f, 0.0f}});
    DrawingOptions options;
    options.nameA = "</text><script>alert(1)";
    options.nameB = "\"/><b \xFF onload='x'";
    for (const char* title : {"", "]]></style><script>"}) {
        options.title = title;
        for (const std::string& picture :
             {drawExplanationSvg(explanation, crate, Pose{}, crate, Pose{{0.75f, 0.0f, 0.0f}}, options),
              drawExplanationHtml(explanation, crate, Pose{}, crate, Pose{{0.75f, 0.0f, 0.0f}}, options)}) {
            EXPECT_THAT(picture, Not(HasSubstr("<script>alert")));
            EXPECT_THAT(picture, Not(HasSubstr("</style><script>")));
            EXPECT_THAT(picture, Not(HasSubstr("<b ")));
            EXPECT_THAT(picture, Not(HasSubstr("\xFF")));
            EXPECT_THAT(picture, HasSubstr("&lt;/text&gt;&lt;script&gt;alert(1)"));
        }
    }
}

TEST(DrawExplanation, OneHullMuchLargerThanTheOther) {
    const ConvexHull wall = box(50.0f, 2.0f, 0.1f);
    const ConvexHull crate = box(0.1f, 0.1f, 0.1f);
    const Pose pose{{40.0f, 0.5f, 0.15f}};
    const Explanation explanation = explain(wall, Pose{}, crate, pose);
    ASSERT_TRUE(explanation.overlapping());
    const std::string picture = drawExplanationSvg(explanation, wall, Pose{}, crate, pose);
    expectTells(picture, explanation);
    EXPECT_THAT(picture, HasSubstr("Shortest push: 5.000 cm along (0.000, 0.000, 1.000)"));
}

TEST(DrawExplanation, DoublePosesFarFromTheOriginDrawTheSame) {
    const ConvexHull crate = box(0.5f, 0.5f, 0.5f);
    const DPose near{{0.0, 0.0, 0.0}};
    const DPose nearB{{0.75, 0.0, 0.0}};
    const DPose far{{1048576.0, 0.0, 0.0}};
    const DPose farB{{1048576.75, 0.0, 0.0}};
    const std::string here =
        drawExplanationSvg(explain(crate, near, crate, nearB), crate, near, crate, nearB);
    const std::string there = drawExplanationSvg(explain(crate, far, crate, farB), crate, far, crate, farB);
    EXPECT_EQ(here, there);
}

}  // namespace
