#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/height_field.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

// The hull of points on a sphere: it has many edges, no two of them parallel.
ConvexHull pebble(int points) {
    std::vector<glm::vec3> cloud;
    for (int i = 0; i < points; ++i) {
        const double height = 1.0 - 2.0 * (i + 0.5) / points;
        const double radius = std::sqrt(1.0 - height * height);
        cloud.emplace_back(radius * std::cos(2.4 * i), height, radius * std::sin(2.4 * i));
    }
    return *ConvexHull::fromPoints(cloud);
}

/// The explanation of a pair of shapes, and both drawings.
struct Drawn {
    Explanation explanation;
    std::string svg, html;
};

template <class AnyPose>
Drawn draw(ShapeRef a, const AnyPose& poseA, ShapeRef b, const AnyPose& poseB,
           const ExplainOptions& options = {}, const DrawingOptions& drawing = {}) {
    Drawn drawn{explain(a, poseA, b, poseB, options), {}, {}};
    drawn.svg = drawExplanationSvg(drawn.explanation, a, poseA, b, poseB, drawing);
    drawn.html = drawExplanationHtml(drawn.explanation, a, poseA, b, poseB, drawing);
    return drawn;
}

const ConvexHull& crate() {
    static const ConvexHull kCrate = box(0.5f, 0.5f, 0.5f);
    return kCrate;
}

struct Card {
    double separation;
    bool winner;
};

// Returns the cards of a drawing, by their index, in SVG or HTML.
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

void expectDrawn(const std::string& picture, const Explanation& explanation) {
    const auto planes = cards(picture, "data-plane");
    ASSERT_EQ(planes.size(), explanation.planes.size());
    for (const auto& [index, card] : planes) {
        const PlaneReport& plane = explanation.planes[static_cast<std::size_t>(index)];
        EXPECT_EQ(card.separation, plane.axes[plane.best].separation);
        EXPECT_EQ(card.winner, index == explanation.bestPlane);
    }
    const auto axes = cards(picture, "data-axis");
    ASSERT_EQ(axes.size(), explanation.faceAxes.size());
    for (const auto& [index, card] : axes) {
        EXPECT_EQ(card.separation, explanation.faceAxes[static_cast<std::size_t>(index)].separation);
        EXPECT_EQ(card.winner, index == explanation.bestFaceAxis);
    }
}

TEST(DrawExplanationSvg, ShowsTheWholeExplanation) {
    const ConvexHull a = box(1.0f, 0.5f, 0.5f);
    const ConvexHull b = pebble(14);
    for (const float reach : {0.2f, 1.1f, 1.7f, 4.0f}) {
        const Pose poseA{{0.0f, 0.0f, 0.0f}, glm::angleAxis(0.4f, glm::vec3(0.0f, 0.0f, 1.0f))};
        const Pose poseB{{reach, 0.3f, -0.2f}};
        const auto [explanation, picture, page] = draw(a, poseA, b, poseB);
        expectDrawn(picture, explanation);
        EXPECT_THAT(picture, HasSubstr(explanation.overlapping() ? "A and B collide" : "A and B are apart"));
        EXPECT_THAT(picture, Not(HasSubstr("nan")));
    }
}

TEST(DrawExplanationSvg, LengthsInWords) {
    const std::string picture = draw(crate(), Pose{}, crate(), Pose{{0.875f, 0.0f, 0.0f}}).svg;
    EXPECT_THAT(picture, HasSubstr("Shortest push: 12.50 cm along (1.000, 0.000, 0.000)"));
    EXPECT_THAT(picture, HasSubstr("overlap 12.50 cm"));
}

TEST(DrawExplanationSvg, SumsUpThePlanesBeyondTheLimit) {
    const ConvexHull a = pebble(48);
    const ConvexHull b = pebble(48);
    const auto [explanation, picture, page] = draw(a, Pose{}, b, Pose{{1.5f, 0.3f, 0.2f}});
    ASSERT_GT(explanation.planes.size(), 100u);
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
    EXPECT_EQ(cards(page, "data-plane").size(), explanation.planes.size());
}

TEST(DrawExplanation, StoppedAtTheSpheres) {
    ExplainOptions options;
    options.earlyOut = true;
    const Drawn drawn = draw(crate(), Pose{}, crate(), Pose{{10.0f, 0.0f, 0.0f}}, options);
    ASSERT_TRUE(drawn.explanation.rejectedByBoundingSpheres);
    for (const std::string& picture : {drawn.svg, drawn.html}) {
        EXPECT_THAT(picture, HasSubstr("The bounding spheres are 8.268 m apart"));
        EXPECT_TRUE(cards(picture, "data-plane").empty());
        EXPECT_THAT(picture, Not(HasSubstr("nan")));
    }
}

TEST(DrawExplanation, FacePlanesAreMarkedAsUnreliable) {
    const std::vector<glm::vec3> along{{4, 0, 0}, {-4, 0, 0}, {0, 4, -8}, {0, -4, -8}};
    const std::vector<glm::vec3> across{{0, 4, 1}, {0, -4, 1}, {4, 0, 9}, {-4, 0, 9}};
    const ConvexHull a = *ConvexHull::fromPoints(along);
    const ConvexHull b = *ConvexHull::fromPoints(across);
    ExplainOptions options;
    options.planes = PlaneChoice::FaceNormals;
    const auto [explanation, picture, page] = draw(a, Pose{}, b, Pose{}, options);
    ASSERT_TRUE(explanation.overlapping());
    expectDrawn(picture, explanation);
    EXPECT_THAT(picture, HasSubstr("Face planes alone report a collision"));
    EXPECT_THAT(picture, HasSubstr("Wrong: the hulls do not intersect"));
    EXPECT_THAT(picture, Not(HasSubstr("A and B collide")));
    EXPECT_THAT(picture, Not(HasSubstr("Shortest push")));
}

TEST(DrawExplanation, AVeryThinOverlapIsAnOverlap) {
    const std::vector<glm::vec3> corners{{0, 0, 0}, {1, 0.5f, 0.5f}, {1, -0.5f, 0.5f}, {1, 0, -0.5f}};
    const ConvexHull spike = *ConvexHull::fromPoints(corners);
    const auto [explanation, picture, page] = draw(crate(), Pose{}, spike, Pose{{0.4999999f, 0.0f, 0.0f}});
    ASSERT_TRUE(explanation.overlapping());
    EXPECT_THAT(picture, HasSubstr("A and B collide"));
    EXPECT_THAT(picture, Not(HasSubstr("The hulls do not intersect")));
}

TEST(DrawExplanation, TouchingHullsAreNotDisjoint) {
    const std::string picture = draw(crate(), Pose{}, crate(), Pose{{1.0f, 0.0f, 0.0f}}).svg;
    EXPECT_THAT(picture, HasSubstr("They touch without overlapping along (1.000, 0.000, 0.000)."));
    EXPECT_THAT(picture, Not(HasSubstr("they are disjoint")));
}

TEST(DrawExplanation, DistantHullsAreBothVisible) {
    const std::string picture = draw(crate(), Pose{}, crate(), Pose{{200.0f, 0.3f, 0.0f}}).svg;
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

// If two pushes are equally short, the drawn axis is the one in the sentence above it.
TEST(DrawExplanation, DrawsTheReportedOneOfEqualAxes) {
    const std::regex sentence(R"(Shortest push: 20.00 cm along (\([^)]*\)))");
    int otherThanFound = 0;
    for (const glm::vec3& at : {glm::vec3{0.8f, 0.8f, 0.0f}, glm::vec3{0.8f, 0.0f, 0.8f},
                                glm::vec3{0.0f, 0.8f, 0.8f}, glm::vec3{0.8f, 0.8f, 0.8f}}) {
        const auto [explanation, picture, page] = draw(crate(), Pose{}, crate(), Pose{at});
        std::smatch push;
        ASSERT_TRUE(std::regex_search(picture, push, sentence));
        EXPECT_THAT(picture, HasSubstr("axis " + push.str(1)));
        ASSERT_GE(explanation.bestPlane, 0);
        const PlaneReport& found = explanation.planes[static_cast<std::size_t>(explanation.bestPlane)];
        otherThanFound += found.axes[found.best].normalAToB != explanation.normalAToB ? 1 : 0;
    }
    EXPECT_GT(otherThanFound, 1);
}

TEST(DrawExplanation, NamesAndTitlesStayText) {
    DrawingOptions options;
    options.nameA = "</text><script>alert(1)";
    options.nameB = "\"/><b \xFF onload='x'";
    for (const char* title : {"", "]]></style><script>"}) {
        options.title = title;
        const Drawn drawn = draw(crate(), Pose{}, crate(), Pose{{0.75f, 0.0f, 0.0f}}, {}, options);
        for (const std::string& picture : {drawn.svg, drawn.html}) {
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
    const ConvexHull small = box(0.1f, 0.1f, 0.1f);
    const auto [explanation, picture, page] = draw(wall, Pose{}, small, Pose{{40.0f, 0.5f, 0.15f}});
    ASSERT_TRUE(explanation.overlapping());
    expectDrawn(picture, explanation);
    EXPECT_THAT(picture, HasSubstr("Shortest push: 5.000 cm along (0.000, 0.000, 1.000)"));
}

// A part of a tank on a triangle of the ground: the triangle is drawn as a flat hull.
TEST(DrawExplanation, ChildrenOfCompoundAndSurface) {
    const Compound tank =
        *Compound::fromChildren({{box(1.0f, 0.3f, 0.5f), {}}, {Box{}, {{0.0f, 0.8f, 0.0f}}}});
    const HeightField ground = *HeightField::fromHeights(std::vector<float>(9, 0.0f), 3, 3, {2.0f, 2.0f});
    const Pose level = levelPose(ground, UpAxis::Y, glm::vec3(0.0f));
    const Pose pose{{0.3f, 0.25f, 0.1f}};
    const auto [explanation, picture, page] = draw(tank, pose, ground, level);
    ASSERT_NEAR(explanation.separation, -0.05, 1e-6);
    EXPECT_EQ(explanation.children.a, 0u);
    expectDrawn(picture, explanation);
    expectDrawn(page, explanation);
    EXPECT_THAT(picture, HasSubstr("Shortest push: 5.000 cm along (0.000, -1.000, 0.000)"));
    EXPECT_THAT(picture, Not(HasSubstr("nan")));
    EXPECT_THAT(page, Not(HasSubstr("nan")));
}

TEST(DrawExplanation, ShapesWithoutPlanesHaveThe3DViewAlone) {
    const Capsule capsule{{-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.5f};
    const HalfSpace ground{{0.0f, 1.0f, 0.0f}, 0.0f};
    for (const ShapeRef& other : {ShapeRef(crate()), ShapeRef(ground)}) {
        const Drawn drawn = draw(capsule, Pose{{0.0f, 0.4f, 0.0f}}, other, Pose{});
        ASSERT_TRUE(drawn.explanation.planes.empty());
        for (const std::string& picture : {drawn.svg, drawn.html}) {
            EXPECT_THAT(picture, HasSubstr("Shortest push: "));
            EXPECT_THAT(picture, HasSubstr("No planes: "));
            EXPECT_TRUE(cards(picture, "data-plane").empty());
            EXPECT_THAT(picture, Not(HasSubstr("nan")));
        }
    }
}

TEST(DrawExplanation, DoublePosesFarFromTheOriginDrawTheSame) {
    const Drawn here = draw(crate(), DPose{}, crate(), DPose{{0.75, 0.0, 0.0}});
    const Drawn there = draw(crate(), DPose{{1048576.0, 0.0, 0.0}}, crate(), DPose{{1048576.75, 0.0, 0.0}});
    EXPECT_EQ(here.svg, there.svg);
}

}  // namespace
